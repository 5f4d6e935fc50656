// The standard library's shapes: what its types hold, and what their methods give back. Read by the same extractor as any file; never a
// target: what resolves into it is external. Adapters of iterators are one type, `Iter`; smart pointers show what they hold.

// --- values without parts ---

pub struct never;
pub struct bool;
impl bool { pub fn then<T, F: FnOnce() -> T>(self, f: F) -> Option<T>; pub fn then_some<T>(self, t: T) -> Option<T>; }
pub trait Number: Copy + Clone + PartialEq + PartialOrd + Default + Debug + Display {
    fn to_be_bytes(self) -> [u8; N]; fn to_le_bytes(self) -> [u8; N]; fn to_ne_bytes(self) -> [u8; N]; fn from_be_bytes(b: [u8]) -> Self;
    fn from<T>(n: T) -> Self; fn from_le_bytes(b: [u8]) -> Self; fn from_ne_bytes(b: [u8]) -> Self; fn rem_euclid(self, o: Self) -> Self;
    fn div_euclid(self, o: Self) -> Self; fn clamp(self, a: Self, b: Self) -> Self; fn midpoint(self, o: Self) -> Self; const MIN: Self;
    const MAX: Self;
}
pub trait IntegerNumber: Number + Eq + Ord + Hash {
    fn pow(self, e: u32) -> Self; fn min_value() -> Self; fn max_value() -> Self; fn wrapping_add(self, o: Self) -> Self;
    fn wrapping_sub(self, o: Self) -> Self; fn wrapping_mul(self, o: Self) -> Self; fn wrapping_neg(self) -> Self;
    fn wrapping_shl(self, o: u32) -> Self; fn wrapping_shr(self, o: u32) -> Self; fn wrapping_div(self, o: Self) -> Self;
    fn saturating_add(self, o: Self) -> Self; fn saturating_sub(self, o: Self) -> Self; fn saturating_mul(self, o: Self) -> Self;
    fn checked_add(self, o: Self) -> Option<Self>; fn checked_sub(self, o: Self) -> Option<Self>; fn checked_mul(self, o: Self) -> Option<Self>;
    fn checked_div(self, o: Self) -> Option<Self>; fn checked_rem(self, o: Self) -> Option<Self>; fn checked_pow(self, o: u32) -> Option<Self>;
    fn checked_neg(self) -> Option<Self>; fn checked_shl(self, o: u32) -> Option<Self>; fn checked_shr(self, o: u32) -> Option<Self>;
    fn overflowing_add(self, o: Self) -> (Self, bool); fn overflowing_sub(self, o: Self) -> (Self, bool);
    fn overflowing_mul(self, o: Self) -> (Self, bool); fn leading_zeros(self) -> u32; fn trailing_zeros(self) -> u32; fn count_ones(self) -> u32;
    fn count_zeros(self) -> u32; fn leading_ones(self) -> u32; fn trailing_ones(self) -> u32; fn rotate_left(self, n: u32) -> Self;
    fn rotate_right(self, n: u32) -> Self; fn swap_bytes(self) -> Self; fn to_be(self) -> Self; fn to_le(self) -> Self; fn from_be(x: Self) -> Self;
    fn from_le(x: Self) -> Self; fn from_str_radix(s: &str, radix: u32) -> Result<Self, ParseIntError>; fn div_ceil(self, o: Self) -> Self;
    fn is_power_of_two(self) -> bool; fn next_power_of_two(self) -> Self; fn checked_next_power_of_two(self) -> Option<Self>;
    fn next_multiple_of(self, o: Self) -> Self; fn is_negative(self) -> bool; fn is_positive(self) -> bool; fn unsigned_abs(self) -> Self;
    fn abs_diff(self, o: Self) -> Self; fn isqrt(self) -> Self; fn ilog2(self) -> u32; fn ilog10(self) -> u32; fn get(self) -> Self;
    fn is_multiple_of(self, o: Self) -> bool; fn reverse_bits(self) -> Self; fn ilog(self, b: Self) -> u32;
    fn checked_ilog(self, b: Self) -> Option<u32>; fn checked_ilog2(self) -> Option<u32>; fn checked_ilog10(self) -> Option<u32>;
    fn checked_isqrt(self) -> Option<Self>; fn checked_abs(self) -> Option<Self>; fn checked_next_multiple_of(self, o: Self) -> Option<Self>;
    fn checked_add_signed<T>(self, o: T) -> Option<Self>; fn checked_add_unsigned<T>(self, o: T) -> Option<Self>;
    fn checked_sub_signed<T>(self, o: T) -> Option<Self>; fn checked_sub_unsigned<T>(self, o: T) -> Option<Self>;
    fn checked_div_euclid(self, o: Self) -> Option<Self>; fn checked_rem_euclid(self, o: Self) -> Option<Self>;
    fn saturating_add_signed<T>(self, o: T) -> Self; fn saturating_add_unsigned<T>(self, o: T) -> Self;
    fn saturating_sub_unsigned<T>(self, o: T) -> Self; fn saturating_pow(self, e: u32) -> Self; fn saturating_neg(self) -> Self;
    fn saturating_abs(self) -> Self; fn saturating_div(self, o: Self) -> Self; fn wrapping_add_signed<T>(self, o: T) -> Self;
    fn wrapping_add_unsigned<T>(self, o: T) -> Self; fn wrapping_sub_unsigned<T>(self, o: T) -> Self; fn wrapping_pow(self, e: u32) -> Self;
    fn wrapping_abs(self) -> Self; fn wrapping_rem(self, o: Self) -> Self; fn wrapping_rem_euclid(self, o: Self) -> Self;
    fn wrapping_div_euclid(self, o: Self) -> Self; fn overflowing_neg(self) -> (Self, bool); fn overflowing_pow(self, e: u32) -> (Self, bool);
    fn overflowing_shl(self, n: u32) -> (Self, bool); fn overflowing_shr(self, n: u32) -> (Self, bool); fn unbounded_shl(self, n: u32) -> Self;
    fn unbounded_shr(self, n: u32) -> Self; fn unchecked_add(self, o: Self) -> Self; fn unchecked_sub(self, o: Self) -> Self;
    fn unchecked_mul(self, o: Self) -> Self; fn carrying_add(self, o: Self, c: bool) -> (Self, bool);
    fn borrowing_sub(self, o: Self, c: bool) -> (Self, bool); fn carrying_mul(self, o: Self, c: Self) -> (Self, Self); const BITS: u32;
}
pub trait SignedNumber: Number {
    fn abs(self) -> Self; fn signum(self) -> Self;
}
pub trait FloatNumber: SignedNumber {
    fn floor(self) -> Self; fn ceil(self) -> Self; fn round(self) -> Self; fn trunc(self) -> Self; fn fract(self) -> Self; fn sqrt(self) -> Self;
    fn cbrt(self) -> Self; fn exp(self) -> Self; fn exp2(self) -> Self; fn ln(self) -> Self; fn log(self, b: Self) -> Self; fn log2(self) -> Self;
    fn log10(self) -> Self; fn sin(self) -> Self; fn cos(self) -> Self; fn tan(self) -> Self; fn asin(self) -> Self; fn acos(self) -> Self;
    fn atan(self) -> Self; fn atan2(self, o: Self) -> Self; fn sinh(self) -> Self; fn cosh(self) -> Self; fn tanh(self) -> Self;
    fn powi(self, n: i32) -> Self; fn powf(self, n: Self) -> Self; fn mul_add(self, a: Self, b: Self) -> Self; fn hypot(self, o: Self) -> Self;
    fn copysign(self, o: Self) -> Self; fn recip(self) -> Self; fn to_degrees(self) -> Self; fn to_radians(self) -> Self; fn is_nan(self) -> bool;
    fn is_infinite(self) -> bool; fn is_finite(self) -> bool; fn is_normal(self) -> bool; fn is_sign_negative(self) -> bool;
    fn is_sign_positive(self) -> bool; fn to_bits(self) -> u64; fn from_bits(b: u64) -> Self; fn total_cmp(&self, o: &Self) -> Ordering;
    fn sin_cos(self) -> (Self, Self); fn asinh(self) -> Self; fn acosh(self) -> Self; fn atanh(self) -> Self; fn exp_m1(self) -> Self;
    fn ln_1p(self) -> Self; fn round_ties_even(self) -> Self; fn next_up(self) -> Self; fn next_down(self) -> Self; fn is_subnormal(self) -> bool;
    const EPSILON: Self; const INFINITY: Self; const NEG_INFINITY: Self; const NAN: Self; const MIN_POSITIVE: Self; fn max(self, o: Self) -> Self;
    fn min(self, o: Self) -> Self;
}
pub trait AsciiCharacter {
    fn is_ascii_digit(&self) -> bool; fn is_ascii_alphabetic(&self) -> bool; fn is_ascii_whitespace(&self) -> bool; fn is_ascii(&self) -> bool;
    fn is_ascii_alphanumeric(&self) -> bool; fn is_ascii_hexdigit(&self) -> bool; fn is_ascii_punctuation(&self) -> bool;
    fn is_ascii_uppercase(&self) -> bool; fn is_ascii_lowercase(&self) -> bool; fn is_ascii_graphic(&self) -> bool;
    fn is_ascii_control(&self) -> bool; fn to_ascii_lowercase(&self) -> Self; fn to_ascii_uppercase(&self) -> Self;
    fn eq_ignore_ascii_case(&self, o: &Self) -> bool; fn make_ascii_lowercase(&mut self);
}
pub struct u8; impl IntegerNumber for u8 {} pub struct u16; impl IntegerNumber for u16 {} pub struct u32; impl IntegerNumber for u32 {} pub struct u64; impl IntegerNumber for u64 {} pub struct u128; impl IntegerNumber for u128 {} pub struct usize; impl IntegerNumber for usize {}
impl AsciiCharacter for u8 {}
pub struct i8; impl IntegerNumber for i8 {} impl SignedNumber for i8 {} pub struct i16; impl IntegerNumber for i16 {} impl SignedNumber for i16 {} pub struct i32; impl IntegerNumber for i32 {} impl SignedNumber for i32 {}
pub struct i64; impl IntegerNumber for i64 {} impl SignedNumber for i64 {} pub struct i128; impl IntegerNumber for i128 {} impl SignedNumber for i128 {} pub struct isize; impl IntegerNumber for isize {} impl SignedNumber for isize {}
pub struct f32; impl FloatNumber for f32 {} pub struct f64; impl FloatNumber for f64 {}
pub struct char;
impl Number for char {} impl Eq for char {} impl Ord for char {} impl Hash for char {} impl AsciiCharacter for char {}
impl char {
    pub fn is_alphabetic(self) -> bool; pub fn is_numeric(self) -> bool; pub fn is_alphanumeric(self) -> bool; pub fn is_whitespace(self) -> bool;
    pub fn is_control(self) -> bool; pub fn is_uppercase(self) -> bool; pub fn is_lowercase(self) -> bool; pub fn is_digit(self, radix: u32) -> bool;
    pub fn to_digit(self, radix: u32) -> Option<u32>; pub fn to_lowercase(self) -> Iter<char>; pub fn to_uppercase(self) -> Iter<char>;
    pub fn len_utf8(self) -> usize; pub fn len_utf16(self) -> usize; pub fn encode_utf8(self, b: &mut [u8]) -> &mut str; pub fn from_u32(i: u32) -> Option<char>;
    pub fn from_digit(n: u32, radix: u32) -> Option<char>; pub fn escape_default(self) -> Iter<char>; pub fn escape_debug(self) -> Iter<char>;
    pub fn escape_unicode(self) -> Iter<char>;
}
pub struct pointer<T>;
impl<T> pointer<T> {
    pub fn is_null(self) -> bool; pub fn as_ref<'a>(self) -> Option<&'a T>; pub fn as_mut<'a>(self) -> Option<&'a mut T>; pub fn cast<U>(self) -> *const U;
    pub fn add(self, n: usize) -> *const T; pub fn sub(self, n: usize) -> *const T; pub fn offset(self, n: isize) -> *const T; pub fn read(self) -> T;
    pub fn write(self, t: T); pub fn cast_mut(self) -> *mut T; pub fn cast_const(self) -> *const T; pub fn read_unaligned(self) -> T; pub fn addr(self) -> usize;
    pub fn drop_in_place(self); pub fn copy_from(self, o: *const T, n: usize); pub fn offset_from(self, o: *const T) -> isize; pub fn wrapping_add(self, n: usize) -> *const T;
    pub fn write_bytes(self, v: u8, n: usize); pub fn byte_add(self, n: usize) -> *const T; pub fn replace(self, t: T) -> T; pub fn swap(self, o: *mut T);
}
pub struct tuple;
impl tuple { pub fn clone(&self) -> Self; }

// --- traits of the prelude and around it ---

pub trait Clone { fn clone(&self) -> Self; fn clone_from(&mut self, o: &Self); }
pub trait Copy: Clone {}
pub trait Send {}
pub trait Sync {}
pub trait Sized {}
pub trait Unpin {}
pub trait Debug { fn fmt(&self, f: &mut Formatter) -> Result<(), std_fmt_Error>; }
pub trait Display { fn fmt(&self, f: &mut Formatter) -> Result<(), std_fmt_Error>; }
pub trait Binary { fn fmt(&self, f: &mut Formatter) -> Result<(), std_fmt_Error>; }
pub trait LowerHex { fn fmt(&self, f: &mut Formatter) -> Result<(), std_fmt_Error>; }
pub trait UpperHex { fn fmt(&self, f: &mut Formatter) -> Result<(), std_fmt_Error>; }
pub trait Octal { fn fmt(&self, f: &mut Formatter) -> Result<(), std_fmt_Error>; }
pub trait LowerExp { fn fmt(&self, f: &mut Formatter) -> Result<(), std_fmt_Error>; }
pub trait UpperExp { fn fmt(&self, f: &mut Formatter) -> Result<(), std_fmt_Error>; }
pub trait Pointer { fn fmt(&self, f: &mut Formatter) -> Result<(), std_fmt_Error>; }
pub trait Hash { fn hash<H: Hasher>(&self, state: &mut H); }
pub trait Hasher {
    fn finish(&self) -> u64; fn write(&mut self, b: &[u8]); fn write_u8(&mut self, n: u8); fn write_u16(&mut self, n: u16); fn write_u32(&mut self, n: u32); fn write_u64(&mut self, n: u64); fn write_u128(&mut self, n: u128); fn write_usize(&mut self, n: usize);
    fn write_i8(&mut self, n: i8); fn write_i16(&mut self, n: i16); fn write_i32(&mut self, n: i32); fn write_i64(&mut self, n: i64); fn write_i128(&mut self, n: i128); fn write_isize(&mut self, n: isize);
}
pub trait BuildHasher { fn build_hasher(&self) -> DefaultHasher; fn hash_one<T>(&self, x: T) -> u64; }
pub trait PartialEq { fn eq(&self, o: &Self) -> bool; fn ne(&self, o: &Self) -> bool; }
pub trait Eq: PartialEq {}
pub trait PartialOrd: PartialEq {
    fn partial_cmp(&self, o: &Self) -> Option<Ordering>; fn lt(&self, o: &Self) -> bool; fn le(&self, o: &Self) -> bool; fn gt(&self, o: &Self) -> bool; fn ge(&self, o: &Self) -> bool;
}
pub trait Ord: Eq + PartialOrd { fn cmp(&self, o: &Self) -> Ordering; fn max(self, o: Self) -> Self; fn min(self, o: Self) -> Self; fn clamp(self, a: Self, b: Self) -> Self; }
pub trait Default { fn default() -> Self; }
pub trait Drop { fn drop(&mut self); }
pub trait From<T> { fn from(t: T) -> Self; }
pub trait Into<T> { fn into(self) -> T; }
pub trait TryFrom<T> { type Error; fn try_from(t: T) -> Result<Self, Self::Error>; }
pub trait TryInto<T> { type Error; fn try_into(self) -> Result<T, Self::Error>; }
pub trait AsRef<T> { fn as_ref(&self) -> &T; }
pub trait AsMut<T> { fn as_mut(&mut self) -> &mut T; }
pub trait Borrow<T> { fn borrow(&self) -> &T; }
pub trait BorrowMut<T> { fn borrow_mut(&mut self) -> &mut T; }
pub trait Deref { type Target; fn deref(&self) -> &Self::Target; }
pub trait DerefMut: Deref { fn deref_mut(&mut self) -> &mut Self::Target; }
pub trait ToString { fn to_string(&self) -> String; }
pub trait ToOwned { type Owned; fn to_owned(&self) -> Self::Owned; fn clone_into(&self, t: &mut Self::Owned); }
pub trait FromStr { type Err; fn from_str(s: &str) -> Result<Self, Self::Err>; }
pub trait ToSocketAddrs { fn to_socket_addrs(&self) -> Result<Iter<SocketAddr>, std_io_Error>; }
pub trait Any { fn type_id(&self) -> TypeId; fn is<T>(&self) -> bool; fn downcast_ref<T>(&self) -> Option<&T>; fn downcast_mut<T>(&mut self) -> Option<&mut T>; fn downcast<T>(self) -> Result<Box<T>, Box<dyn Any>>; }
pub trait Error: Debug + Display { fn source(&self) -> Option<&dyn Error>; fn description(&self) -> &str; fn cause(&self) -> Option<&dyn Error>; fn is<T>(&self) -> bool; fn downcast<T>(self) -> Result<Box<T>, Box<dyn Error>>; fn downcast_ref<T>(&self) -> Option<&T>; fn downcast_mut<T>(&mut self) -> Option<&mut T>; }
pub trait Index<I> { type Output; fn index(&self, i: I) -> &Self::Output; }
pub trait IndexMut<I>: Index<I> { fn index_mut(&mut self, i: I) -> &mut Self::Output; }
pub trait Add<R> { type Output; fn add(self, r: R) -> Self::Output; }
pub trait Sub<R> { type Output; fn sub(self, r: R) -> Self::Output; }
pub trait Mul<R> { type Output; fn mul(self, r: R) -> Self::Output; }
pub trait Div<R> { type Output; fn div(self, r: R) -> Self::Output; }
pub trait Rem<R> { type Output; fn rem(self, r: R) -> Self::Output; }
pub trait Neg { type Output; fn neg(self) -> Self::Output; }
pub trait bitflags_Flags<Bits> { fn empty() -> Self; fn all() -> Self; fn bits(&self) -> Bits; fn from_bits(b: Bits) -> Option<Self>; fn from_bits_truncate(b: Bits) -> Self; fn from_bits_retain(b: Bits) -> Self; fn from_name(n: &str) -> Option<Self>; fn is_empty(&self) -> bool; fn is_all(&self) -> bool; fn contains(&self, o: Self) -> bool; fn intersects(&self, o: Self) -> bool; fn insert(&mut self, o: Self); fn remove(&mut self, o: Self); fn toggle(&mut self, o: Self); fn set(&mut self, o: Self, v: bool); fn union(self, o: Self) -> Self; fn intersection(self, o: Self) -> Self; fn difference(self, o: Self) -> Self; fn symmetric_difference(self, o: Self) -> Self; fn complement(self) -> Self; fn iter(&self) -> Iter<Self>; fn iter_names(&self) -> Iter<(&'static str, Self)>; }
pub trait Not { type Output; fn not(self) -> Self::Output; }
pub trait BitAnd<R> { type Output; fn bitand(self, r: R) -> Self::Output; }
pub trait BitOr<R> { type Output; fn bitor(self, r: R) -> Self::Output; }
pub trait BitXor<R> { type Output; fn bitxor(self, r: R) -> Self::Output; }
pub trait Shl<R> { type Output; fn shl(self, r: R) -> Self::Output; }
pub trait Shr<R> { type Output; fn shr(self, r: R) -> Self::Output; }
pub trait AddAssign<R> { fn add_assign(&mut self, r: R); }
pub trait SubAssign<R> { fn sub_assign(&mut self, r: R); }
pub trait MulAssign<R> { fn mul_assign(&mut self, r: R); }
pub trait BitOrAssign<R> { fn bitor_assign(&mut self, r: R); }
pub trait BitAndAssign<R> { fn bitand_assign(&mut self, r: R); }
pub trait BitXorAssign<R> { fn bitxor_assign(&mut self, r: R); }
pub trait DivAssign<R> { fn div_assign(&mut self, r: R); }
pub trait RemAssign<R> { fn rem_assign(&mut self, r: R); }
pub trait ShlAssign<R> { fn shl_assign(&mut self, r: R); }
pub trait ShrAssign<R> { fn shr_assign(&mut self, r: R); }
pub trait Termination { fn report(self) -> ExitCode; }
pub trait UnwindSafe {} pub trait RefUnwindSafe {}

impl<T, U> Into<U> for T { fn into(self) -> U; }
impl<T, U> TryInto<U> for T { fn try_into(self) -> Result<U, <U as TryFrom<T>>::Error>; }
impl<T> ToString for T { fn to_string(&self) -> String; }
impl<T> ToOwned for T { fn to_owned(&self) -> T; }
impl<T> Borrow<T> for T { fn borrow(&self) -> &T; fn borrow_mut(&mut self) -> &mut T; }
impl<T> Any for T { fn type_id(&self) -> TypeId; }

// --- optional values and results ---

pub enum Option<T> { None, Some(T) }
// What error types of other packages give to what may have failed (anyhow, eyre, snafu): all of them leave the value as it is.
pub trait ContextMethods<T> { fn context<C>(self, c: C) -> Result<T, ErrorAbroad>; fn with_context<C, F: FnOnce() -> C>(self, f: F) -> Result<T, ErrorAbroad>; fn wrap_err<C>(self, c: C) -> Result<T, ErrorAbroad>; fn wrap_err_with<C, F: FnOnce() -> C>(self, f: F) -> Result<T, ErrorAbroad>; }
pub struct ErrorAbroad; impl<T, E> ContextMethods<T> for Result<T, E> {} impl<T> ContextMethods<T> for Option<T> {}
// Where they are handed over: `.map(Some)`.
pub fn Some<T>(t: T) -> Option<T>; pub fn Ok<T, E>(t: T) -> Result<T, E>; pub fn Err<T, E>(e: E) -> Result<T, E>;
impl<T> Clone for Option<T> {} impl<T> PartialEq for Option<T> {} impl<T> Ord for Option<T> {} impl<T> Default for Option<T> {} impl<T> Debug for Option<T> {} impl<T> Hash for Option<T> {}
impl<T> IntoIterator for Option<T> { type Item = T; } impl<T, E> IntoIterator for Result<T, E> { type Item = T; }
impl<T> Option<T> {
    pub fn is_some(&self) -> bool; pub fn is_none(&self) -> bool; pub fn is_some_and<F: FnOnce(T) -> bool>(self, f: F) -> bool; pub fn is_none_or<F: FnOnce(T) -> bool>(self, f: F) -> bool;
    pub fn as_ref(&self) -> Option<&T>; pub fn as_mut(&mut self) -> Option<&mut T>; pub fn as_pin_ref(self: Pin<&Self>) -> Option<Pin<&T>>; pub fn as_pin_mut(self: Pin<&mut Self>) -> Option<Pin<&mut T>>;
    pub fn as_deref(&self) -> Option<&T>; pub fn as_deref_mut(&mut self) -> Option<&mut T>; pub fn as_slice(&self) -> &[T];
    pub fn expect(self, msg: &str) -> T; pub fn unwrap(self) -> T; pub fn unwrap_or(self, d: T) -> T; pub fn unwrap_or_else<F: FnOnce() -> T>(self, f: F) -> T;
    pub fn unwrap_or_default(self) -> T; pub fn unwrap_unchecked(self) -> T; pub fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Option<U>;
    pub fn inspect<F: FnOnce(&T)>(self, f: F) -> Self; pub fn map_or<U, F: FnOnce(T) -> U>(self, d: U, f: F) -> U;
    pub fn map_or_else<U, D: FnOnce() -> U, F: FnOnce(T) -> U>(self, d: D, f: F) -> U; pub fn ok_or<E>(self, e: E) -> Result<T, E>;
    pub fn ok_or_else<E, F: FnOnce() -> E>(self, f: F) -> Result<T, E>; pub fn iter(&self) -> Iter<&T>; pub fn iter_mut(&mut self) -> Iter<&mut T>;
    pub fn into_iter(self) -> Iter<T>; pub fn and<U>(self, o: Option<U>) -> Option<U>; pub fn and_then<U, F: FnOnce(T) -> Option<U>>(self, f: F) -> Option<U>;
    pub fn filter<P: FnOnce(&T) -> bool>(self, p: P) -> Option<T>; pub fn or(self, o: Option<T>) -> Option<T>; pub fn or_else<F: FnOnce() -> Option<T>>(self, f: F) -> Option<T>;
    pub fn xor(self, o: Option<T>) -> Option<T>; pub fn insert(&mut self, t: T) -> &mut T; pub fn get_or_insert(&mut self, t: T) -> &mut T;
    pub fn get_or_insert_with<F: FnOnce() -> T>(&mut self, f: F) -> &mut T; pub fn take(&mut self) -> Option<T>; pub fn take_if<P: FnOnce(&mut T) -> bool>(&mut self, p: P) -> Option<T>;
    pub fn replace(&mut self, t: T) -> Option<T>; pub fn zip<U>(self, o: Option<U>) -> Option<(T, U)>; pub fn copied(self) -> Option<T>; pub fn cloned(self) -> Option<T>;
    pub fn transpose(self) -> Option<T>; pub fn flatten(self) -> T; pub fn get_or_insert_default(&mut self) -> &mut T;
}
impl<A, B> Option<(A, B)> { pub fn unzip(self) -> (Option<A>, Option<B>); }
pub enum Result<T, E> { Ok(T), Err(E) }
impl<T, E> Clone for Result<T, E> {} impl<T, E> PartialEq for Result<T, E> {} impl<T, E> Debug for Result<T, E> {}
impl<T, E> Result<T, E> {
    pub fn is_ok(&self) -> bool; pub fn is_err(&self) -> bool; pub fn is_ok_and<F: FnOnce(T) -> bool>(self, f: F) -> bool; pub fn is_err_and<F: FnOnce(E) -> bool>(self, f: F) -> bool;
    pub fn ok(self) -> Option<T>; pub fn err(self) -> Option<E>; pub fn as_ref(&self) -> Result<&T, &E>; pub fn as_mut(&mut self) -> Result<&mut T, &mut E>;
    pub fn as_deref(&self) -> Result<&T, &E>; pub fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Result<U, E>; pub fn map_or<U, F: FnOnce(T) -> U>(self, d: U, f: F) -> U;
    pub fn map_or_else<U, D: FnOnce(E) -> U, F: FnOnce(T) -> U>(self, d: D, f: F) -> U; pub fn map_err<F, O: FnOnce(E) -> F>(self, f: O) -> Result<T, F>;
    pub fn inspect<F: FnOnce(&T)>(self, f: F) -> Self; pub fn inspect_err<F: FnOnce(&E)>(self, f: F) -> Self; pub fn iter(&self) -> Iter<&T>; pub fn into_iter(self) -> Iter<T>;
    pub fn expect(self, msg: &str) -> T; pub fn unwrap(self) -> T; pub fn unwrap_or_default(self) -> T; pub fn expect_err(self, msg: &str) -> E; pub fn unwrap_err(self) -> E;
    pub fn and<U>(self, r: Result<U, E>) -> Result<U, E>; pub fn and_then<U, F: FnOnce(T) -> Result<U, E>>(self, f: F) -> Result<U, E>;
    pub fn or<F>(self, r: Result<T, F>) -> Result<T, F>; pub fn or_else<F, O: FnOnce(E) -> Result<T, F>>(self, f: O) -> Result<T, F>;
    pub fn unwrap_or(self, d: T) -> T; pub fn unwrap_or_else<F: FnOnce(E) -> T>(self, f: F) -> T; pub fn copied(self) -> Result<T, E>; pub fn cloned(self) -> Result<T, E>;
    pub fn transpose(self) -> Result<T, E>; pub fn unwrap_unchecked(self) -> T; pub fn flatten(self) -> T;
}
pub enum Ordering { Less, Equal, Greater, Relaxed, Release, Acquire, AcqRel, SeqCst }
impl Ordering {
    pub fn reverse(self) -> Ordering; pub fn then(self, o: Ordering) -> Ordering; pub fn then_with<F: FnOnce() -> Ordering>(self, f: F) -> Ordering; pub fn is_eq(self) -> bool; pub fn is_ne(self) -> bool;
    pub fn is_lt(self) -> bool; pub fn is_gt(self) -> bool; pub fn is_le(self) -> bool; pub fn is_ge(self) -> bool;
}
impl Ord for Ordering {} impl Clone for Ordering {}
pub enum ControlFlow<B, C> { Continue(C), Break(B) }
impl<B, C> ControlFlow<B, C> { pub fn is_break(&self) -> bool; pub fn is_continue(&self) -> bool; pub fn break_value(self) -> Option<B>; pub fn continue_value(self) -> Option<C>; pub fn map_break<T, F: FnOnce(B) -> T>(self, f: F) -> ControlFlow<T, C>; pub fn map_continue<T, F: FnOnce(C) -> T>(self, f: F) -> ControlFlow<B, T>; }

// --- text ---

pub trait StrMethods: Clone + PartialEq + Ord + Hash + Default + Debug + Display {
    fn len(&self) -> usize; fn is_empty(&self) -> bool; fn is_char_boundary(&self, i: usize) -> bool; fn as_bytes(&self) -> &[u8]; fn as_ptr(&self) -> *const u8; fn as_str(&self) -> &str;
    fn get<I>(&self, i: I) -> Option<&str>; fn get_mut<I>(&mut self, i: I) -> Option<&mut str>; fn get_unchecked<I>(&self, i: I) -> &str; fn split_at(&self, i: usize) -> (&str, &str);
    fn chars(&self) -> Iter<char>; fn char_indices(&self) -> Iter<(usize, char)>; fn bytes(&self) -> Iter<u8>; fn split_whitespace(&self) -> Iter<&str>;
    fn split_ascii_whitespace(&self) -> Iter<&str>; fn lines(&self) -> Iter<&str>; fn encode_utf16(&self) -> Iter<u16>; fn contains<P>(&self, p: P) -> bool;
    fn starts_with<P>(&self, p: P) -> bool; fn ends_with<P>(&self, p: P) -> bool; fn find<P>(&self, p: P) -> Option<usize>; fn rfind<P>(&self, p: P) -> Option<usize>;
    fn split<P>(&self, p: P) -> Iter<&str>; fn split_inclusive<P>(&self, p: P) -> Iter<&str>; fn rsplit<P>(&self, p: P) -> Iter<&str>; fn split_terminator<P>(&self, p: P) -> Iter<&str>;
    fn splitn<P>(&self, n: usize, p: P) -> Iter<&str>; fn rsplitn<P>(&self, n: usize, p: P) -> Iter<&str>; fn split_once<P>(&self, p: P) -> Option<(&str, &str)>;
    fn rsplit_once<P>(&self, p: P) -> Option<(&str, &str)>; fn matches<P>(&self, p: P) -> Iter<&str>; fn match_indices<P>(&self, p: P) -> Iter<(usize, &str)>;
    fn trim(&self) -> &str; fn trim_start(&self) -> &str; fn trim_end(&self) -> &str; fn trim_left(&self) -> &str; fn trim_right(&self) -> &str; fn trim_matches<P>(&self, p: P) -> &str;
    fn trim_start_matches<P>(&self, p: P) -> &str; fn trim_end_matches<P>(&self, p: P) -> &str; fn strip_prefix<P>(&self, p: P) -> Option<&str>; fn strip_suffix<P>(&self, p: P) -> Option<&str>;
    fn parse<F>(&self) -> Result<F, <F as FromStr>::Err>; fn is_ascii(&self) -> bool; fn eq_ignore_ascii_case(&self, o: &str) -> bool; fn make_ascii_lowercase(&mut self); fn make_ascii_uppercase(&mut self);
    fn escape_default(&self) -> Iter<char>; fn escape_debug(&self) -> Iter<char>; fn into_boxed_bytes(self) -> Box<[u8]>; fn replace<P>(&self, p: P, to: &str) -> String;
    fn replacen<P>(&self, p: P, to: &str, n: usize) -> String; fn to_lowercase(&self) -> String; fn to_uppercase(&self) -> String; fn into_string(self) -> String; fn repeat(&self, n: usize) -> String;
    fn to_ascii_uppercase(&self) -> String; fn to_ascii_lowercase(&self) -> String; fn to_string(&self) -> String; fn to_owned(&self) -> String; fn as_ref<T>(&self) -> &T; fn chars_rev(&self) -> Iter<char>;
    fn as_bytes_mut(&mut self) -> &mut [u8]; fn concat(&self) -> String;
}
pub struct str;
impl StrMethods for str {}
impl str { pub fn from_utf8(v: &[u8]) -> Result<&str, Utf8Error>; pub fn from_utf8_unchecked(v: &[u8]) -> &str; }
pub struct String;
impl StrMethods for String {}
impl ToSocketAddrs for str {} impl ToSocketAddrs for String {}
impl Deref for String { type Target = str; fn deref(&self) -> &str; }
impl FromIterator<char> for String {}
impl String {
    pub fn len(&self) -> usize; pub fn is_empty(&self) -> bool; pub fn as_str(&self) -> &str; pub fn as_bytes(&self) -> &[u8];
    pub fn new() -> String; pub fn with_capacity(n: usize) -> String; pub fn from_utf8(v: Vec<u8>) -> Result<String, FromUtf8Error>; pub fn from_utf8_lossy(v: &[u8]) -> Cow<str>;
    pub fn from_utf8_unchecked(v: Vec<u8>) -> String; pub fn from_utf16(v: &[u16]) -> Result<String, Error>; pub fn from(s: &str) -> String; pub fn into_bytes(self) -> Vec<u8>;
    pub fn as_mut_str(&mut self) -> &mut str; pub fn push_str(&mut self, s: &str); pub fn capacity(&self) -> usize; pub fn reserve(&mut self, n: usize); pub fn shrink_to_fit(&mut self);
    pub fn push(&mut self, c: char); pub fn truncate(&mut self, n: usize); pub fn pop(&mut self) -> Option<char>; pub fn remove(&mut self, i: usize) -> char;
    pub fn retain<F: FnMut(char) -> bool>(&mut self, f: F); pub fn insert(&mut self, i: usize, c: char); pub fn insert_str(&mut self, i: usize, s: &str); pub fn as_mut_vec(&mut self) -> &mut Vec<u8>;
    pub fn clear(&mut self); pub fn drain<R>(&mut self, r: R) -> Iter<char>; pub fn split_off(&mut self, i: usize) -> String; pub fn into_boxed_str(self) -> Box<str>; pub fn from_str(s: &str) -> Result<String, Error>;
    pub fn extend<I>(&mut self, i: I); pub fn write_str(&mut self, s: &str) -> Result<(), Error>; pub fn write_char(&mut self, c: char) -> Result<(), Error>; pub fn leak(self) -> &mut str; pub fn default() -> String;
}
pub struct Utf8Error; pub struct FromUtf8Error; pub struct ParseIntError; pub struct ParseFloatError; pub struct TryFromIntError; pub struct AddrParseError; pub struct TypeId; pub struct Layout; pub struct LayoutError;
impl Layout {
    pub fn new<T>() -> Layout; pub fn array<T>(n: usize) -> Result<Layout, LayoutError>; pub fn for_value<T>(t: &T) -> Layout; pub fn from_size_align(size: usize, align: usize) -> Result<Layout, LayoutError>;
    pub fn from_size_align_unchecked(size: usize, align: usize) -> Layout; pub fn size(&self) -> usize; pub fn align(&self) -> usize; pub fn align_to(&self, n: usize) -> Result<Layout, LayoutError>;
    pub fn pad_to_align(&self) -> Layout; pub fn extend(&self, o: Layout) -> Result<(Layout, usize), LayoutError>;
}
// What these are made of without a doubt, or with one.
impl FromStr for i8 { type Err = ParseIntError; } impl<T> TryFrom<T> for i8 { type Error = TryFromIntError; } impl FromStr for i16 { type Err = ParseIntError; } impl<T> TryFrom<T> for i16 { type Error = TryFromIntError; } impl FromStr for i32 { type Err = ParseIntError; } impl<T> TryFrom<T> for i32 { type Error = TryFromIntError; } impl FromStr for i64 { type Err = ParseIntError; } impl<T> TryFrom<T> for i64 { type Error = TryFromIntError; } impl FromStr for i128 { type Err = ParseIntError; } impl<T> TryFrom<T> for i128 { type Error = TryFromIntError; } impl FromStr for isize { type Err = ParseIntError; } impl<T> TryFrom<T> for isize { type Error = TryFromIntError; } impl FromStr for u8 { type Err = ParseIntError; } impl<T> TryFrom<T> for u8 { type Error = TryFromIntError; } impl FromStr for u16 { type Err = ParseIntError; } impl<T> TryFrom<T> for u16 { type Error = TryFromIntError; } impl FromStr for u32 { type Err = ParseIntError; } impl<T> TryFrom<T> for u32 { type Error = TryFromIntError; } impl FromStr for u64 { type Err = ParseIntError; } impl<T> TryFrom<T> for u64 { type Error = TryFromIntError; } impl FromStr for u128 { type Err = ParseIntError; } impl<T> TryFrom<T> for u128 { type Error = TryFromIntError; } impl FromStr for usize { type Err = ParseIntError; } impl<T> TryFrom<T> for usize { type Error = TryFromIntError; } impl FromStr for f32 { type Err = ParseFloatError; } impl FromStr for f64 { type Err = ParseFloatError; }
pub struct Infallible; impl FromStr for bool { type Err = Error; } impl FromStr for char { type Err = Error; } impl FromStr for String { type Err = Infallible; } impl<T, U> TryFrom<U> for slice<T> { type Error = Error; } impl<T> TryFrom<T> for char { type Error = Error; }
impl Error for Utf8Error {} impl Error for FromUtf8Error {} impl Error for ParseIntError {} impl Error for ParseFloatError {} impl Error for TryFromIntError {}
impl Utf8Error { pub fn valid_up_to(&self) -> usize; pub fn error_len(&self) -> Option<usize>; }
impl FromUtf8Error { pub fn into_bytes(self) -> Vec<u8>; pub fn utf8_error(&self) -> Utf8Error; }
pub struct CStr; pub struct CString;
impl CStr { pub fn from_ptr<'a>(p: *const i8) -> &'a CStr; pub fn to_str(&self) -> Result<&str, Utf8Error>; pub fn to_bytes(&self) -> &[u8]; pub fn to_bytes_with_nul(&self) -> &[u8]; pub fn as_ptr(&self) -> *const i8; pub fn to_string_lossy(&self) -> Cow<str>; pub fn from_bytes_with_nul(b: &[u8]) -> Result<&CStr, Error>; }
impl Deref for CString { type Target = CStr; fn deref(&self) -> &CStr; } impl CString { pub fn new<T>(t: T) -> Result<CString, Error>; pub fn as_ptr(&self) -> *const i8; pub fn into_raw(self) -> *mut i8; pub fn as_c_str(&self) -> &CStr; pub fn as_bytes(&self) -> &[u8]; pub fn as_bytes_with_nul(&self) -> &[u8]; pub fn into_bytes(self) -> Vec<u8>; pub fn into_string(self) -> Result<String, Error>; pub fn to_str(&self) -> Result<&str, Utf8Error>; }

// --- sequences ---

pub trait SliceMethods<T: JoinedMethods>: Clone + PartialEq + Ord + Hash + Debug {
    fn len(&self) -> usize; fn is_empty(&self) -> bool; fn first(&self) -> Option<&T>; fn first_mut(&mut self) -> Option<&mut T>; fn last(&self) -> Option<&T>; fn last_mut(&mut self) -> Option<&mut T>;
    fn split_first(&self) -> Option<(&T, &[T])>; fn split_last(&self) -> Option<(&T, &[T])>; fn split_first_mut(&mut self) -> Option<(&mut T, &mut [T])>; fn get(&self, i: usize) -> Option<&T>;
    fn get_mut(&mut self, i: usize) -> Option<&mut T>; fn get_unchecked(&self, i: usize) -> &T; fn get_unchecked_mut(&mut self, i: usize) -> &mut T; fn as_ptr(&self) -> *const T; fn as_mut_ptr(&mut self) -> *mut T;
    fn swap(&mut self, a: usize, b: usize); fn reverse(&mut self); fn iter(&self) -> Iter<&T>; fn iter_mut(&mut self) -> Iter<&mut T>; fn into_iter(self) -> Iter<T>; fn windows(&self, n: usize) -> Iter<&[T]>;
    fn chunks(&self, n: usize) -> Iter<&[T]>; fn chunks_mut(&mut self, n: usize) -> Iter<&mut [T]>; fn chunks_exact(&self, n: usize) -> Iter<&[T]>; fn rchunks(&self, n: usize) -> Iter<&[T]>;
    fn split_at(&self, i: usize) -> (&[T], &[T]); fn split_at_mut(&mut self, i: usize) -> (&mut [T], &mut [T]); fn split<F: FnMut(&T) -> bool>(&self, f: F) -> Iter<&[T]>;
    fn contains(&self, t: &T) -> bool; fn starts_with(&self, o: &[T]) -> bool; fn ends_with(&self, o: &[T]) -> bool; fn strip_prefix(&self, o: &[T]) -> Option<&[T]>; fn strip_suffix(&self, o: &[T]) -> Option<&[T]>;
    fn binary_search(&self, t: &T) -> Result<usize, usize>; fn binary_search_by<F: FnMut(&T) -> Ordering>(&self, f: F) -> Result<usize, usize>;
    fn binary_search_by_key<B, F: FnMut(&T) -> B>(&self, b: &B, f: F) -> Result<usize, usize>; fn partition_point<P: FnMut(&T) -> bool>(&self, p: P) -> usize; fn sort(&mut self); fn sort_unstable(&mut self);
    fn sort_by<F: FnMut(&T, &T) -> Ordering>(&mut self, f: F); fn sort_unstable_by<F: FnMut(&T, &T) -> Ordering>(&mut self, f: F); fn sort_by_key<K, F: FnMut(&T) -> K>(&mut self, f: F);
    fn sort_unstable_by_key<K, F: FnMut(&T) -> K>(&mut self, f: F); fn sort_by_cached_key<K, F: FnMut(&T) -> K>(&mut self, f: F); fn rotate_left(&mut self, n: usize); fn rotate_right(&mut self, n: usize);
    fn fill(&mut self, t: T); fn fill_with<F: FnMut() -> T>(&mut self, f: F); fn clone_from_slice(&mut self, o: &[T]); fn copy_from_slice(&mut self, o: &[T]); fn copy_within<R>(&mut self, r: R, d: usize);
    fn swap_with_slice(&mut self, o: &mut [T]); fn to_vec(&self) -> Vec<T>; fn into_vec(self) -> Vec<T>; fn repeat(&self, n: usize) -> Vec<T>; fn concat(&self) -> T::Joined; fn join<S>(&self, s: S) -> String;
    fn as_slice(&self) -> &[T]; fn as_mut_slice(&mut self) -> &mut [T]; fn to_owned(&self) -> Vec<T>; fn as_ref(&self) -> &[T]; fn as_mut(&mut self) -> &mut [T]; fn is_ascii(&self) -> bool; fn map<U, F: FnMut(T) -> U>(self, f: F) -> [U];
    fn eq_ignore_ascii_case(&self, o: &[u8]) -> bool; fn to_ascii_lowercase(&self) -> Vec<u8>; fn trim_ascii(&self) -> &[u8]; fn escape_ascii(&self) -> Iter<u8>; fn is_sorted(&self) -> bool; fn select_nth_unstable(&mut self, n: usize) -> (&mut [T], &mut T, &mut [T]); fn select_nth_unstable_by<F: FnMut(&T, &T) -> Ordering>(&mut self, n: usize, f: F) -> (&mut [T], &mut T, &mut [T]); fn select_nth_unstable_by_key<K, F: FnMut(&T) -> K>(&mut self, n: usize, f: F) -> (&mut [T], &mut T, &mut [T]);
    fn split_off_first(&mut self) -> Option<&T>; fn as_chunks(&self) -> (&[T], &[T]); fn chunk_by<F: FnMut(&T, &T) -> bool>(&self, f: F) -> Iter<&[T]>; fn chunk_by_mut<F: FnMut(&T, &T) -> bool>(&mut self, f: F) -> Iter<&mut [T]>; fn chunks_exact_mut(&mut self, n: usize) -> Iter<&mut [T]>;
    fn rchunks_mut(&mut self, n: usize) -> Iter<&mut [T]>; fn rchunks_exact(&self, n: usize) -> Iter<&[T]>; fn split_mut<F: FnMut(&T) -> bool>(&mut self, f: F) -> Iter<&mut [T]>; fn split_inclusive<F: FnMut(&T) -> bool>(&self, f: F) -> Iter<&[T]>; fn split_at_checked(&self, i: usize) -> Option<(&[T], &[T])>;
    fn rsplit<F: FnMut(&T) -> bool>(&self, f: F) -> Iter<&[T]>; fn splitn<F: FnMut(&T) -> bool>(&self, n: usize, f: F) -> Iter<&[T]>; fn rsplitn<F: FnMut(&T) -> bool>(&self, n: usize, f: F) -> Iter<&[T]>; fn is_sorted_by<F: FnMut(&T, &T) -> bool>(&self, f: F) -> bool; fn is_sorted_by_key<K, F: FnMut(&T) -> K>(&self, f: F) -> bool; fn each_ref(&self) -> [&T];
    fn each_mut(&mut self) -> [&mut T]; fn split_last_mut(&mut self) -> Option<(&mut T, &mut [T])>; fn get_disjoint_mut<I>(&mut self, i: I) -> Result<[&mut T], Error>; fn first_chunk(&self) -> Option<&[T]>; fn first_chunk_mut(&mut self) -> Option<&mut [T]>;
    fn last_chunk(&self) -> Option<&[T]>; fn split_first_chunk(&self) -> Option<(&[T], &[T])>; fn split_last_chunk(&self) -> Option<(&[T], &[T])>; fn array_windows(&self) -> Iter<&[T]>; fn split_at_mut_checked(&mut self, i: usize) -> Option<(&mut [T], &mut [T])>;
    fn split_inclusive_mut<F: FnMut(&T) -> bool>(&mut self, f: F) -> Iter<&mut [T]>; fn rchunks_exact_mut(&mut self, n: usize) -> Iter<&mut [T]>; fn split_off_last(&mut self) -> Option<&T>; fn split_off_first_mut(&mut self) -> Option<&mut T>; fn split_off_last_mut(&mut self) -> Option<&mut T>;
}
// What parts of a kind are put together to.
pub trait JoinedMethods { type Joined; } impl JoinedMethods for str { type Joined = String; } impl JoinedMethods for String { type Joined = String; } impl<T> JoinedMethods for slice<T> { type Joined = Vec<T>; } impl<T> JoinedMethods for Vec<T> { type Joined = Vec<T>; }
// An array is a slice of which the length is told: what stands beside the element says so.
pub struct slice<T>;
pub struct measured; pub struct unmeasured; pub type array<T> = [T; N];
impl<T> SliceMethods<T> for slice<T> {} impl<T> Read for slice<T> {} impl<T> Write for slice<T> {}
impl<T> slice<T> { pub fn as_slice(&self) -> &[T]; pub fn make_ascii_lowercase(&mut self); pub fn make_ascii_uppercase(&mut self); pub fn to_ascii_lowercase(&self) -> Vec<T>; pub fn to_ascii_uppercase(&self) -> Vec<T>; pub fn utf8_chunks(&self) -> Iter<Utf8Chunk>; }
pub struct Utf8Chunk; impl Utf8Chunk { pub fn valid(&self) -> &str; pub fn invalid(&self) -> &[u8]; }
impl<T> IntoIterator for slice<T> { type Item = T; }
pub struct Vec<T>;
impl<T> SliceMethods<T> for Vec<T> {} impl<T> Write for Vec<T> {}
impl<T> Deref for Vec<T> { type Target = [T]; fn deref(&self) -> &[T]; }
impl<T> IntoIterator for Vec<T> { type Item = T; }
impl<T> FromIterator<T> for Vec<T> {}
impl<T> Vec<T> {
    pub fn len(&self) -> usize; pub fn is_empty(&self) -> bool; pub fn as_slice(&self) -> &[T]; pub fn as_mut_slice(&mut self) -> &mut [T]; pub fn as_ptr(&self) -> *const T; pub fn as_mut_ptr(&mut self) -> *mut T;
    pub fn new() -> Vec<T>; pub fn with_capacity(n: usize) -> Vec<T>; pub fn from(t: [T]) -> Vec<T>; pub fn from_raw_parts(p: *mut T, n: usize, c: usize) -> Vec<T>; pub fn capacity(&self) -> usize; pub fn default() -> Vec<T>;
    pub fn reserve(&mut self, n: usize); pub fn reserve_exact(&mut self, n: usize); pub fn try_reserve(&mut self, n: usize) -> Result<(), Error>; pub fn shrink_to_fit(&mut self); pub fn into_boxed_slice(self) -> Box<[T]>;
    pub fn truncate(&mut self, n: usize); pub fn set_len(&mut self, n: usize); pub fn swap_remove(&mut self, i: usize) -> T; pub fn insert(&mut self, i: usize, t: T); pub fn remove(&mut self, i: usize) -> T;
    pub fn retain<F: FnMut(&T) -> bool>(&mut self, f: F); pub fn retain_mut<F: FnMut(&mut T) -> bool>(&mut self, f: F); pub fn dedup(&mut self); pub fn dedup_by_key<K, F: FnMut(&mut T) -> K>(&mut self, f: F);
    pub fn push(&mut self, t: T); pub fn pop(&mut self) -> Option<T>; pub fn append(&mut self, o: &mut Vec<T>); pub fn drain<R>(&mut self, r: R) -> Iter<T>; pub fn clear(&mut self); pub fn split_off(&mut self, i: usize) -> Vec<T>;
    pub fn resize(&mut self, n: usize, t: T); pub fn resize_with<F: FnMut() -> T>(&mut self, n: usize, f: F); pub fn leak<'a>(self) -> &'a mut [T]; pub fn extend_from_slice(&mut self, o: &[T]); pub fn extend<I: IntoIterator<Item = T>>(&mut self, i: I);
    pub fn splice<R, I>(&mut self, r: R, i: I) -> Iter<T>; pub fn spare_capacity_mut(&mut self) -> &mut [MaybeUninit<T>]; pub fn dedup_by<F: FnMut(&mut T, &mut T) -> bool>(&mut self, f: F); pub fn extract_if<R, F: FnMut(&mut T) -> bool>(&mut self, r: R, f: F) -> Iter<T>;
    pub fn pop_if<P: FnOnce(&mut T) -> bool>(&mut self, p: P) -> Option<T>; pub fn push_mut(&mut self, t: T) -> &mut T; pub fn insert_mut(&mut self, i: usize, t: T) -> &mut T; pub fn extend_from_within<R>(&mut self, r: R); pub fn shrink_to(&mut self, n: usize);
}
pub struct VecDeque<T>;
impl<T> IntoIterator for VecDeque<T> { type Item = T; }
impl<T> FromIterator<T> for VecDeque<T> {}
impl<T> Clone for VecDeque<T> {}
impl<T> VecDeque<T> {
    pub fn new() -> VecDeque<T>; pub fn with_capacity(n: usize) -> VecDeque<T>; pub fn get(&self, i: usize) -> Option<&T>; pub fn get_mut(&mut self, i: usize) -> Option<&mut T>; pub fn len(&self) -> usize; pub fn is_empty(&self) -> bool;
    pub fn capacity(&self) -> usize; pub fn reserve(&mut self, n: usize); pub fn iter(&self) -> Iter<&T>; pub fn iter_mut(&mut self) -> Iter<&mut T>; pub fn into_iter(self) -> Iter<T>; pub fn clear(&mut self); pub fn front(&self) -> Option<&T>;
    pub fn front_mut(&mut self) -> Option<&mut T>; pub fn back(&self) -> Option<&T>; pub fn back_mut(&mut self) -> Option<&mut T>; pub fn pop_front(&mut self) -> Option<T>; pub fn pop_back(&mut self) -> Option<T>; pub fn push_front(&mut self, t: T);
    pub fn push_back(&mut self, t: T); pub fn drain<R>(&mut self, r: R) -> Iter<T>; pub fn extend<I: IntoIterator<Item = T>>(&mut self, i: I); pub fn truncate(&mut self, n: usize); pub fn contains(&self, t: &T) -> bool; pub fn swap(&mut self, a: usize, b: usize);
    pub fn retain<F: FnMut(&T) -> bool>(&mut self, f: F); pub fn append(&mut self, o: &mut VecDeque<T>); pub fn as_slices(&self) -> (&[T], &[T]); pub fn make_contiguous(&mut self) -> &mut [T]; pub fn insert(&mut self, i: usize, t: T);
    pub fn remove(&mut self, i: usize) -> Option<T>; pub fn split_off(&mut self, i: usize) -> VecDeque<T>; pub fn range<R>(&self, r: R) -> Iter<&T>; pub fn default() -> VecDeque<T>; pub fn resize(&mut self, n: usize, t: T);
    pub fn range_mut<R>(&mut self, r: R) -> Iter<&mut T>; pub fn retain_mut<F: FnMut(&mut T) -> bool>(&mut self, f: F); pub fn rotate_left(&mut self, n: usize); pub fn rotate_right(&mut self, n: usize); pub fn resize_with<F: FnMut() -> T>(&mut self, n: usize, f: F);
    pub fn binary_search_by<F: FnMut(&T) -> Ordering>(&self, f: F) -> Result<usize, usize>; pub fn binary_search_by_key<B, F: FnMut(&T) -> B>(&self, b: &B, f: F) -> Result<usize, usize>; pub fn partition_point<P: FnMut(&T) -> bool>(&self, p: P) -> usize;
    pub fn pop_front_if<P: FnOnce(&mut T) -> bool>(&mut self, p: P) -> Option<T>; pub fn pop_back_if<P: FnOnce(&mut T) -> bool>(&mut self, p: P) -> Option<T>; pub fn push_front_mut(&mut self, t: T) -> &mut T; pub fn push_back_mut(&mut self, t: T) -> &mut T;
    pub fn swap_remove_front(&mut self, i: usize) -> Option<T>; pub fn swap_remove_back(&mut self, i: usize) -> Option<T>; pub fn as_mut_slices(&mut self) -> (&mut [T], &mut [T]); pub fn shrink_to_fit(&mut self);
}
pub struct BinaryHeap<T>;
impl<T> IntoIterator for BinaryHeap<T> { type Item = T; }
impl<T> FromIterator<T> for BinaryHeap<T> {}
impl<T> BinaryHeap<T> { pub fn new() -> BinaryHeap<T>; pub fn push(&mut self, t: T); pub fn pop(&mut self) -> Option<T>; pub fn peek(&self) -> Option<&T>; pub fn peek_mut(&mut self) -> Option<PeekMut<T>>; pub fn len(&self) -> usize; pub fn is_empty(&self) -> bool; pub fn into_sorted_vec(self) -> Vec<T>; pub fn iter(&self) -> Iter<&T>; pub fn clear(&mut self); pub fn into_vec(self) -> Vec<T>; pub fn drain(&mut self) -> Iter<T>;
    pub fn with_capacity(n: usize) -> BinaryHeap<T>; pub fn append(&mut self, o: &mut BinaryHeap<T>); pub fn retain<F: FnMut(&T) -> bool>(&mut self, f: F); pub fn extend<I: IntoIterator<Item = T>>(&mut self, i: I); pub fn as_slice(&self) -> &[T]; pub fn default() -> BinaryHeap<T>;
}
pub struct PeekMut<T>; impl<T> Deref for PeekMut<T> { type Target = T; fn deref(&self) -> &T; } impl<T> PeekMut<T> { pub fn pop(p: PeekMut<T>) -> T; }
pub struct LinkedList<T>;
impl<T> IntoIterator for LinkedList<T> { type Item = T; }
impl<T> LinkedList<T> { pub fn new() -> LinkedList<T>; pub fn push_back(&mut self, t: T); pub fn push_front(&mut self, t: T); pub fn pop_front(&mut self) -> Option<T>; pub fn pop_back(&mut self) -> Option<T>; pub fn iter(&self) -> Iter<&T>; pub fn len(&self) -> usize; pub fn is_empty(&self) -> bool; pub fn front(&self) -> Option<&T>; pub fn back(&self) -> Option<&T>;
    pub fn front_mut(&mut self) -> Option<&mut T>; pub fn back_mut(&mut self) -> Option<&mut T>; pub fn iter_mut(&mut self) -> Iter<&mut T>; pub fn append(&mut self, o: &mut LinkedList<T>); pub fn split_off(&mut self, i: usize) -> LinkedList<T>; pub fn clear(&mut self);
    pub fn contains(&self, t: &T) -> bool; pub fn extend<I: IntoIterator<Item = T>>(&mut self, i: I); pub fn default() -> LinkedList<T>;
}
impl<T> FromIterator<T> for LinkedList<T> {}
pub struct Reverse<T>(pub T);
pub struct Wrapping<T>(pub T);
pub struct NonZero<T>; impl<T> Clone for NonZero<T> {}
impl<T> NonZero<T> { pub fn new(n: T) -> Option<NonZero<T>>; pub fn new_unchecked(n: T) -> NonZero<T>; pub fn get(self) -> T; pub fn checked_add(self, n: T) -> Option<NonZero<T>>; pub fn checked_mul(self, n: NonZero<T>) -> Option<NonZero<T>>;
    pub fn saturating_add(self, n: T) -> NonZero<T>; pub fn saturating_mul(self, n: NonZero<T>) -> NonZero<T>; pub fn trailing_zeros(self) -> u32; pub fn leading_zeros(self) -> u32;
}
pub type NonZeroU8 = NonZero<u8>; pub type NonZeroU16 = NonZero<u16>; pub type NonZeroU32 = NonZero<u32>; pub type NonZeroU64 = NonZero<u64>; pub type NonZeroU128 = NonZero<u128>; pub type NonZeroUsize = NonZero<usize>; pub type NonZeroI8 = NonZero<i8>; pub type NonZeroI16 = NonZero<i16>; pub type NonZeroI32 = NonZero<i32>; pub type NonZeroI64 = NonZero<i64>; pub type NonZeroI128 = NonZero<i128>; pub type NonZeroIsize = NonZero<isize>;

// --- maps and sets ---

pub trait MapMethods<K, V> {
    fn new() -> Self; fn with_capacity(n: usize) -> Self; fn with_hasher<S>(s: S) -> Self; fn with_capacity_and_hasher<S>(n: usize, s: S) -> Self; fn capacity(&self) -> usize; fn keys(&self) -> Iter<&K>; fn values(&self) -> Iter<&V>;
    fn values_mut(&mut self) -> Iter<&mut V>; fn into_keys(self) -> Iter<K>; fn into_values(self) -> Iter<V>; fn iter(&self) -> Iter<(&K, &V)>; fn iter_mut(&mut self) -> Iter<(&K, &mut V)>; fn into_iter(self) -> Iter<(K, V)>; fn len(&self) -> usize;
    fn is_empty(&self) -> bool; fn drain(&mut self) -> Iter<(K, V)>; fn retain<F: FnMut(&K, &mut V) -> bool>(&mut self, f: F); fn clear(&mut self); fn reserve(&mut self, n: usize); fn entry(&mut self, k: K) -> Entry<K, V>; fn get<Q>(&self, k: &Q) -> Option<&V>;
    fn get_key_value<Q>(&self, k: &Q) -> Option<(&K, &V)>; fn contains_key<Q>(&self, k: &Q) -> bool; fn get_mut<Q>(&mut self, k: &Q) -> Option<&mut V>; fn insert(&mut self, k: K, v: V) -> Option<V>; fn remove<Q>(&mut self, k: &Q) -> Option<V>;
    fn remove_entry<Q>(&mut self, k: &Q) -> Option<(K, V)>; fn extend<I>(&mut self, i: I); fn range<R>(&self, r: R) -> Iter<(&K, &V)>; fn range_mut<R>(&mut self, r: R) -> Iter<(&K, &mut V)>; fn first_key_value(&self) -> Option<(&K, &V)>;
    fn last_key_value(&self) -> Option<(&K, &V)>; fn pop_first(&mut self) -> Option<(K, V)>; fn pop_last(&mut self) -> Option<(K, V)>; fn first_entry(&mut self) -> Option<OccupiedEntry<K, V>>; fn append(&mut self, o: &mut Self); fn split_off<Q>(&mut self, k: &Q) -> Self;
    fn default() -> Self; fn shrink_to_fit(&mut self); fn hasher(&self) -> &RandomState; fn from<T>(t: T) -> Self; fn last_entry(&mut self) -> Option<OccupiedEntry<K, V>>; fn swap_remove<Q>(&mut self, k: &Q) -> Option<V>; fn shift_remove<Q>(&mut self, k: &Q) -> Option<V>; fn get_index(&self, i: usize) -> Option<(&K, &V)>; fn get_index_of<Q>(&self, k: &Q) -> Option<usize>;
}
pub struct HashMap<K, V, S>; pub struct BTreeMap<K, V>;
impl<K, V, S> HashMap<K, V, S> { pub fn extract_if<F: FnMut(&K, &mut V) -> bool>(&mut self, f: F) -> Iter<(K, V)>; pub fn get_disjoint_mut<I>(&mut self, i: I) -> [Option<&mut V>]; }
impl<K, V> BTreeMap<K, V> { pub fn extract_if<R, F: FnMut(&K, &mut V) -> bool>(&mut self, r: R, f: F) -> Iter<(K, V)>; }
impl<K, V, S> MapMethods<K, V> for HashMap<K, V, S> {}
impl<K, V> MapMethods<K, V> for BTreeMap<K, V> {}
impl<K, V, S> IntoIterator for HashMap<K, V, S> { type Item = (K, V); }
impl<K, V> IntoIterator for BTreeMap<K, V> { type Item = (K, V); }
impl<K, V, S> FromIterator<(K, V)> for HashMap<K, V, S> {} impl<K, V> FromIterator<(K, V)> for BTreeMap<K, V> {}
impl<K, V, S> Clone for HashMap<K, V, S> {} impl<K, V> Clone for BTreeMap<K, V> {}
// Kept in the order of insertion: no part of the standard library, but known under these names everywhere (`externalAliases`).
pub struct IndexMap<K, V, S>; pub struct IndexSet<T, S>;
impl<K, V, S> MapMethods<K, V> for IndexMap<K, V, S> {} impl<K, V, S> IntoIterator for IndexMap<K, V, S> { type Item = (K, V); }
impl<K, V, S> FromIterator<(K, V)> for IndexMap<K, V, S> {} impl<K, V, S> Clone for IndexMap<K, V, S> {}
impl<K, V, S> IndexMap<K, V, S> {
    pub fn get_index(&self, i: usize) -> Option<(&K, &V)>; pub fn get_index_mut(&mut self, i: usize) -> Option<(&K, &mut V)>; pub fn get_full<Q>(&self, k: &Q) -> Option<(usize, &K, &V)>; pub fn get_index_of<Q>(&self, k: &Q) -> Option<usize>;
    pub fn get_full_mut<Q>(&mut self, k: &Q) -> Option<(usize, &K, &mut V)>; pub fn get_full_mut2<Q>(&mut self, k: &Q) -> Option<(usize, &mut K, &mut V)>; pub fn iter_mut2(&mut self) -> Iter<(&mut K, &mut V)>; pub fn first(&self) -> Option<(&K, &V)>;
    pub fn last(&self) -> Option<(&K, &V)>; pub fn first_mut(&mut self) -> Option<(&K, &mut V)>; pub fn last_mut(&mut self) -> Option<(&K, &mut V)>; pub fn pop(&mut self) -> Option<(K, V)>; pub fn swap_remove_entry<Q>(&mut self, k: &Q) -> Option<(K, V)>;
    pub fn shift_remove_entry<Q>(&mut self, k: &Q) -> Option<(K, V)>; pub fn insert_full(&mut self, k: K, v: V) -> (usize, Option<V>); pub fn swap_remove_index(&mut self, i: usize) -> Option<(K, V)>; pub fn shift_remove_index(&mut self, i: usize) -> Option<(K, V)>;
    pub fn sort_by<F: FnMut(&K, &V, &K, &V) -> Ordering>(&mut self, f: F); pub fn retain2<F: FnMut(&mut K, &mut V) -> bool>(&mut self, f: F); pub fn sort_keys(&mut self); pub fn reverse(&mut self); pub fn truncate(&mut self, n: usize);
}
impl<T, S> IndexSet<T, S> { pub fn get_index(&self, i: usize) -> Option<&T>; pub fn get_index_of<Q>(&self, t: &Q) -> Option<usize>; pub fn get_full<Q>(&self, t: &Q) -> Option<(usize, &T)>; pub fn insert_full(&mut self, t: T) -> (usize, bool); pub fn swap_remove<Q>(&mut self, t: &Q) -> bool; pub fn shift_remove<Q>(&mut self, t: &Q) -> bool; pub fn pop(&mut self) -> Option<T>; }
impl<T, S> SetMethods<T> for IndexSet<T, S> {} impl<T, S> IntoIterator for IndexSet<T, S> { type Item = T; } impl<T, S> Clone for IndexSet<T, S> {}
// Places by number, what was used last, and maps that many threads share.
pub struct SlabMethods<T>; impl<T> IntoIterator for SlabMethods<T> { type Item = (usize, T); } impl<T> Clone for SlabMethods<T> {}
impl<T> SlabMethods<T> {
    pub fn get(&self, at: usize) -> Option<&T>; pub fn get_mut(&mut self, at: usize) -> Option<&mut T>; pub fn get_unchecked(&self, at: usize) -> &T; pub fn get_unchecked_mut(&mut self, at: usize) -> &mut T; pub fn insert(&mut self, t: T) -> usize;
    pub fn remove(&mut self, at: usize) -> T; pub fn try_remove(&mut self, at: usize) -> Option<T>; pub fn iter(&self) -> Iter<(usize, &T)>; pub fn iter_mut(&mut self) -> Iter<(usize, &mut T)>; pub fn into_iter(self) -> Iter<(usize, T)>; pub fn drain(&mut self) -> Iter<T>;
    pub fn vacant_entry(&mut self) -> SlabEntryMethods<T>; pub fn retain<F: FnMut(usize, &mut T) -> bool>(&mut self, f: F);
}
pub struct SlabEntryMethods<T>; impl<T> SlabEntryMethods<T> { pub fn insert(self, t: T) -> &mut T; pub fn key(&self) -> usize; }
pub struct LruCacheMethods<K, V, S>; impl<K, V, S> IntoIterator for LruCacheMethods<K, V, S> { type Item = (K, V); }
impl<K, V, S> LruCacheMethods<K, V, S> {
    pub fn get<Q>(&mut self, k: &Q) -> Option<&V>; pub fn get_mut<Q>(&mut self, k: &Q) -> Option<&mut V>; pub fn peek<Q>(&self, k: &Q) -> Option<&V>; pub fn peek_mut<Q>(&mut self, k: &Q) -> Option<&mut V>; pub fn put(&mut self, k: K, v: V) -> Option<V>;
    pub fn push(&mut self, k: K, v: V) -> Option<(K, V)>; pub fn pop<Q>(&mut self, k: &Q) -> Option<V>; pub fn pop_lru(&mut self) -> Option<(K, V)>; pub fn peek_lru(&self) -> Option<(&K, &V)>; pub fn iter(&self) -> Iter<(&K, &V)>; pub fn iter_mut(&mut self) -> Iter<(&K, &mut V)>;
    pub fn get_or_insert<F: FnOnce() -> V>(&mut self, k: K, f: F) -> &V; pub fn get_or_insert_mut<F: FnOnce() -> V>(&mut self, k: K, f: F) -> &mut V;
}
pub struct DashMapMethods<K, V, S>; impl<K, V, S> IntoIterator for DashMapMethods<K, V, S> { type Item = DashRef<K, V>; }
impl<K, V, S> DashMapMethods<K, V, S> {
    pub fn get<Q>(&self, k: &Q) -> Option<DashRef<K, V>>; pub fn get_mut<Q>(&self, k: &Q) -> Option<DashRef<K, V>>; pub fn insert(&self, k: K, v: V) -> Option<V>; pub fn remove<Q>(&self, k: &Q) -> Option<(K, V)>; pub fn iter(&self) -> Iter<DashRef<K, V>>;
    pub fn iter_mut(&self) -> Iter<DashRef<K, V>>; pub fn entry(&self, k: K) -> DashEntryMethods<K, V>; pub fn retain<F: FnMut(&K, &mut V) -> bool>(&self, f: F); pub fn remove_if<Q, F: FnOnce(&K, &V) -> bool>(&self, k: &Q, f: F) -> Option<(K, V)>;
    pub fn alter<Q, F: FnOnce(&K, V) -> V>(&self, k: &Q, f: F);
}
pub struct DashRef<K, V>; impl<K, V> DashRef<K, V> { pub fn key(&self) -> &K; pub fn value(&self) -> &V; pub fn value_mut(&mut self) -> &mut V; pub fn pair(&self) -> (&K, &V); pub fn deref(&self) -> &V; pub fn deref_mut(&mut self) -> &mut V; }
pub enum DashEntryMethods<K, V> { Occupied(OccupiedEntry<K, V>), Vacant(VacantEntry<K, V>) } impl<K, V> DashEntryMethods<K, V> { pub fn or_insert(self, v: V) -> DashRef<K, V>; pub fn or_insert_with<F: FnOnce() -> V>(self, f: F) -> DashRef<K, V>; pub fn or_default(self) -> DashRef<K, V>; pub fn and_modify<F: FnOnce(&mut V)>(self, f: F) -> DashEntryMethods<K, V>; }
pub enum Entry<K, V> { Occupied(OccupiedEntry<K, V>), Vacant(VacantEntry<K, V>) }
impl<K, V> Entry<K, V> {
    pub fn or_insert(self, v: V) -> &mut V; pub fn or_insert_with<F: FnOnce() -> V>(self, f: F) -> &mut V; pub fn or_insert_with_key<F: FnOnce(&K) -> V>(self, f: F) -> &mut V; pub fn or_default(self) -> &mut V;
    pub fn and_modify<F: FnOnce(&mut V)>(self, f: F) -> Self; pub fn key(&self) -> &K; pub fn insert_entry(self, v: V) -> OccupiedEntry<K, V>;
}
pub struct OccupiedEntry<K, V>; pub struct VacantEntry<K, V>;
impl<K, V> OccupiedEntry<K, V> { pub fn get(&self) -> &V; pub fn get_mut(&mut self) -> &mut V; pub fn into_mut(self) -> &mut V; pub fn insert(&mut self, v: V) -> V; pub fn remove(self) -> V; pub fn remove_entry(self) -> (K, V); pub fn key(&self) -> &K; }
impl<K, V> VacantEntry<K, V> { pub fn insert(self, v: V) -> &mut V; pub fn key(&self) -> &K; pub fn into_key(self) -> K; }
pub trait SetMethods<T> {
    fn new() -> Self; fn with_capacity(n: usize) -> Self; fn with_hasher<S>(s: S) -> Self; fn iter(&self) -> Iter<&T>; fn into_iter(self) -> Iter<T>; fn len(&self) -> usize; fn is_empty(&self) -> bool; fn drain(&mut self) -> Iter<T>; fn clear(&mut self);
    fn contains<Q>(&self, t: &Q) -> bool; fn insert(&mut self, t: T) -> bool; fn remove<Q>(&mut self, t: &Q) -> bool; fn get<Q>(&self, t: &Q) -> Option<&T>; fn take<Q>(&mut self, t: &Q) -> Option<T>; fn replace(&mut self, t: T) -> Option<T>;
    fn union(&self, o: &Self) -> Iter<&T>; fn intersection(&self, o: &Self) -> Iter<&T>; fn difference(&self, o: &Self) -> Iter<&T>; fn symmetric_difference(&self, o: &Self) -> Iter<&T>; fn is_subset(&self, o: &Self) -> bool; fn is_superset(&self, o: &Self) -> bool;
    fn is_disjoint(&self, o: &Self) -> bool; fn retain<F: FnMut(&T) -> bool>(&mut self, f: F); fn extend<I>(&mut self, i: I); fn first(&self) -> Option<&T>; fn last(&self) -> Option<&T>; fn pop_first(&mut self) -> Option<T>; fn pop_last(&mut self) -> Option<T>;
    fn range<R>(&self, r: R) -> Iter<&T>; fn reserve(&mut self, n: usize); fn default() -> Self; fn from<U>(t: U) -> Self; fn append(&mut self, o: &mut Self);
}
pub struct HashSet<T, S>; pub struct BTreeSet<T>;
impl<T, S> HashSet<T, S> { pub fn extract_if<F: FnMut(&T) -> bool>(&mut self, f: F) -> Iter<T>; } impl<T> BTreeSet<T> { pub fn extract_if<R, F: FnMut(&T) -> bool>(&mut self, r: R, f: F) -> Iter<T>; }
impl<T, S> SetMethods<T> for HashSet<T, S> {} impl<T> SetMethods<T> for BTreeSet<T> {}
impl<T, S> IntoIterator for HashSet<T, S> { type Item = T; } impl<T> IntoIterator for BTreeSet<T> { type Item = T; }
impl<T, S> FromIterator<T> for HashSet<T, S> {} impl<T> FromIterator<T> for BTreeSet<T> {}
impl<T, S> Clone for HashSet<T, S> {} impl<T> Clone for BTreeSet<T> {}
pub struct RandomState; pub struct DefaultHasher; impl RandomState { pub fn new() -> RandomState; } impl DefaultHasher { pub fn new() -> DefaultHasher; } impl Hasher for DefaultHasher {} impl BuildHasher for RandomState {}

// --- iterators ---

pub trait FromIterator<A> { fn from_iter<I>(i: I) -> Self; }
pub trait Extend<A> { fn extend<I>(&mut self, i: I); }
pub trait IntoIterator { type Item; type IntoIter; fn into_iter(self) -> Iter<Self::Item>; }
pub trait Iterator: IntoIterator<Item = Self::Item> {
    type Item;
    fn next(&mut self) -> Option<Self::Item>; fn size_hint(&self) -> (usize, Option<usize>); fn count(self) -> usize; fn last(self) -> Option<Self::Item>; fn nth(&mut self, n: usize) -> Option<Self::Item>; fn step_by(self, n: usize) -> Iter<Self::Item>;
    fn chain<U>(self, o: U) -> Iter<Self::Item>; fn zip<B>(self, o: impl IntoIterator<Item = B>) -> Iter<(Self::Item, B)>; fn map<B, F: FnMut(Self::Item) -> B>(self, f: F) -> Iter<B>; fn for_each<F: FnMut(Self::Item)>(self, f: F);
    fn filter<P: FnMut(&Self::Item) -> bool>(self, p: P) -> Iter<Self::Item>; fn filter_map<B, F: FnMut(Self::Item) -> Option<B>>(self, f: F) -> Iter<B>; fn enumerate(self) -> Iter<(usize, Self::Item)>; fn peekable(self) -> Peekable<Self::Item>;
    fn skip_while<P: FnMut(&Self::Item) -> bool>(self, p: P) -> Iter<Self::Item>; fn take_while<P: FnMut(&Self::Item) -> bool>(self, p: P) -> Iter<Self::Item>; fn map_while<B, P: FnMut(Self::Item) -> Option<B>>(self, p: P) -> Iter<B>;
    fn skip(self, n: usize) -> Iter<Self::Item>; fn take(self, n: usize) -> Iter<Self::Item>; fn scan<St, B, F: FnMut(&mut St, Self::Item) -> Option<B>>(self, s: St, f: F) -> Iter<B>;
    fn flat_map<U, F: FnMut(Self::Item) -> impl IntoIterator<Item = U>>(self, f: F) -> Iter<U>; fn flatten(self) -> Flatten<Self::Item>; fn fuse(self) -> Iter<Self::Item>; fn inspect<F: FnMut(&Self::Item)>(self, f: F) -> Iter<Self::Item>;
    fn by_ref(&mut self) -> &mut Self; fn collect<B: FromIterator<Self::Item>>(self) -> B; fn partition<B: FromIterator<Self::Item>, F: FnMut(&Self::Item) -> bool>(self, f: F) -> (B, B); fn try_fold<B, F: FnMut(B, Self::Item) -> R, R>(&mut self, i: B, f: F) -> R;
    fn try_for_each<F: FnMut(Self::Item) -> R, R>(&mut self, f: F) -> R; fn fold<B, F: FnMut(B, Self::Item) -> B>(self, i: B, f: F) -> B; fn reduce<F: FnMut(Self::Item, Self::Item) -> Self::Item>(self, f: F) -> Option<Self::Item>;
    fn all<F: FnMut(Self::Item) -> bool>(&mut self, f: F) -> bool; fn any<F: FnMut(Self::Item) -> bool>(&mut self, f: F) -> bool; fn find<P: FnMut(&Self::Item) -> bool>(&mut self, p: P) -> Option<Self::Item>;
    fn find_map<B, F: FnMut(Self::Item) -> Option<B>>(&mut self, f: F) -> Option<B>; fn position<P: FnMut(Self::Item) -> bool>(&mut self, p: P) -> Option<usize>; fn rposition<P: FnMut(Self::Item) -> bool>(&mut self, p: P) -> Option<usize>;
    fn max(self) -> Option<Self::Item>; fn min(self) -> Option<Self::Item>; fn max_by_key<B, F: FnMut(&Self::Item) -> B>(self, f: F) -> Option<Self::Item>; fn max_by<F: FnMut(&Self::Item, &Self::Item) -> Ordering>(self, f: F) -> Option<Self::Item>;
    fn min_by_key<B, F: FnMut(&Self::Item) -> B>(self, f: F) -> Option<Self::Item>; fn min_by<F: FnMut(&Self::Item, &Self::Item) -> Ordering>(self, f: F) -> Option<Self::Item>; fn rev(self) -> Iter<Self::Item>; fn unzip<A, B>(self) -> (A, B);
    fn copied(self) -> Iter<Self::Item>; fn cloned(self) -> Iter<Self::Item>; fn cycle(self) -> Iter<Self::Item>; fn sum<S>(self) -> S; fn product<P>(self) -> P; fn cmp<I>(self, o: I) -> Ordering; fn eq<I>(self, o: I) -> bool; fn ne<I>(self, o: I) -> bool;
    fn lt<I>(self, o: I) -> bool; fn is_sorted(self) -> bool; fn is_sorted_by<F: FnMut(&Self::Item, &Self::Item) -> bool>(self, f: F) -> bool; fn is_sorted_by_key<K, F: FnMut(Self::Item) -> K>(self, f: F) -> bool; fn next_back(&mut self) -> Option<Self::Item>; fn nth_back(&mut self, n: usize) -> Option<Self::Item>; fn rfold<B, F: FnMut(B, Self::Item) -> B>(self, i: B, f: F) -> B;
    fn rfind<P: FnMut(&Self::Item) -> bool>(&mut self, p: P) -> Option<Self::Item>; fn len(&self) -> usize; fn partial_cmp<I>(self, o: I) -> Option<Ordering>; fn array_chunks(self) -> Iter<[Self::Item]>;
    fn into_iter(self) -> Self; fn min_max(self) -> Option<Self::Item>; fn advance_by(&mut self, n: usize) -> Result<(), usize>;
}
pub trait DoubleEndedIterator: Iterator { fn next_back(&mut self) -> Option<Self::Item>; }
pub trait ExactSizeIterator: Iterator { fn len(&self) -> usize; }
pub trait FusedIterator: Iterator {}
pub struct Iter<T>;
impl<T> Iterator for Iter<T> { type Item = T; }
// What `itertools` gives to iterators where its trait is brought in.
pub trait Itertools<T> {
    fn sorted(self) -> Iter<T>; fn sorted_unstable(self) -> Iter<T>; fn sorted_by<F: FnMut(&T, &T) -> Ordering>(self, f: F) -> Iter<T>;
    fn sorted_unstable_by<F: FnMut(&T, &T) -> Ordering>(self, f: F) -> Iter<T>; fn sorted_by_key<K, F: FnMut(&T) -> K>(self, f: F) -> Iter<T>;
    fn sorted_unstable_by_key<K, F: FnMut(&T) -> K>(self, f: F) -> Iter<T>; fn sorted_by_cached_key<K, F: FnMut(&T) -> K>(self, f: F) -> Iter<T>;
    fn collect_vec(self) -> Vec<T>; fn join(&mut self, s: &str) -> String; fn unique(self) -> Iter<T>; fn unique_by<V, F: FnMut(&T) -> V>(self, f: F) -> Iter<T>; fn dedup(self) -> Iter<T>;
    fn dedup_by<F: FnMut(&T, &T) -> bool>(self, f: F) -> Iter<T>; fn dedup_with_count(self) -> Iter<(usize, T)>; fn duplicates(self) -> Iter<T>; fn interleave<J>(self, o: J) -> Iter<T>;
    fn intersperse(self, e: T) -> Iter<T>; fn intersperse_with<F: FnMut() -> T>(self, f: F) -> Iter<T>; fn cartesian_product<B>(self, o: impl IntoIterator<Item = B>) -> Iter<(T, B)>;
    fn zip_eq<B>(self, o: impl IntoIterator<Item = B>) -> Iter<(T, B)>; fn combinations(self, k: usize) -> Iter<Vec<T>>; fn permutations(self, k: usize) -> Iter<Vec<T>>; fn powerset(self) -> Iter<Vec<T>>;
    fn map_into<R>(self) -> Iter<R>; fn find_position<P: FnMut(&T) -> bool>(&mut self, p: P) -> Option<(usize, T)>; fn positions<P: FnMut(T) -> bool>(self, p: P) -> Iter<usize>;
    fn find_or_first<P: FnMut(&T) -> bool>(self, p: P) -> Option<T>; fn find_or_last<P: FnMut(&T) -> bool>(self, p: P) -> Option<T>; fn all_equal(&mut self) -> bool; fn all_unique(&mut self) -> bool;
    fn counts(self) -> HashMap<T, usize>; fn counts_by<K, F: FnMut(T) -> K>(self, f: F) -> HashMap<K, usize>; fn into_group_map_by<V, F: Fn(&T) -> V>(self, f: F) -> HashMap<V, Vec<T>>;
    fn take_while_inclusive<F: FnMut(&T) -> bool>(self, f: F) -> Iter<T>; fn take_while_ref<F: FnMut(&T) -> bool>(&mut self, f: F) -> Iter<T>; fn peeking_take_while<F: FnMut(&T) -> bool>(&mut self, f: F) -> Iter<T>;
    fn dropping(self, n: usize) -> Self; fn dropping_back(self, n: usize) -> Self; fn update<F: FnMut(&mut T)>(self, f: F) -> Iter<T>; fn k_smallest(self, k: usize) -> Iter<T>; fn k_largest(self, k: usize) -> Iter<T>;
    fn pad_using<F: FnMut(usize) -> T>(self, n: usize, f: F) -> Iter<T>; fn tree_reduce<F: FnMut(T, T) -> T>(self, f: F) -> Option<T>; fn contains<Q>(&mut self, q: &Q) -> bool;
    fn max_set_by_key<K, F: FnMut(&T) -> K>(self, f: F) -> Vec<T>; fn min_set_by_key<K, F: FnMut(&T) -> K>(self, f: F) -> Vec<T>; fn position_max(self) -> Option<usize>; fn position_min(self) -> Option<usize>;
    fn chunk_by<K, F: FnMut(&T) -> K>(self, f: F) -> ChunkBy<K, T>; fn group_by<K, F: FnMut(&T) -> K>(self, f: F) -> ChunkBy<K, T>; fn chunks(self, n: usize) -> Iter<Iter<T>>; fn exactly_one(self) -> Result<T, Error>; fn at_most_one(self) -> Result<Option<T>, Error>;
    fn merge(self, o: impl IntoIterator<Item = T>) -> Iter<T>; fn merge_by<F: FnMut(&T, &T) -> bool>(self, o: impl IntoIterator<Item = T>, f: F) -> Iter<T>; fn kmerge(self) -> Iter<T::Item>; fn coalesce<F: FnMut(T, T) -> Result<T, (T, T)>>(self, f: F) -> Iter<T>;
    fn max_set(self) -> Vec<T>; fn min_set(self) -> Vec<T>; fn max_set_by<F: FnMut(&T, &T) -> Ordering>(self, f: F) -> Vec<T>; fn min_set_by<F: FnMut(&T, &T) -> Ordering>(self, f: F) -> Vec<T>; fn with_position(self) -> Iter<(Position, T)>; fn multipeek(self) -> Peekable<T>;
    fn zip_longest<J: IntoIterator>(self, o: J) -> Iter<EitherOrBothMethods<T, J::Item>>; fn minmax(self) -> MinMaxMethods<T>; fn minmax_by_key<K, F: FnMut(&T) -> K>(self, f: F) -> MinMaxMethods<T>; fn minmax_by<F: FnMut(&T, &T) -> Ordering>(self, f: F) -> MinMaxMethods<T>;
    fn partition_map<A: FromIterator<L>, B: FromIterator<R>, L, R, F: FnMut(T) -> EitherMethods<L, R>>(self, f: F) -> (A, B);
    fn format(self, s: &str) -> String; fn format_with<W, F: FnMut(T, W)>(self, s: &str, f: F) -> String; fn all_equal_value(&mut self) -> Result<T, Error>;
    fn tuple_windows(self) -> Iter<(T, T, T, T)>; fn circular_tuple_windows(self) -> Iter<(T, T, T, T)>; fn tuples(self) -> Iter<(T, T, T, T)>; fn tuple_combinations(self) -> Iter<(T, T, T, T)>; fn collect_tuple(self) -> Option<(T, T, T, T)>; fn next_tuple(&mut self) -> Option<(T, T, T, T)>;
}
pub struct Position; pub struct ChunkBy<K, T>; impl<K, T> IntoIterator for ChunkBy<K, T> { type Item = (K, Iter<T>); }
impl<T, E> Iter<Result<T, E>> {
    pub fn map_ok<U, F: FnMut(T) -> U>(self, f: F) -> Iter<Result<U, E>>; pub fn filter_ok<F: FnMut(&T) -> bool>(self, f: F) -> Iter<Result<T, E>>; pub fn filter_map_ok<U, F: FnMut(T) -> Option<U>>(self, f: F) -> Iter<Result<U, E>>;
    pub fn fold_ok<B, F: FnMut(B, T) -> B>(&mut self, b: B, f: F) -> Result<B, E>; pub fn flatten_ok(self) -> Iter<Result<T::Item, E>>;
}
impl<K, V> Iter<(K, V)> { pub fn into_group_map(self) -> HashMap<K, Vec<V>>; }
impl<T> Itertools<T> for Iter<T> {} impl<T> Itertools<T> for Peekable<T> {} impl<T> Itertools<T> for Range<T> {}
impl<A, B> Iter<(A, B)> { pub fn unzip<P, Q, X: FromIterator<A>, Y: FromIterator<B>>(self) -> (X, Y); }
impl<T> Clone for Iter<T> {}
impl<T> Iter<T> { pub fn as_str(&self) -> &str; pub fn as_slice(&self) -> &[T]; pub fn remainder(&self) -> &[T]; pub fn as_path(&self) -> &Path; }
// The names of iterators: what they hand out where their arguments say it, else that they are iterators.
pub type IntoIter<T> = Iter<T>; pub type IterMut<T> = Iter<T>; pub type Drain<T> = Iter<T>; pub type Chunks<T> = Iter<[T]>; pub type ChunksMut<T> = Iter<[T]>; pub type ChunksExact<T> = Iter<[T]>;
pub type Windows<T> = Iter<[T]>; pub type Chars = Iter<char>; pub type CharIndices = Iter<(usize, char)>; pub type SplitWhitespace = Iter<&str>;
pub type Keys<K, V> = Iter<K>; pub type IntoKeys<K, V> = Iter<K>; pub type Values<K, V> = Iter<V>; pub type ValuesMut<K, V> = Iter<V>; pub type IntoValues<K, V> = Iter<V>;
pub type std_collections_hash_map_Iter<K, V> = Iter<(K, V)>; pub type std_collections_hash_map_IterMut<K, V> = Iter<(K, V)>; pub type std_collections_hash_map_IntoIter<K, V> = Iter<(K, V)>;
pub type std_collections_hash_map_Drain<K, V> = Iter<(K, V)>; pub type std_collections_btree_map_Iter<K, V> = Iter<(K, V)>; pub type std_collections_btree_map_IterMut<K, V> = Iter<(K, V)>;
pub type std_collections_btree_map_IntoIter<K, V> = Iter<(K, V)>; pub type std_collections_btree_map_Range<K, V> = Iter<(K, V)>; pub type std_collections_btree_map_RangeMut<K, V> = Iter<(K, V)>;
// The names of adapters: what they hand out is told by what they adapt, or by a function.
pub struct Mapped<I, F>; impl<B, I: Iterator, F: FnMut(I::Item) -> B> Iterator for Mapped<I, F> { type Item = B; } impl<I, F> Clone for Mapped<I, F> {}
pub struct FilterMapped<I, F>; impl<B, I: Iterator, F: FnMut(I::Item) -> Option<B>> Iterator for FilterMapped<I, F> { type Item = B; } impl<I, F> Clone for FilterMapped<I, F> {}
pub struct Scanned<I, S, F>; impl<B, I: Iterator, S, F: FnMut(&mut S, I::Item) -> Option<B>> Iterator for Scanned<I, S, F> { type Item = B; } impl<I, S, F> Clone for Scanned<I, S, F> {}
pub type std_iter_Map<I, F> = Mapped<I, F>; pub type std_iter_FilterMap<I, F> = FilterMapped<I, F>; pub type std_iter_MapWhile<I, F> = FilterMapped<I, F>; pub type std_iter_Scan<I, S, F> = Scanned<I, S, F>;
pub type std_iter_FlatMap<I, U: IntoIterator, F> = Iter<U::Item>; pub type std_iter_Flatten<I: Iterator> = Flatten<I::Item>; pub type std_iter_Filter<I: Iterator, F> = Iter<I::Item>;
pub type std_iter_Rev<I: Iterator> = Iter<I::Item>; pub type std_iter_Skip<I: Iterator> = Iter<I::Item>; pub type std_iter_Take<I: Iterator> = Iter<I::Item>;
pub type std_iter_Fuse<I: Iterator> = Iter<I::Item>; pub type std_iter_Cycle<I: Iterator> = Iter<I::Item>; pub type std_iter_StepBy<I: Iterator> = Iter<I::Item>;
pub type std_iter_SkipWhile<I: Iterator, F> = Iter<I::Item>; pub type std_iter_TakeWhile<I: Iterator, F> = Iter<I::Item>; pub type std_iter_Inspect<I: Iterator, F> = Iter<I::Item>;
pub type std_iter_Cloned<I: Iterator> = Iter<I::Item>; pub type std_iter_Copied<I: Iterator> = Iter<I::Item>; pub type std_iter_Chain<I: Iterator, F> = Iter<I::Item>;
pub type std_iter_Enumerate<I: Iterator> = Iter<(usize, I::Item)>; pub type std_iter_Zip<A: Iterator, B: Iterator> = Iter<(A::Item, B::Item)>;
pub type std_iter_Peekable<I: Iterator> = Peekable<I::Item>;
pub struct Peekable<T>;
impl<T> Iterator for Peekable<T> { type Item = T; }
impl<T> Peekable<T> { pub fn peek(&mut self) -> Option<&T>; pub fn peek_mut(&mut self) -> Option<&mut T>; pub fn next_if<F: FnOnce(&T) -> bool>(&mut self, f: F) -> Option<T>; pub fn next_if_eq<R>(&mut self, r: &R) -> Option<T>; pub fn next_if_map<R, F: FnOnce(T) -> Result<R, T>>(&mut self, f: F) -> Option<R>; pub fn next_if_map_mut<R, F: FnOnce(&mut T) -> Option<R>>(&mut self, f: F) -> Option<R>; }
pub struct Flatten<T>;
impl<T: IntoIterator> Iterator for Flatten<T> { type Item = T::Item; }
pub struct Range<T> { pub start: T, pub end: T } pub struct RangeInclusive<T> { pub start: T, pub end: T }
pub struct RangeFrom<T> { pub start: T } pub struct RangeTo<T> { pub end: T } pub struct RangeToInclusive<T> { pub end: T } pub struct RangeFull;
impl<T> Iterator for RangeFrom<T> { type Item = T; } impl<T> RangeFrom<T> { pub fn contains<U>(&self, t: &U) -> bool; }
impl<T> RangeTo<T> { pub fn contains<U>(&self, t: &U) -> bool; } impl<T> RangeToInclusive<T> { pub fn contains<U>(&self, t: &U) -> bool; }
impl<T> Clone for Range<T> {} impl<T> Clone for RangeInclusive<T> {} impl<T> Clone for RangeFrom<T> {} impl<T> Clone for RangeTo<T> {} impl<T> Clone for RangeToInclusive<T> {}
impl<T> Clone for Bound<T> {} impl<T> Clone for Peekable<T> {} impl<T> Clone for Flatten<T> {} impl<T> Clone for BinaryHeap<T> {} impl<T> Clone for LinkedList<T> {} impl<T> Clone for Reverse<T> {}
impl<T> Clone for Wrapping<T> {} impl<B, C> Clone for ControlFlow<B, C> {} impl<T> Clone for Cursor<T> {} impl<T> Clone for RefCell<T> {} impl<T> Clone for Cell<T> {} impl<T> Clone for OnceCell<T> {}
impl<T> RangeBounds<T> for Range<T> {} impl<T> RangeBounds<T> for RangeInclusive<T> {} impl<T> RangeBounds<T> for RangeFrom<T> {}
impl<T> RangeBounds<T> for RangeTo<T> {} impl<T> RangeBounds<T> for RangeToInclusive<T> {} impl<T> RangeBounds<T> for RangeFull {}
impl<T> Iterator for Range<T> { type Item = T; } impl<T> Iterator for RangeInclusive<T> { type Item = T; }
impl<T> Range<T> { pub fn contains<U>(&self, t: &U) -> bool; pub fn is_empty(&self) -> bool; pub fn start_bound(&self) -> Bound<T>; pub fn end_bound(&self) -> Bound<T>; }
impl<T> RangeInclusive<T> { pub fn contains<U>(&self, t: &U) -> bool; pub fn start(&self) -> &T; pub fn end(&self) -> &T; pub fn new(a: T, b: T) -> RangeInclusive<T>; pub fn into_inner(self) -> (T, T); }
pub trait RangeBounds<T> { fn start_bound(&self) -> Bound<&T>; fn end_bound(&self) -> Bound<&T>; fn contains<U>(&self, t: &U) -> bool; }
pub enum Bound<T> { Included(T), Excluded(T), Unbounded }
pub fn once<T>(t: T) -> Iter<T>; pub fn repeat<T>(t: T) -> Iter<T>; pub fn repeat_with<T, F: FnMut() -> T>(f: F) -> Iter<T>; pub fn empty<T>() -> Iter<T>; pub fn from_fn<T, F: FnMut() -> Option<T>>(f: F) -> Iter<T>;
pub fn successors<T, F: FnMut(&T) -> Option<T>>(first: Option<T>, f: F) -> Iter<T>; pub fn zip<A, B>(a: impl IntoIterator<Item = A>, b: impl IntoIterator<Item = B>) -> Iter<(A, B)>; pub fn slice_from_fn<T, F: FnMut(usize) -> T>(f: F) -> [T; N]; pub fn from_ref<T>(t: &T) -> &[T]; pub fn from_mut<T>(t: &mut T) -> &mut [T];

// --- pointers and cells ---

// What `pin_project` gives to a type: its fields under the same names.
pub trait PinProject { fn project(self) -> Self; fn project_ref(self) -> Self; }
// What a derive of that name gives to a type: it stands for the one field that it holds, or that is marked.
pub trait DerivedDeref<T> {}
// What classes of GObject give: the object its implementation, and that the object.
pub trait WrappedObject<T> { fn imp(&self) -> &T; } pub trait ObjectSubclassMethods<T> { fn obj(&self) -> &T; }
// What a derive of a builder gives: all of its methods (`externalBuilders`) give it back, but for the last one.
pub trait DerivedBuilderMethods { fn builder() -> DerivedBuilder<Self>; }
pub struct DerivedBuilder<T>; impl<T> DerivedBuilder<T> { pub fn build(self) -> T; pub fn call(self) -> T; }
pub struct DerivedTryingBuilder<T>; impl<T> DerivedTryingBuilder<T> { pub fn build(&self) -> Result<T, Self>; pub fn default() -> Self; pub fn create_empty() -> Self; }

pub struct Box<T>; pub struct Rc<T>; pub struct Arc<T>; pub struct Weak<T>; pub struct Pin<T>; pub struct ManuallyDrop<T>;
pub enum Cow<T: KeptMethods> { Borrowed(&T), Owned(T::Kept) } pub trait KeptMethods { type Kept; } impl KeptMethods for str { type Kept = String; } impl<T> KeptMethods for slice<T> { type Kept = Vec<T>; }
impl KeptMethods for Path { type Kept = PathBuf; } impl KeptMethods for OsStr { type Kept = OsString; } impl KeptMethods for CStr { type Kept = CString; }
impl<T> Box<T> { pub fn new(t: T) -> Box<T>; pub fn pin(t: T) -> Pin<Box<T>>; pub fn from_raw(p: *mut T) -> Box<T>; pub fn into_raw(b: Box<T>) -> *mut T; pub fn leak<'a>(b: Box<T>) -> &'a mut T; pub fn into_pin(b: Box<T>) -> Pin<Box<T>>; pub fn into_inner(b: Box<T>) -> T; pub fn from(t: T) -> Box<T>; pub fn new_uninit() -> Box<MaybeUninit<T>>; pub fn as_ref(&self) -> &T; pub fn as_mut(&mut self) -> &mut T; pub fn clone(&self) -> Box<T>; pub fn default() -> Box<T>; }
impl<T> Rc<T> { pub fn new(t: T) -> Rc<T>; pub fn clone(&self) -> Rc<T>; pub fn downgrade(r: &Rc<T>) -> Weak<T>; pub fn strong_count(r: &Rc<T>) -> usize; pub fn weak_count(r: &Rc<T>) -> usize; pub fn ptr_eq(a: &Rc<T>, b: &Rc<T>) -> bool; pub fn get_mut(r: &mut Rc<T>) -> Option<&mut T>; pub fn make_mut(r: &mut Rc<T>) -> &mut T; pub fn try_unwrap(r: Rc<T>) -> Result<T, Rc<T>>; pub fn as_ptr(r: &Rc<T>) -> *const T; pub fn into_inner(r: Rc<T>) -> Option<T>; pub fn from(t: T) -> Rc<T>; pub fn as_ref(&self) -> &T; pub fn new_cyclic<F: FnOnce(&Weak<T>) -> T>(f: F) -> Rc<T>; pub fn into_raw(r: Rc<T>) -> *const T; pub fn from_raw(p: *const T) -> Rc<T>; pub fn unwrap_or_clone(r: Rc<T>) -> T; pub fn default() -> Rc<T>; }
impl<T> Arc<T> { pub fn new(t: T) -> Arc<T>; pub fn pin(t: T) -> Pin<Arc<T>>; pub fn clone(&self) -> Arc<T>; pub fn downgrade(r: &Arc<T>) -> Weak<T>; pub fn strong_count(r: &Arc<T>) -> usize; pub fn weak_count(r: &Arc<T>) -> usize; pub fn ptr_eq(a: &Arc<T>, b: &Arc<T>) -> bool; pub fn get_mut(r: &mut Arc<T>) -> Option<&mut T>; pub fn make_mut(r: &mut Arc<T>) -> &mut T; pub fn try_unwrap(r: Arc<T>) -> Result<T, Arc<T>>; pub fn as_ptr(r: &Arc<T>) -> *const T; pub fn into_inner(r: Arc<T>) -> Option<T>; pub fn from(t: T) -> Arc<T>; pub fn as_ref(&self) -> &T; pub fn new_cyclic<F: FnOnce(&Weak<T>) -> T>(f: F) -> Arc<T>; pub fn into_raw(r: Arc<T>) -> *const T; pub fn from_raw(p: *const T) -> Arc<T>; pub fn increment_strong_count(p: *const T); pub fn decrement_strong_count(p: *const T); pub fn unwrap_or_clone(r: Arc<T>) -> T; pub fn default() -> Arc<T>; }
impl<T> Weak<T> { pub fn new() -> Weak<T>; pub fn upgrade(&self) -> Option<Arc<T>>; pub fn clone(&self) -> Weak<T>; pub fn strong_count(&self) -> usize; pub fn ptr_eq(&self, o: &Weak<T>) -> bool; pub fn as_ptr(&self) -> *const T; }
impl<T> Pin<T> { pub fn new(t: T) -> Pin<T>; pub fn new_unchecked(t: T) -> Pin<T>; pub fn as_ref(&self) -> Pin<&T>; pub fn as_mut(&mut self) -> Pin<&mut T>; pub fn get_mut(self) -> T; pub fn get_ref(self) -> T; pub fn get_unchecked_mut(self) -> T; pub fn set(&mut self, t: T); pub fn into_inner(p: Pin<T>) -> T; pub fn into_ref(self) -> Pin<T>; pub fn map_unchecked_mut<U, F: FnOnce(&mut T) -> &mut U>(self, f: F) -> Pin<&mut U>; pub fn map_unchecked<U, F: FnOnce(&T) -> &U>(self, f: F) -> Pin<&U>; pub fn into_inner_unchecked(p: Pin<T>) -> T; pub fn static_ref(r: &T) -> Pin<&T>; pub fn as_deref_mut(self: Pin<&mut Pin<T>>) -> Pin<&mut T>; }
impl Cow<str> { pub fn into_owned(self) -> String; pub fn to_mut(&mut self) -> &mut String; } impl<T> Cow<slice<T>> { pub fn into_owned(self) -> Vec<T>; pub fn to_mut(&mut self) -> &mut Vec<T>; }
impl Cow<Path> { pub fn into_owned(self) -> PathBuf; pub fn to_mut(&mut self) -> &mut PathBuf; } impl Cow<OsStr> { pub fn into_owned(self) -> OsString; pub fn to_mut(&mut self) -> &mut OsString; } impl Cow<CStr> { pub fn into_owned(self) -> CString; pub fn to_mut(&mut self) -> &mut CString; }
impl<T> Cow<T> { pub fn into_owned(self) -> T; pub fn to_mut(&mut self) -> &mut T; pub fn is_borrowed(&self) -> bool; pub fn is_owned(&self) -> bool; pub fn from(t: T) -> Cow<T>; pub fn clone(&self) -> Cow<T>; pub fn as_ref(&self) -> &T; }
impl<T> ManuallyDrop<T> { pub fn new(t: T) -> ManuallyDrop<T>; pub fn into_inner(m: ManuallyDrop<T>) -> T; pub fn take(m: &mut ManuallyDrop<T>) -> T; pub fn drop(m: &mut ManuallyDrop<T>); }
pub struct NonNull<T>; pub struct MaybeUninit<T>; pub struct PhantomData<T>; pub struct Cell<T>; pub struct RefCell<T>; pub struct UnsafeCell<T>; pub struct OnceCell<T>; pub struct OnceLock<T>; pub struct LazyLock<T>; pub struct LazyCell<T>;
impl<T> NonNull<T> { pub fn new(p: *mut T) -> Option<NonNull<T>>; pub fn new_unchecked(p: *mut T) -> NonNull<T>; pub fn dangling() -> NonNull<T>; pub fn as_ptr(self) -> *mut T; pub fn as_ref<'a>(&self) -> &'a T; pub fn as_mut<'a>(&mut self) -> &'a mut T; pub fn cast<U>(self) -> NonNull<U>; pub fn from(t: &T) -> NonNull<T>; pub fn addr(self) -> usize; }
impl<T> Clone for NonNull<T> {} impl<T> PartialEq for NonNull<T> {}
impl<T> MaybeUninit<T> { pub fn new(t: T) -> MaybeUninit<T>; pub fn uninit() -> MaybeUninit<T>; pub fn zeroed() -> MaybeUninit<T>; pub fn write(&mut self, t: T) -> &mut T; pub fn as_ptr(&self) -> *const T; pub fn as_mut_ptr(&mut self) -> *mut T; pub fn assume_init(self) -> T; pub fn assume_init_ref(&self) -> &T; pub fn assume_init_mut(&mut self) -> &mut T; pub fn assume_init_read(&self) -> T; pub fn assume_init_drop(&mut self); }
impl<T> Cell<T> { pub fn new(t: T) -> Cell<T>; pub fn set(&self, t: T); pub fn get(&self) -> T; pub fn replace(&self, t: T) -> T; pub fn take(&self) -> T; pub fn into_inner(self) -> T; pub fn as_ptr(&self) -> *mut T; pub fn get_mut(&mut self) -> &mut T; pub fn swap(&self, o: &Cell<T>); pub fn update<F: FnOnce(T) -> T>(&self, f: F); }
impl<T> RefCell<T> { pub fn new(t: T) -> RefCell<T>; pub fn borrow(&self) -> Ref<T>; pub fn borrow_mut(&self) -> RefMut<T>; pub fn try_borrow(&self) -> Result<Ref<T>, BorrowError>; pub fn try_borrow_mut(&self) -> Result<RefMut<T>, BorrowMutError>; pub fn into_inner(self) -> T; pub fn replace(&self, t: T) -> T; pub fn take(&self) -> T; pub fn get_mut(&mut self) -> &mut T; pub fn swap(&self, o: &RefCell<T>); pub fn as_ptr(&self) -> *mut T; pub fn replace_with<F: FnOnce(&mut T) -> T>(&self, f: F) -> T; }
pub struct Ref<T>; pub struct RefMut<T>; pub struct BorrowError; pub struct BorrowMutError;
impl<T> Ref<T> { pub fn map<U, F: FnOnce(&T) -> &U>(r: Ref<T>, f: F) -> Ref<U>; pub fn clone(r: &Ref<T>) -> Ref<T>; pub fn filter_map<U, F: FnOnce(&T) -> Option<&U>>(r: Ref<T>, f: F) -> Result<Ref<U>, Ref<T>>; pub fn map_split<U, V, F: FnOnce(&T) -> (&U, &V)>(r: Ref<T>, f: F) -> (Ref<U>, Ref<V>); }
impl<T> RefMut<T> { pub fn filter_map<U, F: FnOnce(&mut T) -> Option<&mut U>>(r: RefMut<T>, f: F) -> Result<RefMut<U>, RefMut<T>>; pub fn map_split<U, V, F: FnOnce(&mut T) -> (&mut U, &mut V)>(r: RefMut<T>, f: F) -> (RefMut<U>, RefMut<V>); pub fn map<U, F: FnOnce(&mut T) -> &mut U>(r: RefMut<T>, f: F) -> RefMut<U>; }
impl<T> UnsafeCell<T> { pub fn new(t: T) -> UnsafeCell<T>; pub fn get(&self) -> *mut T; pub fn get_mut(&mut self) -> &mut T; pub fn into_inner(self) -> T; pub fn raw_get(p: *const Self) -> *mut T; }
impl<T> OnceCell<T> { pub fn new() -> OnceCell<T>; pub fn get(&self) -> Option<&T>; pub fn set(&self, t: T) -> Result<(), T>; pub fn get_or_init<F: FnOnce() -> T>(&self, f: F) -> &T; pub fn get_mut(&mut self) -> Option<&mut T>; pub fn take(&mut self) -> Option<T>; pub fn into_inner(self) -> Option<T>; }
impl<T> OnceLock<T> { pub fn new() -> OnceLock<T>; pub fn get(&self) -> Option<&T>; pub fn set(&self, t: T) -> Result<(), T>; pub fn get_or_init<F: FnOnce() -> T>(&self, f: F) -> &T; pub fn get_mut(&mut self) -> Option<&mut T>; pub fn take(&mut self) -> Option<T>; }
impl<T> LazyLock<T> { pub fn new<F: FnOnce() -> T>(f: F) -> LazyLock<T>; pub fn force(l: &LazyLock<T>) -> &T; } impl<T> LazyCell<T> { pub fn new<F: FnOnce() -> T>(f: F) -> LazyCell<T>; pub fn force(l: &LazyCell<T>) -> &T; }

// --- threads and locks ---

pub struct Mutex<T>; pub struct MutexGuard<T>; pub struct RwLock<T>; pub struct RwLockReadGuard<T>; pub struct RwLockWriteGuard<T>; pub struct Condvar; pub struct Barrier; pub struct Once; pub struct PoisonError<T>; pub type LockResult<T> = Result<T, PoisonError<T>>;
impl<T> Mutex<T> { pub fn new(t: T) -> Mutex<T>; pub fn lock(&self) -> Result<MutexGuard<T>, PoisonError<MutexGuard<T>>>; pub fn try_lock(&self) -> Result<MutexGuard<T>, PoisonError<MutexGuard<T>>>; pub fn into_inner(self) -> Result<T, PoisonError<T>>; pub fn get_mut(&mut self) -> Result<&mut T, PoisonError<T>>; pub fn is_poisoned(&self) -> bool; pub fn clear_poison(&self); }
impl<T> RwLock<T> { pub fn new(t: T) -> RwLock<T>; pub fn read(&self) -> Result<RwLockReadGuard<T>, PoisonError<T>>; pub fn write(&self) -> Result<RwLockWriteGuard<T>, PoisonError<T>>; pub fn try_read(&self) -> Result<RwLockReadGuard<T>, PoisonError<T>>; pub fn try_write(&self) -> Result<RwLockWriteGuard<T>, PoisonError<T>>; pub fn into_inner(self) -> Result<T, PoisonError<T>>; pub fn get_mut(&mut self) -> Result<&mut T, PoisonError<T>>; }
impl<T> PoisonError<T> { pub fn new(t: T) -> PoisonError<T>; pub fn into_inner(self) -> T; pub fn get_ref(&self) -> &T; pub fn get_mut(&mut self) -> &mut T; }
impl Condvar { pub fn new() -> Condvar; pub fn wait<T>(&self, g: MutexGuard<T>) -> Result<MutexGuard<T>, PoisonError<T>>; pub fn wait_timeout<T>(&self, g: MutexGuard<T>, d: Duration) -> Result<(MutexGuard<T>, WaitTimeoutResult), PoisonError<T>>; pub fn wait_while<T, F: FnMut(&mut T) -> bool>(&self, g: MutexGuard<T>, f: F) -> Result<MutexGuard<T>, PoisonError<T>>; pub fn notify_one(&self); pub fn notify_all(&self); }
pub struct WaitTimeoutResult; impl WaitTimeoutResult { pub fn timed_out(&self) -> bool; } impl Barrier { pub fn new(n: usize) -> Barrier; pub fn wait(&self); } impl Once { pub fn new() -> Once; pub fn call_once<F: FnOnce()>(&self, f: F); pub fn is_completed(&self) -> bool; }
pub struct JoinHandle<T>; pub struct Thread; pub struct ThreadId; pub struct ThreadBuilder; pub struct LocalKey<T>; pub struct Scope; pub struct AccessError;
impl Scope { pub fn spawn<T, F: FnOnce() -> T>(&self, f: F) -> JoinHandle<T>; }
impl<T> JoinHandle<T> { pub fn join(self) -> Result<T, Box<dyn Any>>; pub fn thread(&self) -> &Thread; pub fn is_finished(&self) -> bool; }
impl Thread { pub fn unpark(&self); pub fn id(&self) -> ThreadId; pub fn name(&self) -> Option<&str>; }
impl<T> LocalKey<T> { pub fn with<R, F: FnOnce(&T) -> R>(&self, f: F) -> R; pub fn try_with<R, F: FnOnce(&T) -> R>(&self, f: F) -> Result<R, AccessError>; }
impl<T> LocalKey<RefCell<T>> { pub fn with_borrow<R, F: FnOnce(&T) -> R>(&self, f: F) -> R; pub fn with_borrow_mut<R, F: FnOnce(&mut T) -> R>(&self, f: F) -> R; pub fn set(&self, t: T); pub fn take(&self) -> T; pub fn replace(&self, t: T) -> T; }
impl<T> LocalKey<Cell<T>> { pub fn set(&self, t: T); pub fn get(&self) -> T; pub fn take(&self) -> T; pub fn replace(&self, t: T) -> T; }
pub trait AtomicMethods<T> {
    fn new(t: T) -> Self; fn load(&self, o: Ordering) -> T; fn store(&self, t: T, o: Ordering); fn swap(&self, t: T, o: Ordering) -> T; fn compare_exchange(&self, a: T, b: T, s: Ordering, f: Ordering) -> Result<T, T>; fn compare_exchange_weak(&self, a: T, b: T, s: Ordering, f: Ordering) -> Result<T, T>;
    fn fetch_add(&self, t: T, o: Ordering) -> T; fn fetch_sub(&self, t: T, o: Ordering) -> T; fn fetch_and(&self, t: T, o: Ordering) -> T; fn fetch_or(&self, t: T, o: Ordering) -> T; fn fetch_xor(&self, t: T, o: Ordering) -> T; fn fetch_max(&self, t: T, o: Ordering) -> T; fn fetch_min(&self, t: T, o: Ordering) -> T;
    fn fetch_update<F: FnMut(T) -> Option<T>>(&self, a: Ordering, b: Ordering, f: F) -> Result<T, T>; fn into_inner(self) -> T; fn get_mut(&mut self) -> &mut T; fn compare_and_swap(&self, a: T, b: T, o: Ordering) -> T; fn as_ptr(&self) -> *mut T; fn fetch_not(&self, o: Ordering) -> T;
}
pub struct AtomicBool; pub struct AtomicUsize; pub struct AtomicIsize; pub struct AtomicU8; pub struct AtomicU16; pub struct AtomicU32; pub struct AtomicU64; pub struct AtomicI8; pub struct AtomicI16; pub struct AtomicI32; pub struct AtomicI64; pub struct AtomicPtr<T>;
impl AtomicMethods<bool> for AtomicBool {} impl AtomicMethods<usize> for AtomicUsize {} impl AtomicMethods<isize> for AtomicIsize {} impl AtomicMethods<u8> for AtomicU8 {} impl AtomicMethods<u16> for AtomicU16 {} impl AtomicMethods<u32> for AtomicU32 {} impl AtomicMethods<u64> for AtomicU64 {} impl AtomicMethods<i8> for AtomicI8 {} impl AtomicMethods<i16> for AtomicI16 {} impl AtomicMethods<i32> for AtomicI32 {} impl AtomicMethods<i64> for AtomicI64 {} impl<T> AtomicMethods<*mut T> for AtomicPtr<T> {}

// --- programs that are run ---

pub struct std_process_Command; impl Debug for std_process_Command {}
impl std_process_Command {
    pub fn new<S>(p: S) -> std_process_Command; pub fn arg<S>(&mut self, s: S) -> &mut std_process_Command; pub fn args<I>(&mut self, i: I) -> &mut std_process_Command; pub fn env<K, V>(&mut self, k: K, v: V) -> &mut std_process_Command; pub fn envs<I>(&mut self, i: I) -> &mut std_process_Command; pub fn env_remove<K>(&mut self, k: K) -> &mut std_process_Command;
    pub fn env_clear(&mut self) -> &mut std_process_Command; pub fn current_dir<P>(&mut self, p: P) -> &mut std_process_Command; pub fn stdin<T>(&mut self, t: T) -> &mut std_process_Command; pub fn stdout<T>(&mut self, t: T) -> &mut std_process_Command; pub fn stderr<T>(&mut self, t: T) -> &mut std_process_Command;
    pub fn spawn(&mut self) -> Result<std_process_Child, std_io_Error>; pub fn output(&mut self) -> Result<std_process_Output, std_io_Error>; pub fn status(&mut self) -> Result<std_process_ExitStatus, std_io_Error>;
    pub fn get_program(&self) -> &OsStr; pub fn get_args(&self) -> Iter<&OsStr>; pub fn get_envs(&self) -> Iter<(&OsStr, Option<&OsStr>)>; pub fn get_current_dir(&self) -> Option<&Path>;
}
pub struct std_process_Output { pub status: std_process_ExitStatus, pub stdout: Vec<u8>, pub stderr: Vec<u8> } impl Clone for std_process_Output {} impl PartialEq for std_process_Output {} impl Eq for std_process_Output {} impl Debug for std_process_Output {}
pub struct std_process_ExitStatus; impl Copy for std_process_ExitStatus {} impl Clone for std_process_ExitStatus {} impl PartialEq for std_process_ExitStatus {} impl Eq for std_process_ExitStatus {} impl Debug for std_process_ExitStatus {} impl Display for std_process_ExitStatus {} impl Default for std_process_ExitStatus {}
impl std_process_ExitStatus { pub fn success(&self) -> bool; pub fn code(&self) -> Option<i32>; }
pub struct std_process_Child { pub stdin: Option<std_process_ChildStdin>, pub stdout: Option<std_process_ChildStdout>, pub stderr: Option<std_process_ChildStderr> } impl Debug for std_process_Child {}
impl std_process_Child {
    pub fn kill(&mut self) -> Result<(), std_io_Error>; pub fn id(&self) -> u32; pub fn wait(&mut self) -> Result<std_process_ExitStatus, std_io_Error>; pub fn try_wait(&mut self) -> Result<Option<std_process_ExitStatus>, std_io_Error>; pub fn wait_with_output(self) -> Result<std_process_Output, std_io_Error>;
}
pub struct std_process_ChildStdin; impl Write for std_process_ChildStdin {} pub struct std_process_ChildStdout; impl Read for std_process_ChildStdout {} pub struct std_process_ChildStderr; impl Read for std_process_ChildStderr {}

// --- futures ---

// What extensions give to what is waited for, where their traits are brought in.
pub trait FutureMethods<T: Tried> {
    fn map<U, F: FnOnce(T) -> U>(self, f: F) -> FutureAbroad<U>; fn then<R: Future, F: FnOnce(T) -> R>(self, f: F) -> FutureAbroad<R::Output>; fn boxed<'a>(self) -> FutureAbroad<T>; fn boxed_local<'a>(self) -> FutureAbroad<T>;
    fn fuse(self) -> FutureAbroad<T>; fn shared(self) -> FutureAbroad<T>; fn inspect<F: FnOnce(&T)>(self, f: F) -> FutureAbroad<T>; fn now_or_never(self) -> Option<T>; fn catch_unwind(self) -> FutureAbroad<Result<T, Box<dyn Any>>>; fn poll_unpin(&mut self, cx: &mut Context) -> Poll<T>;
    fn instrument<S>(self, s: S) -> FutureAbroad<T>; fn in_current_span(self) -> FutureAbroad<T>; fn map_ok<U, F: FnOnce(T::Output) -> U>(self, f: F) -> FutureAbroad<Result<U, T::Failure>>;
    fn map_err<U, F: FnOnce(T::Failure) -> U>(self, f: F) -> FutureAbroad<Result<T::Output, U>>; fn and_then<R: Future, F: FnOnce(T::Output) -> R>(self, f: F) -> FutureAbroad<R::Output>;
    fn or_else<R: Future, F: FnOnce(T::Failure) -> R>(self, f: F) -> FutureAbroad<R::Output>; fn inspect_ok<F: FnOnce(&T::Output)>(self, f: F) -> FutureAbroad<T>; fn inspect_err<F: FnOnce(&T::Failure)>(self, f: F) -> FutureAbroad<T>;
}
pub trait Future: FutureMethods<Self::Output> { type Output; fn poll(self: Pin<&mut Self>, cx: &mut Context) -> Poll<Self::Output>; }
pub trait IntoFuture { type Output; fn into_future(self) -> impl Future<Output = Self::Output>; }
pub enum Poll<T> { Ready(T), Pending }
impl<T> Poll<T> { pub fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Poll<U>; pub fn is_ready(&self) -> bool; pub fn is_pending(&self) -> bool; pub fn map_ok<U, F: FnOnce(T) -> U>(self, f: F) -> Poll<U>; pub fn map_err<F, O: FnOnce(T) -> F>(self, f: O) -> Poll<T>; }
impl<T> Clone for Poll<T> {}
pub struct Context; impl Context { pub fn from_waker(w: &Waker) -> Context; pub fn waker(&self) -> &Waker; }
pub struct Waker; impl Clone for Waker {} impl Waker { pub fn wake(self); pub fn wake_by_ref(&self); pub fn will_wake(&self, o: &Waker) -> bool; pub fn from_raw(w: RawWaker) -> Waker; pub fn noop() -> &Waker; pub fn data(&self) -> *const u8; }
pub struct RawWaker; pub struct RawWakerVTable; impl RawWaker { pub fn new(p: *const u8, v: &RawWakerVTable) -> RawWaker; } impl RawWakerVTable { pub fn new() -> RawWakerVTable; }
pub trait Wake { fn wake(self: Arc<Self>); fn wake_by_ref(self: &Arc<Self>); }

// --- what other packages have under names known everywhere (`externalAliases`) ---

// Locks that give their guards at once, or when awaited; a lock of a test harness gives them as the library's own does.
pub struct GuardMethods<T>; impl<T> GuardMethods<T> { pub fn unwrap(self) -> GuardMethods<T>; pub fn expect(self, msg: &str) -> GuardMethods<T>; }
pub struct LockMethods<T>;
impl<T> LockMethods<T> {
    pub fn new(t: T) -> LockMethods<T>; pub fn lock(&self) -> GuardMethods<T>; pub fn try_lock(&self) -> Option<GuardMethods<T>>; pub fn read(&self) -> GuardMethods<T>; pub fn write(&self) -> GuardMethods<T>; pub fn try_read(&self) -> Option<GuardMethods<T>>;
    pub fn try_write(&self) -> Option<GuardMethods<T>>; pub fn blocking_lock(&self) -> GuardMethods<T>; pub fn blocking_read(&self) -> GuardMethods<T>; pub fn blocking_write(&self) -> GuardMethods<T>; pub fn upgradable_read(&self) -> GuardMethods<T>;
    pub fn lock_owned(self) -> GuardMethods<T>; pub fn try_lock_owned(self) -> Option<GuardMethods<T>>; pub fn try_read_owned(self) -> Option<GuardMethods<T>>; pub fn try_write_owned(self) -> Option<GuardMethods<T>>; pub fn read_owned(self) -> GuardMethods<T>; pub fn write_owned(self) -> GuardMethods<T>; pub fn lock_arc(&self) -> GuardMethods<T>; pub fn read_arc(&self) -> GuardMethods<T>; pub fn write_arc(&self) -> GuardMethods<T>; pub fn try_read_for(&self, d: Duration) -> Option<GuardMethods<T>>; pub fn try_write_for(&self, d: Duration) -> Option<GuardMethods<T>>;
    pub fn read_recursive(&self) -> GuardMethods<T>; pub fn get_mut(&mut self) -> &mut T;
    pub fn into_inner(self) -> T; pub fn try_lock_for(&self, d: Duration) -> Option<GuardMethods<T>>; pub fn borrow<C>(&self, c: C) -> &T;
}
impl<U> LockMethods<RefCell<U>> { pub fn borrow_ref<C>(&self, c: C) -> Ref<U>; pub fn borrow_ref_mut<C>(&self, c: C) -> RefMut<U>; }
// What shows the one thing that it holds: a lazy value, a handler's argument, a system's resource.
// What a pointer shows by name is its own, not that of what it points at.
impl<T> Box<T> { pub fn deref(&self) -> &T; pub fn deref_mut(&mut self) -> &mut T; } impl<T> Rc<T> { pub fn deref(&self) -> &T; pub fn deref_mut(&mut self) -> &mut T; }
impl<T> Arc<T> { pub fn deref(&self) -> &T; pub fn deref_mut(&mut self) -> &mut T; } impl<T> Pin<T> { pub fn deref(&self) -> &T; pub fn deref_mut(&mut self) -> &mut T; }
impl<T> Ref<T> { pub fn deref(&self) -> &T; pub fn deref_mut(&mut self) -> &mut T; } impl<T> RefMut<T> { pub fn deref(&self) -> &T; pub fn deref_mut(&mut self) -> &mut T; }
impl<T> MutexGuard<T> { pub fn deref(&self) -> &T; pub fn deref_mut(&mut self) -> &mut T; } impl<T> RwLockReadGuard<T> { pub fn deref(&self) -> &T; pub fn deref_mut(&mut self) -> &mut T; }
impl<T> RwLockWriteGuard<T> { pub fn deref(&self) -> &T; pub fn deref_mut(&mut self) -> &mut T; } impl<T> LazyLock<T> { pub fn deref(&self) -> &T; pub fn deref_mut(&mut self) -> &mut T; }
impl<T> LazyCell<T> { pub fn deref(&self) -> &T; pub fn deref_mut(&mut self) -> &mut T; } impl<T> ManuallyDrop<T> { pub fn deref(&self) -> &T; pub fn deref_mut(&mut self) -> &mut T; }
impl<T> LenderMethods<T> { pub fn deref(&self) -> &T; pub fn deref_mut(&mut self) -> &mut T; } impl<T> GuardMethods<T> { pub fn deref(&self) -> &T; pub fn deref_mut(&mut self) -> &mut T; }
pub struct LenderMethods<T>(pub T);
impl<T> LenderMethods<T> { pub fn into_inner(self) -> T; pub fn get_ref(&self) -> &T; pub fn force(h: &LenderMethods<T>) -> &T; pub fn inner(&self) -> &T; }
// The same of what is copied itself where it is cloned.
pub struct HolderMethods<T>(pub T); impl<T> Clone for HolderMethods<T> {} impl<T> HolderMethods<T> { pub fn deref(&self) -> &T; pub fn deref_mut(&mut self) -> &mut T; }
impl<T> HolderMethods<T> { pub fn new(t: T) -> HolderMethods<T>; pub fn into_inner(self) -> T; pub fn get_ref(&self) -> &T; pub fn force(h: &HolderMethods<T>) -> &T; pub fn inner(&self) -> &T; }
pub struct SwapMethods<T>; impl<T> SwapMethods<T> { pub fn new(t: Arc<T>) -> SwapMethods<T>; pub fn from_pointee(t: T) -> SwapMethods<T>; pub fn load(&self) -> Arc<T>; pub fn load_full(&self) -> Arc<T>; pub fn swap(&self, t: Arc<T>) -> Arc<T>; pub fn into_inner(self) -> Arc<T>; pub fn store(&self, t: Arc<T>); }
pub struct JoinMethods<T>; impl<T> Future for JoinMethods<T> { type Output = Result<T, Error>; } impl<T> JoinMethods<T> { pub fn join(self) -> Result<T, Error>; pub fn abort(&self); pub fn is_finished(&self) -> bool; }
pub type FutureAbroad<T> = Box<dyn Future<Output = T>>;
// A list of fixed room or in another's memory, or the library's own under another path: apart, for a trait may be given to both.
pub struct VecAbroad<T>; impl<T> Deref for VecAbroad<T> { type Target = Vec<T>; fn deref(&self) -> &Vec<T>; } impl<T> IntoIterator for VecAbroad<T> { type Item = T; } impl<T> FromIterator<T> for VecAbroad<T> {} impl<T> Clone for VecAbroad<T> {}
// A list that is never empty.
pub struct FilledMethods<T>; impl<T> Deref for FilledMethods<T> { type Target = Vec<T>; fn deref(&self) -> &Vec<T>; } impl<T> IntoIterator for FilledMethods<T> { type Item = T; } impl<T> Clone for FilledMethods<T> {}
impl<T> FilledMethods<T> { pub fn new(t: T) -> FilledMethods<T>; pub fn first(&self) -> &T; pub fn first_mut(&mut self) -> &mut T; pub fn last(&self) -> &T; pub fn last_mut(&mut self) -> &mut T; }
pub trait ArrayMethods { type Element; } impl<T> ArrayMethods for slice<T> { type Element = T; } pub type SmallVecAbroad<A: ArrayMethods> = VecAbroad<A::Element>;
// What comes one by one and is waited for; with the methods that its extensions give it, where all of them agree.
pub trait StreamMethods<T: Future> {
    fn buffered(self, n: usize) -> StreamAbroad<T::Output>; fn buffer_unordered(self, n: usize) -> StreamAbroad<T::Output>; fn filter<R, F: FnMut(&T) -> R>(self, f: F) -> StreamAbroad<T>;
    fn zip<S: Stream>(self, o: S) -> StreamAbroad<(T, S::Item)>; fn for_each_concurrent<L, R, F: FnMut(T) -> R>(self, l: L, f: F) -> impl Future<Output = ()>;
}
pub trait Stream: StreamMethods<Self::Item> {
    type Item;
    fn poll_next(self: Pin<&mut Self>, cx: &mut Context) -> Poll<Option<Self::Item>>; fn poll_next_unpin(&mut self, cx: &mut Context) -> Poll<Option<Self::Item>>; fn next(&mut self) -> impl Future<Output = Option<Self::Item>>;
    fn try_next(&mut self) -> TryNext<Self::Item>; fn select_next_some(&mut self) -> impl Future<Output = Self::Item>; fn map<B, F: FnMut(Self::Item) -> B>(self, f: F) -> StreamAbroad<B>;
    fn then<B, F: FnMut(Self::Item) -> impl Future<Output = B>>(self, f: F) -> StreamAbroad<B>; fn take(self, n: usize) -> StreamAbroad<Self::Item>; fn skip(self, n: usize) -> StreamAbroad<Self::Item>; fn fuse(self) -> StreamAbroad<Self::Item>;
    fn boxed<'a>(self) -> StreamAbroad<Self::Item>; fn boxed_local<'a>(self) -> StreamAbroad<Self::Item>; fn chain<S>(self, o: S) -> StreamAbroad<Self::Item>; fn enumerate(self) -> StreamAbroad<(usize, Self::Item)>; fn by_ref(&mut self) -> &mut Self;
    fn for_each<R, F: FnMut(Self::Item) -> R>(self, f: F) -> impl Future<Output = ()>; fn size_hint(&self) -> (usize, Option<usize>); fn collect<B: FromIterator<Self::Item>>(self) -> impl Future<Output = B>;
    fn try_collect<B: FromTried<Self::Item>>(self) -> impl Future<Output = Result<B, Error>>;
}
pub trait Tried { type Output; type Failure; } impl<T, E> Tried for Result<T, E> { type Output = T; type Failure = E; }
pub trait FromTried<R> {} impl<T, E> FromTried<Result<T, E>> for Vec<T> {} impl<T, S, E> FromTried<Result<T, E>> for HashSet<T, S> {} impl<T, E> FromTried<Result<T, E>> for BTreeSet<T> {}
impl<K, V, S, E> FromTried<Result<(K, V), E>> for HashMap<K, V, S> {} impl<K, V, E> FromTried<Result<(K, V), E>> for BTreeMap<K, V> {}
pub struct TryNext<R>; impl<R: Tried> Future for TryNext<R> { type Output = Result<Option<R::Output>, Error>; }
pub type StreamAbroad<T> = Box<dyn Stream<Item = T>>;

// --- channels ---

pub struct Sender<T>; impl<T> Sender<T> { pub fn send(&self, t: T) -> Result<(), Error>; }
pub fn channel<T>() -> (Sender<T>, Receiver<T>); pub fn sync_channel<T>(n: usize) -> (Sender<T>, Receiver<T>);
pub struct SenderMethods<T>; impl<T> SenderMethods<T> { pub fn send(&self, t: T) -> Result<(), Error>; pub fn try_send(&self, t: T) -> Result<(), Error>; pub fn blocking_send(&self, t: T) -> Result<(), Error>; pub fn subscribe(&self) -> Receiver<T>; pub fn clone(&self) -> SenderMethods<T>; }
// What threads go through side by side, as one package has it: closures take what those of iterators take.
pub trait ParallelIterator {
    type Item;
    fn map<B, F: Fn(Self::Item) -> B>(self, f: F) -> ParIter<B>; fn for_each<F: Fn(Self::Item)>(self, f: F); fn filter<P: Fn(&Self::Item) -> bool>(self, p: P) -> ParIter<Self::Item>; fn inspect<F: Fn(&Self::Item)>(self, f: F) -> ParIter<Self::Item>;
    fn filter_map<B, F: Fn(Self::Item) -> Option<B>>(self, f: F) -> ParIter<B>; fn flat_map<U, F: Fn(Self::Item) -> impl IntoIterator<Item = U>>(self, f: F) -> ParIter<U>; fn flat_map_iter<U, F: Fn(Self::Item) -> impl IntoIterator<Item = U>>(self, f: F) -> ParIter<U>;
    fn map_with<S, B, F: Fn(&mut S, Self::Item) -> B>(self, s: S, f: F) -> ParIter<B>; fn map_init<S, I: Fn() -> S, B, F: Fn(&mut S, Self::Item) -> B>(self, i: I, f: F) -> ParIter<B>; fn for_each_with<S, F: Fn(&mut S, Self::Item)>(self, s: S, f: F);
    fn for_each_init<S, I: Fn() -> S, F: Fn(&mut S, Self::Item)>(self, i: I, f: F); fn try_for_each<R, F: Fn(Self::Item) -> R>(self, f: F) -> R; fn fold<B, I: Fn() -> B, F: Fn(B, Self::Item) -> B>(self, i: I, f: F) -> ParIter<B>;
    fn reduce<I: Fn() -> Self::Item, F: Fn(Self::Item, Self::Item) -> Self::Item>(self, i: I, f: F) -> Self::Item; fn reduce_with<F: Fn(Self::Item, Self::Item) -> Self::Item>(self, f: F) -> Option<Self::Item>; fn collect<B: FromIterator<Self::Item>>(self) -> B;
    fn collect_into_vec(self, v: &mut Vec<Self::Item>); fn partition<B: FromIterator<Self::Item>, F: Fn(&Self::Item) -> bool>(self, f: F) -> (B, B); fn find_any<P: Fn(&Self::Item) -> bool>(self, p: P) -> Option<Self::Item>;
    fn find_first<P: Fn(&Self::Item) -> bool>(self, p: P) -> Option<Self::Item>; fn find_map_any<B, F: Fn(Self::Item) -> Option<B>>(self, f: F) -> Option<B>; fn find_map_first<B, F: Fn(Self::Item) -> Option<B>>(self, f: F) -> Option<B>;
    fn any<F: Fn(Self::Item) -> bool>(self, f: F) -> bool; fn all<F: Fn(Self::Item) -> bool>(self, f: F) -> bool; fn position_any<F: Fn(Self::Item) -> bool>(self, f: F) -> Option<usize>; fn count(self) -> usize; fn len(&self) -> usize;
    fn min_by_key<K, F: Fn(&Self::Item) -> K>(self, f: F) -> Option<Self::Item>; fn max_by_key<K, F: Fn(&Self::Item) -> K>(self, f: F) -> Option<Self::Item>; fn min_by<F: Fn(&Self::Item, &Self::Item) -> Ordering>(self, f: F) -> Option<Self::Item>;
    fn max_by<F: Fn(&Self::Item, &Self::Item) -> Ordering>(self, f: F) -> Option<Self::Item>; fn min(self) -> Option<Self::Item>; fn max(self) -> Option<Self::Item>; fn sum<S>(self) -> S; fn product<S>(self) -> S;
    fn enumerate(self) -> ParIter<(usize, Self::Item)>; fn zip<B>(self, o: impl IntoIterator<Item = B>) -> ParIter<(Self::Item, B)>; fn chain<U>(self, o: U) -> ParIter<Self::Item>; fn rev(self) -> ParIter<Self::Item>; fn take(self, n: usize) -> ParIter<Self::Item>;
    fn skip(self, n: usize) -> ParIter<Self::Item>; fn with_min_len(self, n: usize) -> ParIter<Self::Item>; fn with_max_len(self, n: usize) -> ParIter<Self::Item>; fn chunks(self, n: usize) -> ParIter<Vec<Self::Item>>;
}
pub struct ParIter<T>; impl<T> ParallelIterator for ParIter<T> { type Item = T; } impl<T> IntoIterator for ParIter<T> { type Item = T; } impl<T> Clone for ParIter<T> {} impl<T> ParIter<&T> { pub fn cloned(self) -> ParIter<T>; pub fn copied(self) -> ParIter<T>; }
pub trait IntoParallelRefIterator<T> { fn par_iter(&self) -> ParIter<T>; } impl<T> IntoParallelRefIterator<&T> for slice<T> {} impl<T> IntoParallelRefIterator<&T> for HashSet<T> {} impl<T> IntoParallelRefIterator<&T> for BTreeSet<T> {}
impl<K, V> IntoParallelRefIterator<(&K, &V)> for HashMap<K, V> {} impl<K, V> IntoParallelRefIterator<(&K, &V)> for BTreeMap<K, V> {} impl<T> IntoParallelRefIterator<&T> for Option<T> {} impl<T> IntoParallelRefIterator<&T> for VecDeque<T> {}
pub trait IntoParallelRefMutIterator<T> { fn par_iter_mut(&mut self) -> ParIter<T>; } impl<T> IntoParallelRefMutIterator<&mut T> for slice<T> {} impl<K, V> IntoParallelRefMutIterator<(&K, &mut V)> for HashMap<K, V> {} impl<K, V> IntoParallelRefMutIterator<(&K, &mut V)> for BTreeMap<K, V> {}
pub trait IntoParallelIterator<T> { fn into_par_iter(self) -> ParIter<T>; } impl<T> IntoParallelIterator<T> for Vec<T> {} impl<T> IntoParallelIterator<T> for Range<T> {} impl<T> IntoParallelIterator<T> for RangeInclusive<T> {} impl<T> IntoParallelIterator<T> for HashSet<T> {}
impl<K, V> IntoParallelIterator<(K, V)> for HashMap<K, V> {} impl<K, V> IntoParallelIterator<(K, V)> for BTreeMap<K, V> {} impl<T> IntoParallelIterator<T> for BTreeSet<T> {} impl<T> IntoParallelIterator<T> for Option<T> {} impl<T> IntoParallelIterator<T> for VecDeque<T> {}
pub trait ParallelBridge<T> { fn par_bridge(self) -> ParIter<T>; } impl<T> ParallelBridge<T> for Iter<T> {} impl<T> ParallelBridge<T> for Range<T> {}
pub trait ParallelSlice<T> { fn par_chunks(&self, n: usize) -> ParIter<&[T]>; fn par_chunks_exact(&self, n: usize) -> ParIter<&[T]>; fn par_windows(&self, n: usize) -> ParIter<&[T]>; fn par_split<P: Fn(&T) -> bool>(&self, p: P) -> ParIter<&[T]>; } impl<T> ParallelSlice<T> for slice<T> {}
pub trait ParallelSliceMut<T> { fn par_chunks_mut(&mut self, n: usize) -> ParIter<&mut [T]>; fn par_chunks_exact_mut(&mut self, n: usize) -> ParIter<&mut [T]>; fn par_sort(&mut self); fn par_sort_unstable(&mut self); fn par_sort_by<F: Fn(&T, &T) -> Ordering>(&mut self, f: F);
    fn par_sort_by_key<K, F: Fn(&T) -> K>(&mut self, f: F); fn par_sort_unstable_by<F: Fn(&T, &T) -> Ordering>(&mut self, f: F); fn par_sort_unstable_by_key<K, F: Fn(&T) -> K>(&mut self, f: F); fn par_sort_by_cached_key<K, F: Fn(&T) -> K>(&mut self, f: F);
} impl<T> ParallelSliceMut<T> for slice<T> {}
pub trait ParallelString { fn par_lines(&self) -> ParIter<&str>; fn par_chars(&self) -> ParIter<char>; fn par_split_whitespace(&self) -> ParIter<&str>; } impl ParallelString for str {}

pub fn foundAbroad<T>() -> Option<&T>; pub fn heldAbroad<T>() -> &T; pub fn readAbroad<T>() -> Result<T, Error>; pub fn readNextAbroad<T>() -> Result<Option<T>, Error>; pub fn readEntryAbroad<K, V>() -> Result<Option<(K, V)>, Error>; pub fn awaitedAbroad<F: Future>(f: F) -> F::Output; pub fn sameAbroad<T>(t: T) -> T;
pub fn unfoldAbroad<S, I, F: FnMut(S) -> impl Future<Output = Option<(I, S)>>>(s: S, f: F) -> StreamAbroad<I>;
pub fn tryUnfoldAbroad<S, I, E, F: FnMut(S) -> impl Future<Output = Result<Option<(I, S)>, E>>>(s: S, f: F) -> StreamAbroad<Result<I, E>>;
// What systems of entities ask for, and events that they read.
pub struct QueryMethods<D, F>; impl<D, F> IntoIterator for QueryMethods<D, F> { type Item = D; }
impl<D, F> QueryMethods<D, F> {
    pub fn iter(&self) -> Iter<D>; pub fn iter_mut(&mut self) -> Iter<D>; pub fn get<E>(&self, e: E) -> Result<D, Error>; pub fn get_mut<E>(&mut self, e: E) -> Result<D, Error>; pub fn get_single(&self) -> Result<D, Error>; pub fn get_single_mut(&mut self) -> Result<D, Error>;
    pub fn iter_many<L>(&self, l: L) -> Iter<D>; pub fn iter_many_mut<L>(&mut self, l: L) -> Iter<D>; pub fn par_iter(&self) -> ParIter<D>; pub fn par_iter_mut(&mut self) -> ParIter<D>; pub fn is_empty(&self) -> bool; pub fn contains<E>(&self, e: E) -> bool;
}
pub struct EventReaderMethods<E>; impl<E> EventReaderMethods<E> { pub fn read(&mut self) -> Iter<E>; pub fn iter(&mut self) -> Iter<E>; pub fn is_empty(&self) -> bool; pub fn clear(&mut self); pub fn len(&self) -> usize; }
// Lists with something between their elements, as macros read them.
pub struct PunctuatedMethods<T, P>; impl<T, P> IntoIterator for PunctuatedMethods<T, P> { type Item = T; } impl<T, P> FromIterator<T> for PunctuatedMethods<T, P> {} impl<T, P> Clone for PunctuatedMethods<T, P> {}
impl<T, P> PunctuatedMethods<T, P> {
    pub fn new() -> PunctuatedMethods<T, P>; pub fn parse_terminated<I>(i: I) -> Result<PunctuatedMethods<T, P>, Error>; pub fn parse_separated_nonempty<I>(i: I) -> Result<PunctuatedMethods<T, P>, Error>; pub fn iter(&self) -> Iter<T>; pub fn iter_mut(&mut self) -> Iter<T>; pub fn first(&self) -> Option<&T>;
    pub fn first_mut(&mut self) -> Option<&mut T>; pub fn last(&self) -> Option<&T>; pub fn last_mut(&mut self) -> Option<&mut T>; pub fn len(&self) -> usize; pub fn is_empty(&self) -> bool; pub fn push(&mut self, t: T); pub fn push_value(&mut self, t: T); pub fn insert(&mut self, i: usize, t: T); pub fn get(&self, i: usize) -> Option<&T>;
}
// Rows of databases.
pub fn queryMapAbroad<P, T, E, F: FnMut(&Row) -> Result<T, E>>(p: P, f: F) -> Result<Iter<Result<T, E>>, Error>; pub fn queryRowAbroad<S, P, T, E, F: FnOnce(&Row) -> Result<T, E>>(s: S, p: P, f: F) -> Result<T, E>; pub fn queryAsAbroad<D, T>() -> QueryAsMethods<T>; pub struct Row;
pub struct QueryAsMethods<T>;
impl<T> QueryAsMethods<T> {
    pub fn bind<B>(self, b: B) -> QueryAsMethods<T>; pub fn persistent(self, p: bool) -> QueryAsMethods<T>; pub fn fetch<E>(self, e: E) -> StreamAbroad<Result<T, Error>>; pub fn fetch_one<E>(self, e: E) -> FutureAbroad<Result<T, Error>>; pub fn fetch_optional<E>(self, e: E) -> FutureAbroad<Result<Option<T>, Error>>;
    pub fn fetch_all<E>(self, e: E) -> FutureAbroad<Result<Vec<T>, Error>>;
}
// What is gone through as long as nothing fails.
pub trait FallibleIterator {
    type Item; type Error; fn next(&mut self) -> Result<Option<Self::Item>, Self::Error>; fn map<B, F: FnMut(Self::Item) -> Result<B, Self::Error>>(self, f: F) -> FallibleAbroad<B, Self::Error>; fn filter<F: FnMut(&Self::Item) -> Result<bool, Self::Error>>(self, f: F) -> FallibleAbroad<Self::Item, Self::Error>;
    fn filter_map<B, F: FnMut(Self::Item) -> Result<Option<B>, Self::Error>>(self, f: F) -> FallibleAbroad<B, Self::Error>; fn for_each<F: FnMut(Self::Item) -> Result<(), Self::Error>>(self, f: F) -> Result<(), Self::Error>; fn collect<B: FromIterator<Self::Item>>(self) -> Result<B, Self::Error>;
    fn fold<B, F: FnMut(B, Self::Item) -> Result<B, Self::Error>>(self, b: B, f: F) -> Result<B, Self::Error>; fn count(self) -> Result<usize, Self::Error>; fn last(self) -> Result<Option<Self::Item>, Self::Error>; fn any<F: FnMut(Self::Item) -> Result<bool, Self::Error>>(&mut self, f: F) -> Result<bool, Self::Error>;
    fn all<F: FnMut(Self::Item) -> Result<bool, Self::Error>>(&mut self, f: F) -> Result<bool, Self::Error>; fn find<F: FnMut(&Self::Item) -> Result<bool, Self::Error>>(&mut self, f: F) -> Result<Option<Self::Item>, Self::Error>; fn peekable(self) -> FallibleAbroad<Self::Item, Self::Error>;
}
pub type FallibleAbroad<T, E> = Box<dyn FallibleIterator<Item = T, Error = E>>;
// Graphs, and values that are kept under keys that the map gives.
pub struct GraphMethods<N, E, T, I>; pub struct EdgeMethods<E>; impl<E> EdgeMethods<E> { pub fn weight(&self) -> &E; pub fn source(&self) -> usize; pub fn target(&self) -> usize; pub fn id(&self) -> usize; } impl<N, E, T, I> Clone for GraphMethods<N, E, T, I> {}
impl<N, E, T, I> GraphMethods<N, E, T, I> {
    pub fn node_weight<X>(&self, i: X) -> Option<&N>; pub fn node_weight_mut<X>(&mut self, i: X) -> Option<&mut N>; pub fn edge_weight<X>(&self, i: X) -> Option<&E>; pub fn edge_weight_mut<X>(&mut self, i: X) -> Option<&mut E>; pub fn node_weights(&self) -> Iter<N>; pub fn node_weights_mut(&mut self) -> Iter<N>;
    pub fn edge_weights(&self) -> Iter<E>; pub fn edge_weights_mut(&mut self) -> Iter<E>; pub fn remove_node<X>(&mut self, i: X) -> Option<N>; pub fn remove_edge<X>(&mut self, i: X) -> Option<E>; pub fn edges<X>(&self, i: X) -> Iter<EdgeMethods<E>>; pub fn edges_directed<X, D>(&self, i: X, d: D) -> Iter<EdgeMethods<E>>;
    pub fn edge_references(&self) -> Iter<EdgeMethods<E>>; pub fn edges_connecting<X>(&self, a: X, b: X) -> Iter<EdgeMethods<E>>; pub fn index<X>(&self, i: X) -> _;
}
pub struct SlotMapMethods<K, V>; impl<K, V> MapMethods<K, V> for SlotMapMethods<K, V> {} impl<K, V> IntoIterator for SlotMapMethods<K, V> { type Item = (K, V); } impl<K, V> Clone for SlotMapMethods<K, V> {}
impl<K, V> SlotMapMethods<K, V> { pub fn new() -> SlotMapMethods<K, V>; pub fn with_key() -> SlotMapMethods<K, V>; pub fn insert(&mut self, v: V) -> K; pub fn insert_with_key<F: FnOnce(K) -> V>(&mut self, f: F) -> K; pub fn try_insert(&mut self, v: V) -> Result<K, Error>; }
// Chance.
pub trait RandomMethods<T> {
    fn choose<R>(self, r: &mut R) -> Option<T>; fn choose_mut<R>(&mut self, r: &mut R) -> Option<&mut T>; fn choose_multiple<R>(self, r: &mut R, n: usize) -> Iter<T>; fn choose_weighted<R, W, F: Fn(&T) -> W>(&self, r: &mut R, f: F) -> Result<&T, Error>;
}
impl<T> RandomMethods<T> for slice<T> {} impl<T> RandomMethods<T> for Iter<T> {}
// What traits of other packages give to a type that has them.
pub fn ownAbroad<T>() -> T; pub fn ownTriedAbroad<T>() -> Result<T, Error>; pub fn ownListedAbroad<T>() -> &[T];
// One of two, or both; whatever both sides are, the whole is.
pub enum EitherMethods<L, R> { Left(L), Right(R) } impl<L, R> Clone for EitherMethods<L, R> {} impl<L: Iterator, R> Iterator for EitherMethods<L, R> { type Item = L::Item; } impl<L: Future, R> Future for EitherMethods<L, R> { type Output = L::Output; }
impl<L, R> EitherMethods<L, R> {
    pub fn left(self) -> Option<L>; pub fn right(self) -> Option<R>; pub fn is_left(&self) -> bool; pub fn is_right(&self) -> bool; pub fn unwrap_left(self) -> L; pub fn unwrap_right(self) -> R; pub fn as_ref(&self) -> EitherMethods<L, R>; pub fn as_mut(&mut self) -> EitherMethods<L, R>;
    pub fn flip(self) -> EitherMethods<R, L>; pub fn either<T, F: FnOnce(L) -> T, G: FnOnce(R) -> T>(self, f: F, g: G) -> T; pub fn map_left<T, F: FnOnce(L) -> T>(self, f: F) -> EitherMethods<T, R>; pub fn map_right<T, F: FnOnce(R) -> T>(self, f: F) -> EitherMethods<L, T>;
    pub fn left_or(self, l: L) -> L; pub fn right_or(self, r: R) -> R; pub fn left_or_else<F: FnOnce(R) -> L>(self, f: F) -> L; pub fn right_or_else<F: FnOnce(L) -> R>(self, f: F) -> R; pub fn into_inner(self) -> L; pub fn factor_first(self) -> L; pub fn expect_left(self, m: &str) -> L; pub fn expect_right(self, m: &str) -> R;
}
pub enum EitherOrBothMethods<A, B> { Both(A, B), Left(A), Right(B) }
impl<A, B> EitherOrBothMethods<A, B> { pub fn left(self) -> Option<A>; pub fn right(self) -> Option<B>; pub fn both(self) -> Option<(A, B)>; pub fn just_left(self) -> Option<A>; pub fn just_right(self) -> Option<B>; pub fn left_and_right(self) -> (Option<A>, Option<B>); pub fn or(self, a: A, b: B) -> (A, B); pub fn or_default(self) -> (A, B); }
pub enum MinMaxMethods<T> { NoElements, OneElement(T), MinMax(T, T) } impl<T> MinMaxMethods<T> { pub fn into_option(self) -> Option<(T, T)>; }
// Tasks that run beside, and what waits for several of them.
pub fn taskAbroad<F: Future>(f: F) -> JoinMethods<F::Output>; pub fn blockingAbroad<T, F: FnOnce() -> T>(f: F) -> JoinMethods<T>; pub fn timeoutAbroad<F: Future>(d: Duration, f: F) -> FutureAbroad<Result<F::Output, Error>>;
pub fn joinAllAbroad<F: Future, I: IntoIterator<Item = F>>(i: I) -> FutureAbroad<Vec<F::Output>>;
pub fn tryJoinAllAbroad<T, E, F: Future<Output = Result<T, E>>, I: IntoIterator<Item = F>>(i: I) -> FutureAbroad<Result<Vec<T>, E>>;
pub fn okAbroad<T>(t: T) -> FutureAbroad<Result<T, Error>>; pub fn lazyAbroad<T, F: FnOnce(&mut Context) -> T>(f: F) -> FutureAbroad<T>; pub fn readyAbroad<T>(t: T) -> FutureAbroad<T>; pub fn ranAbroad<T, F: FnOnce() -> T>(f: F) -> T;
pub fn streamAbroad<I: IntoIterator>(i: I) -> StreamAbroad<I::Item>; pub fn onceAbroad<F: Future>(f: F) -> StreamAbroad<F::Output>;
pub struct FuturesMethods<F>; impl<F: Future> Stream for FuturesMethods<F> { type Item = F::Output; } impl<F> FromIterator<F> for FuturesMethods<F> {}
impl<F> FuturesMethods<F> { pub fn new() -> FuturesMethods<F>; pub fn push(&self, f: F); pub fn push_back(&mut self, f: F); pub fn push_front(&mut self, f: F); pub fn len(&self) -> usize; pub fn is_empty(&self) -> bool; }
pub struct JoinSetMethods<T>; pub struct AbortMethods; impl AbortMethods { pub fn abort(&self); pub fn is_finished(&self) -> bool; }
impl<T> JoinSetMethods<T> {
    pub fn new() -> JoinSetMethods<T>; pub fn spawn<F: Future<Output = T>>(&mut self, f: F) -> AbortMethods; pub fn spawn_blocking<F: FnOnce() -> T>(&mut self, f: F) -> AbortMethods; pub fn len(&self) -> usize; pub fn is_empty(&self) -> bool;
    pub fn join_next(&mut self) -> FutureAbroad<Option<Result<T, Error>>>; pub fn try_join_next(&mut self) -> Option<Result<T, Error>>; pub fn join_all(self) -> FutureAbroad<Vec<T>>; pub fn abort_all(&mut self); pub fn detach_all(&mut self); pub fn shutdown(&mut self) -> FutureAbroad<()>;
}
pub fn channelAbroad<T>() -> (SenderMethods<T>, Receiver<T>);
pub struct Receiver<T>; impl<T> Future for Receiver<T> { type Output = Result<T, Error>; } impl<T> IntoIterator for Receiver<T> { type Item = T; }
impl<T> Receiver<T> {
    pub fn recv(&self) -> Option<T>; pub fn try_recv(&self) -> Option<T>; pub fn recv_timeout(&self, d: Duration) -> Option<T>; pub fn blocking_recv(&self) -> Option<T>; pub fn recv_async(&self) -> Option<T>; pub fn iter(&self) -> Iter<T>;
    pub fn try_iter(&self) -> Iter<T>; pub fn into_iter(self) -> Iter<T>; pub fn next(&mut self) -> Option<T>; pub fn drain(&self) -> Iter<T>; pub fn borrow(&self) -> &T; pub fn borrow_and_update(&mut self) -> &T; pub fn clone(&self) -> Receiver<T>;
}

// --- time, paths, input and output ---

pub struct Duration; pub struct Instant; pub struct SystemTime;
impl Duration {
    pub fn new(s: u64, n: u32) -> Duration; pub fn from_secs(s: u64) -> Duration; pub fn from_millis(n: u64) -> Duration; pub fn from_micros(n: u64) -> Duration; pub fn from_nanos(n: u64) -> Duration; pub fn from_secs_f64(n: f64) -> Duration; pub fn from_secs_f32(n: f32) -> Duration;
    pub fn as_secs(&self) -> u64; pub fn as_millis(&self) -> u128; pub fn as_micros(&self) -> u128; pub fn as_nanos(&self) -> u128; pub fn subsec_nanos(&self) -> u32; pub fn subsec_millis(&self) -> u32; pub fn subsec_micros(&self) -> u32; pub fn as_secs_f64(&self) -> f64; pub fn as_secs_f32(&self) -> f32;
    pub fn checked_add(self, o: Duration) -> Option<Duration>; pub fn checked_sub(self, o: Duration) -> Option<Duration>; pub fn saturating_sub(self, o: Duration) -> Duration; pub fn saturating_add(self, o: Duration) -> Duration; pub fn mul_f64(self, n: f64) -> Duration; pub fn is_zero(&self) -> bool;
    pub fn div_duration_f64(self, o: Duration) -> f64; pub fn checked_mul(self, n: u32) -> Option<Duration>; pub fn abs_diff(self, o: Duration) -> Duration;
}
impl Ord for Duration {} impl Clone for Duration {} impl Default for Duration {} impl Hash for Duration {} impl Ord for Instant {} impl Clone for Instant {}
impl Instant { pub fn now() -> Instant; pub fn elapsed(&self) -> Duration; pub fn duration_since(&self, o: Instant) -> Duration; pub fn checked_add(&self, d: Duration) -> Option<Instant>; pub fn checked_sub(&self, d: Duration) -> Option<Instant>; pub fn saturating_duration_since(&self, o: Instant) -> Duration; pub fn checked_duration_since(&self, o: Instant) -> Option<Duration>; }
impl SystemTime { pub fn now() -> SystemTime; pub fn elapsed(&self) -> Result<Duration, Error>; pub fn duration_since(&self, o: SystemTime) -> Result<Duration, Error>; }
pub trait PathMethods {
    fn new<S>(s: &S) -> &Path; fn as_os_str(&self) -> &OsStr; fn to_str(&self) -> Option<&str>; fn to_string_lossy(&self) -> Cow<str>; fn to_path_buf(&self) -> PathBuf; fn is_absolute(&self) -> bool; fn is_relative(&self) -> bool; fn parent(&self) -> Option<&Path>;
    fn ancestors(&self) -> Iter<&Path>; fn file_name(&self) -> Option<&OsStr>; fn strip_prefix<P>(&self, p: P) -> Result<&Path, Error>; fn starts_with<P>(&self, p: P) -> bool; fn ends_with<P>(&self, p: P) -> bool; fn file_stem(&self) -> Option<&OsStr>;
    fn extension(&self) -> Option<&OsStr>; fn join<P>(&self, p: P) -> PathBuf; fn with_file_name<S>(&self, s: S) -> PathBuf; fn with_extension<S>(&self, s: S) -> PathBuf; fn components(&self) -> Iter<Component>; fn iter(&self) -> Iter<&OsStr>; fn display(&self) -> Display;
    fn metadata(&self) -> Result<Metadata, std_io_Error>; fn canonicalize(&self) -> Result<PathBuf, std_io_Error>; fn read_dir(&self) -> Result<Iter<Result<DirEntry, std_io_Error>>, std_io_Error>; fn exists(&self) -> bool; fn is_file(&self) -> bool; fn is_dir(&self) -> bool; fn to_owned(&self) -> PathBuf; fn as_path(&self) -> &Path;
    fn push<P>(&mut self, p: P); fn pop(&mut self) -> bool; fn set_file_name<S>(&mut self, s: S); fn set_extension<S>(&mut self, s: S) -> bool; fn into_os_string(self) -> OsString; fn clone(&self) -> Self; fn as_ref<T>(&self) -> &T; fn from<T>(t: T) -> PathBuf; fn into_boxed_path(self) -> Box<Path>;
}
pub struct Path; pub struct PathBuf; impl PathMethods for Path {} impl PathMethods for PathBuf {} impl Deref for PathBuf { type Target = Path; fn deref(&self) -> &Path; } impl PathBuf { pub fn new() -> PathBuf; pub fn with_capacity(n: usize) -> PathBuf; pub fn clear(&mut self); pub fn as_mut_os_string(&mut self) -> &mut OsString; pub fn as_path(&self) -> &Path; pub fn push<P>(&mut self, p: P); pub fn pop(&mut self) -> bool; pub fn set_file_name<S>(&mut self, s: S); pub fn set_extension<S>(&mut self, s: S) -> bool; pub fn into_os_string(self) -> OsString; pub fn into_boxed_path(self) -> Box<Path>; } pub enum Component { Prefix, RootDir, CurDir, ParentDir, Normal(OsStr) } impl Component { pub fn as_os_str(self) -> &OsStr; }
pub trait OsStrMethods { fn to_str(&self) -> Option<&str>; fn to_string_lossy(&self) -> Cow<str>; fn to_os_string(&self) -> OsString; fn is_empty(&self) -> bool; fn len(&self) -> usize; fn to_owned(&self) -> OsString; fn as_bytes(&self) -> &[u8]; fn into_string(self) -> Result<String, OsString>; fn push<T>(&mut self, t: T); fn clone(&self) -> Self; fn as_os_str(&self) -> &OsStr; fn as_encoded_bytes(&self) -> &[u8]; fn eq_ignore_ascii_case<S>(&self, s: S) -> bool; fn to_ascii_lowercase(&self) -> OsString; fn display(&self) -> Display; fn as_ref<T>(&self) -> &T; fn into_encoded_bytes(self) -> Vec<u8>; fn encode_wide(&self) -> Iter<u16>; fn into_vec(self) -> Vec<u8>; }
pub struct OsStr; pub struct OsString; impl OsStrMethods for OsStr {} impl OsStrMethods for OsString {} impl Deref for OsString { type Target = OsStr; fn deref(&self) -> &OsStr; } impl OsStr { pub fn new<S>(s: &S) -> &OsStr; pub fn from_bytes(b: &[u8]) -> &OsStr; pub fn from_encoded_bytes_unchecked(b: &[u8]) -> &OsStr; } impl OsString { pub fn new() -> OsString; pub fn with_capacity(n: usize) -> OsString; pub fn clear(&mut self); pub fn as_os_str(&self) -> &OsStr; pub fn into_string(self) -> Result<String, OsString>; pub fn push<T>(&mut self, t: T); pub fn into_encoded_bytes(self) -> Vec<u8>; pub fn from<T>(t: T) -> OsString; pub fn from_vec(v: Vec<u8>) -> OsString; }
impl Ord for OsStr {} impl Hash for OsStr {} impl Ord for OsString {} impl Hash for OsString {} impl Ord for Path {} impl Hash for Path {} impl Ord for PathBuf {} impl Hash for PathBuf {}
pub struct Formatter;
impl Formatter {
    pub fn write_str(&mut self, s: &str) -> Result<(), std_fmt_Error>; pub fn write_fmt(&mut self, a: Arguments) -> Result<(), std_fmt_Error>; pub fn write_char(&mut self, c: char) -> Result<(), std_fmt_Error>; pub fn debug_struct(&mut self, s: &str) -> DebugStruct; pub fn debug_tuple(&mut self, s: &str) -> DebugTuple;
    pub fn debug_list(&mut self) -> DebugList; pub fn debug_set(&mut self) -> DebugList; pub fn debug_map(&mut self) -> DebugMap; pub fn alternate(&self) -> bool; pub fn pad(&mut self, s: &str) -> Result<(), std_fmt_Error>; pub fn width(&self) -> Option<usize>; pub fn precision(&self) -> Option<usize>; pub fn fill(&self) -> char;
    pub fn pad_integral(&mut self, b: bool, p: &str, s: &str) -> Result<(), std_fmt_Error>; pub fn sign_plus(&self) -> bool;
}
pub struct Arguments; pub struct DebugStruct; pub struct DebugTuple; pub struct DebugList; pub struct DebugMap;
impl Arguments { pub fn as_str(&self) -> Option<&str>; }
impl DebugStruct { pub fn field(&mut self, n: &str, v: &dyn Debug) -> &mut DebugStruct; pub fn finish(&mut self) -> Result<(), std_fmt_Error>; pub fn finish_non_exhaustive(&mut self) -> Result<(), std_fmt_Error>; } impl DebugTuple { pub fn field(&mut self, v: &dyn Debug) -> &mut DebugTuple; pub fn finish(&mut self) -> Result<(), std_fmt_Error>; }
impl DebugList { pub fn entry(&mut self, v: &dyn Debug) -> &mut DebugList; pub fn entries<I>(&mut self, i: I) -> &mut DebugList; pub fn finish(&mut self) -> Result<(), std_fmt_Error>; } impl DebugMap { pub fn entry(&mut self, k: &dyn Debug, v: &dyn Debug) -> &mut DebugMap; pub fn entries<I>(&mut self, i: I) -> &mut DebugMap; pub fn key(&mut self, k: &dyn Debug) -> &mut DebugMap; pub fn value(&mut self, v: &dyn Debug) -> &mut DebugMap; pub fn finish(&mut self) -> Result<(), std_fmt_Error>; }
pub trait Read { fn read(&mut self, b: &mut [u8]) -> Result<usize, std_io_Error>; fn read_to_end(&mut self, b: &mut Vec<u8>) -> Result<usize, std_io_Error>; fn read_to_string(&mut self, s: &mut String) -> Result<usize, std_io_Error>; fn read_exact(&mut self, b: &mut [u8]) -> Result<(), std_io_Error>; fn by_ref(&mut self) -> &mut Self; fn bytes(self) -> Iter<Result<u8, std_io_Error>>; fn chain<R>(self, r: R) -> Self; fn take(self, n: u64) -> Self; fn read_vectored(&mut self, b: &mut [IoSliceMut]) -> Result<usize, std_io_Error>; }
pub trait Write { fn write(&mut self, b: &[u8]) -> Result<usize, std_io_Error>; fn flush(&mut self) -> Result<(), std_io_Error>; fn write_all(&mut self, b: &[u8]) -> Result<(), std_io_Error>; fn write_fmt(&mut self, a: Arguments) -> Result<(), std_io_Error>; fn write_str(&mut self, s: &str) -> Result<(), std_fmt_Error>; fn write_char(&mut self, c: char) -> Result<(), std_fmt_Error>; fn write_vectored(&mut self, b: &[IoSlice]) -> Result<usize, std_io_Error>; }
pub trait BufRead: Read { fn fill_buf(&mut self) -> Result<&[u8], std_io_Error>; fn consume(&mut self, n: usize); fn read_until(&mut self, b: u8, v: &mut Vec<u8>) -> Result<usize, std_io_Error>; fn read_line(&mut self, s: &mut String) -> Result<usize, std_io_Error>; fn lines(self) -> Iter<Result<String, std_io_Error>>; fn split(self, b: u8) -> Iter<Result<Vec<u8>, std_io_Error>>; }
pub trait Seek { fn seek(&mut self, p: SeekFrom) -> Result<u64, std_io_Error>; fn rewind(&mut self) -> Result<(), std_io_Error>; fn stream_position(&mut self) -> Result<u64, std_io_Error>; }
pub struct std_io_Error; pub type std_io_Result<T> = Result<T, std_io_Error>; pub struct std_fmt_Error; pub type std_fmt_Result = Result<(), std_fmt_Error>; pub type std_thread_Result<T> = Result<T, Box<dyn Any>>;
impl Error for std_io_Error {} impl Error for std_fmt_Error {}
impl std_io_Error {
    pub fn new<E>(kind: ErrorKind, e: E) -> std_io_Error; pub fn other<E>(e: E) -> std_io_Error; pub fn last_os_error() -> std_io_Error; pub fn from_raw_os_error(code: i32) -> std_io_Error;
    pub fn raw_os_error(&self) -> Option<i32>; pub fn kind(&self) -> ErrorKind; pub fn get_ref(&self) -> Option<&dyn Error>; pub fn get_mut(&mut self) -> Option<&mut dyn Error>;
    pub fn into_inner(self) -> Option<Box<dyn Error>>; pub fn downcast<E>(self) -> Result<E, std_io_Error>;
}
pub struct IoSlice; pub struct IoSliceMut; pub enum SeekFrom { Start(u64), End(i64), Current(i64) } pub enum ErrorKind { NotFound, PermissionDenied, ConnectionRefused, ConnectionReset, ConnectionAborted, NotConnected, AddrInUse, AddrNotAvailable, BrokenPipe, AlreadyExists, WouldBlock, InvalidInput, InvalidData, TimedOut, WriteZero, Interrupted, Unsupported, UnexpectedEof, OutOfMemory, Other }
pub struct File; pub struct OpenOptions; pub struct Metadata; pub struct DirEntry; pub struct Stdin; pub struct Stdout; pub struct Stderr; pub struct Cursor<T>; pub struct BufReader<T>; pub struct BufWriter<T>; pub struct LineWriter<T>;
impl Read for File {} impl Write for File {} impl Seek for File {} impl Read for Stdin {} impl Write for Stdout {} impl Write for Stderr {} impl Write for StdoutLock {} impl Write for StderrLock {} pub struct StdoutLock; pub struct StderrLock; pub struct StdinLock; impl BufRead for StdinLock {}
impl File { pub fn open<P>(p: P) -> Result<File, std_io_Error>; pub fn create<P>(p: P) -> Result<File, std_io_Error>; pub fn options() -> OpenOptions; pub fn metadata(&self) -> Result<Metadata, std_io_Error>; pub fn sync_all(&self) -> Result<(), std_io_Error>; pub fn set_len(&self, n: u64) -> Result<(), std_io_Error>; pub fn try_clone(&self) -> Result<File, std_io_Error>; pub fn sync_data(&self) -> Result<(), std_io_Error>; }
impl OpenOptions { pub fn new() -> OpenOptions; pub fn read(&mut self, b: bool) -> &mut OpenOptions; pub fn write(&mut self, b: bool) -> &mut OpenOptions; pub fn append(&mut self, b: bool) -> &mut OpenOptions; pub fn truncate(&mut self, b: bool) -> &mut OpenOptions; pub fn create(&mut self, b: bool) -> &mut OpenOptions; pub fn create_new(&mut self, b: bool) -> &mut OpenOptions; pub fn open<P>(&self, p: P) -> Result<File, std_io_Error>; pub fn mode(&mut self, m: u32) -> &mut OpenOptions; pub fn custom_flags(&mut self, f: i32) -> &mut OpenOptions; }
impl Metadata { pub fn len(&self) -> u64; pub fn is_dir(&self) -> bool; pub fn is_file(&self) -> bool; pub fn modified(&self) -> Result<SystemTime, std_io_Error>; pub fn permissions(&self) -> Permissions; } impl DirEntry { pub fn path(&self) -> PathBuf; pub fn file_name(&self) -> OsString; pub fn metadata(&self) -> Result<Metadata, std_io_Error>; pub fn file_type(&self) -> Result<Metadata, std_io_Error>; } pub struct Permissions;
impl Stdin { pub fn lock(&self) -> StdinLock; pub fn read_line(&self, s: &mut String) -> Result<usize, std_io_Error>; pub fn lines(self) -> Iter<Result<String, std_io_Error>>; } impl Stdout { pub fn lock(&self) -> StdoutLock; } impl Stderr { pub fn lock(&self) -> StderrLock; }
impl<T> Read for Cursor<T> {} impl<T> Write for Cursor<T> {} impl<T> BufRead for Cursor<T> {} impl<T> Seek for Cursor<T> {} impl<T> BufRead for BufReader<T> {} impl<T> Write for BufWriter<T> {} impl<T> Seek for BufReader<T> {}
impl<T> Cursor<T> { pub fn new(t: T) -> Cursor<T>; pub fn into_inner(self) -> T; pub fn get_ref(&self) -> &T; pub fn get_mut(&mut self) -> &mut T; pub fn position(&self) -> u64; pub fn set_position(&mut self, n: u64); }
impl<T> BufReader<T> { pub fn new(t: T) -> BufReader<T>; pub fn with_capacity(n: usize, t: T) -> BufReader<T>; pub fn into_inner(self) -> T; pub fn get_ref(&self) -> &T; pub fn get_mut(&mut self) -> &mut T; pub fn buffer(&self) -> &[u8]; } impl<T> BufWriter<T> { pub fn new(t: T) -> BufWriter<T>; pub fn into_inner(self) -> Result<T, std_io_Error>; pub fn get_ref(&self) -> &T; pub fn get_mut(&mut self) -> &mut T; }
pub enum SocketAddr { V4(SocketAddrV4), V6(SocketAddrV6) } pub enum IpAddr { V4(Ipv4Addr), V6(Ipv6Addr) } pub struct SocketAddrV4; pub struct SocketAddrV6; impl SocketAddrV4 { pub fn new(i: Ipv4Addr, p: u16) -> SocketAddrV4; pub fn ip(&self) -> &Ipv4Addr; pub fn port(&self) -> u16; } impl SocketAddrV6 { pub fn new(i: Ipv6Addr, p: u16, f: u32, s: u32) -> SocketAddrV6; pub fn ip(&self) -> &Ipv6Addr; pub fn port(&self) -> u16; pub fn flowinfo(&self) -> u32; pub fn scope_id(&self) -> u32; } pub struct Ipv4Addr; pub struct Ipv6Addr; pub struct ExitCode; pub struct Location; impl SocketAddr { pub fn new(i: IpAddr, p: u16) -> SocketAddr; pub fn ip(&self) -> IpAddr; pub fn port(&self) -> u16; pub fn is_ipv4(&self) -> bool; pub fn is_ipv6(&self) -> bool; pub fn set_port(&mut self, p: u16); } impl Location { pub fn caller() -> &Location; pub fn file(&self) -> &str; pub fn line(&self) -> u32; pub fn column(&self) -> u32; }
impl Clone for SocketAddr {} impl PartialEq for SocketAddr {} impl IpAddr { pub fn is_ipv4(&self) -> bool; pub fn is_ipv6(&self) -> bool; pub fn is_loopback(&self) -> bool; } impl Ipv4Addr { pub fn new(a: u8, b: u8, c: u8, d: u8) -> Ipv4Addr; pub fn octets(&self) -> [u8; N]; pub const LOCALHOST: Ipv4Addr; pub const UNSPECIFIED: Ipv4Addr; pub const BROADCAST: Ipv4Addr; pub fn from_bits(n: u32) -> Ipv4Addr; pub fn to_bits(self) -> u32; pub fn to_ipv6_mapped(&self) -> Ipv6Addr; pub fn to_ipv6_compatible(&self) -> Ipv6Addr; pub fn is_unspecified(&self) -> bool; pub fn is_loopback(&self) -> bool; pub fn is_private(&self) -> bool; pub fn is_link_local(&self) -> bool; pub fn is_multicast(&self) -> bool; pub fn is_broadcast(&self) -> bool; pub fn is_documentation(&self) -> bool; } impl Ipv6Addr { pub fn octets(&self) -> [u8; N]; pub fn segments(&self) -> [u16; N]; pub const LOCALHOST: Ipv6Addr; pub const UNSPECIFIED: Ipv6Addr; pub fn new(a: u16, b: u16, c: u16, d: u16, e: u16, f: u16, g: u16, h: u16) -> Ipv6Addr; pub fn from_bits(n: u128) -> Ipv6Addr; pub fn to_bits(self) -> u128; pub fn to_ipv4(&self) -> Option<Ipv4Addr>; pub fn to_ipv4_mapped(&self) -> Option<Ipv4Addr>; pub fn to_canonical(&self) -> IpAddr; pub fn is_unspecified(&self) -> bool; pub fn is_loopback(&self) -> bool; pub fn is_unique_local(&self) -> bool; pub fn is_unicast_link_local(&self) -> bool; pub fn is_multicast(&self) -> bool; }

// --- values of JSON: of a package, but in most programs ---

pub enum serde_json_Value { Null, Bool(bool), Number(serde_json_Number), String(String), Array(Vec<serde_json_Value>), Object(serde_json_Map<String, serde_json_Value>) }
pub struct serde_json_Number; pub type serde_json_Map<K, V> = BTreeMap<K, V>; impl Clone for serde_json_Value {} impl PartialEq for serde_json_Value {} impl Default for serde_json_Value {} impl Display for serde_json_Value {} impl Debug for serde_json_Value {}
impl serde_json_Value {
    pub fn get<I>(&self, i: I) -> Option<&serde_json_Value>; pub fn get_mut<I>(&mut self, i: I) -> Option<&mut serde_json_Value>; pub fn index<I>(&self, i: I) -> &serde_json_Value; pub fn pointer(&self, p: &str) -> Option<&serde_json_Value>; pub fn pointer_mut(&mut self, p: &str) -> Option<&mut serde_json_Value>; pub fn take(&mut self) -> serde_json_Value;
    pub fn as_str(&self) -> Option<&str>; pub fn as_array(&self) -> Option<&Vec<serde_json_Value>>; pub fn as_array_mut(&mut self) -> Option<&mut Vec<serde_json_Value>>; pub fn as_object(&self) -> Option<&serde_json_Map<String, serde_json_Value>>; pub fn as_object_mut(&mut self) -> Option<&mut serde_json_Map<String, serde_json_Value>>;
    pub fn as_bool(&self) -> Option<bool>; pub fn as_i64(&self) -> Option<i64>; pub fn as_u64(&self) -> Option<u64>; pub fn as_f64(&self) -> Option<f64>; pub fn as_null(&self) -> Option<()>; pub fn as_number(&self) -> Option<&serde_json_Number>; pub fn is_null(&self) -> bool; pub fn is_string(&self) -> bool; pub fn is_object(&self) -> bool; pub fn is_array(&self) -> bool;
    pub fn is_number(&self) -> bool; pub fn is_boolean(&self) -> bool; pub fn is_i64(&self) -> bool; pub fn is_u64(&self) -> bool; pub fn is_f64(&self) -> bool;
}

// --- benchmarks: of a package, but of most libraries ---

pub struct criterion_Criterion<M>; pub struct criterion_BenchmarkGroup<M>; pub struct criterion_Bencher<M>; pub struct criterion_AsyncBencher<A, M>;
pub trait BenchesMethods {
    fn bench_function<D, F: FnMut(&mut criterion_Bencher)>(&mut self, id: D, f: F) -> &mut Self; fn bench_with_input<D, I, F: FnMut(&mut criterion_Bencher, &I)>(&mut self, id: D, input: &I, f: F) -> &mut Self;
    fn sample_size(self, n: usize) -> Self; fn warm_up_time(self, d: Duration) -> Self; fn measurement_time(self, d: Duration) -> Self;
}
impl<M> BenchesMethods for criterion_Criterion<M> {} impl<M> BenchesMethods for criterion_BenchmarkGroup<M> {} impl<M> Default for criterion_Criterion<M> {}
impl<M> criterion_Criterion<M> { pub fn benchmark_group<S>(&mut self, name: S) -> criterion_BenchmarkGroup<M>; pub fn default() -> criterion_Criterion<M>; }
impl<M> criterion_Bencher<M> {
    pub fn iter<O, R: FnMut() -> O>(&mut self, r: R); pub fn iter_batched<I, O, B, S: FnMut() -> I, R: FnMut(I) -> O>(&mut self, s: S, r: R, b: B); pub fn iter_batched_ref<I, O, B, S: FnMut() -> I, R: FnMut(&mut I) -> O>(&mut self, s: S, r: R, b: B);
    pub fn iter_with_setup<I, O, S: FnMut() -> I, R: FnMut(I) -> O>(&mut self, s: S, r: R); pub fn iter_with_large_drop<O, R: FnMut() -> O>(&mut self, r: R); pub fn iter_custom<R: FnMut(u64) -> Duration>(&mut self, r: R);
    pub fn to_async<A>(&mut self, a: A) -> criterion_AsyncBencher<A, M>;
}
impl<A, M> criterion_AsyncBencher<A, M> {
    pub fn iter<O, T: Future<Output = O>, R: FnMut() -> T>(&mut self, r: R); pub fn iter_batched<I, O, B, T: Future<Output = O>, S: FnMut() -> I, R: FnMut(I) -> T>(&mut self, s: S, r: R, b: B);
    pub fn iter_with_setup<I, O, T: Future<Output = O>, S: FnMut() -> I, R: FnMut(I) -> T>(&mut self, s: S, r: R);
}

// --- functions and macros ---

pub fn drop<T>(t: T); pub fn size_of<T>() -> usize; pub fn size_of_val<T>(t: &T) -> usize; pub fn align_of<T>() -> usize; pub fn swap<T>(a: &mut T, b: &mut T); pub fn replace<T>(a: &mut T, b: T) -> T; pub fn take<T>(a: &mut T) -> T; pub fn forget<T>(t: T); pub fn transmute<A, B>(a: A) -> B;
pub fn zeroed<T>() -> T; pub fn needs_drop<T>() -> bool; pub fn discriminant<T>(t: &T) -> Discriminant; pub fn max<T>(a: T, b: T) -> T; pub fn min<T>(a: T, b: T) -> T; pub fn identity<T>(t: T) -> T; pub fn std_hint_black_box<T>(t: T) -> T; pub fn core_hint_black_box<T>(t: T) -> T; pub fn type_name<T>() -> &'static str; pub fn type_name_of_val<T>(t: &T) -> &'static str; pub fn black_box<T>(t: T) -> T;
pub fn std_ptr_read<T>(p: *const T) -> T; pub fn std_ptr_read_unaligned<T>(p: *const T) -> T; pub fn std_ptr_read_volatile<T>(p: *const T) -> T;
pub fn core_ptr_read<T>(p: *const T) -> T; pub fn core_ptr_read_unaligned<T>(p: *const T) -> T; pub fn core_ptr_read_volatile<T>(p: *const T) -> T;
pub fn std_fs_read_to_string<P>(p: P) -> Result<String, std_io_Error>; pub fn std_fs_read<P>(p: P) -> Result<Vec<u8>, std_io_Error>; pub fn std_fs_read_dir<P>(p: P) -> Result<Iter<Result<DirEntry, std_io_Error>>, std_io_Error>; pub fn std_fs_metadata<P>(p: P) -> Result<Metadata, std_io_Error>; pub fn std_fs_symlink_metadata<P>(p: P) -> Result<Metadata, std_io_Error>; pub fn std_fs_canonicalize<P>(p: P) -> Result<PathBuf, std_io_Error>; pub fn std_fs_read_link<P>(p: P) -> Result<PathBuf, std_io_Error>; pub fn std_fs_copy<P>(p: P) -> Result<u64, std_io_Error>; pub fn std_fs_write<P>(p: P) -> Result<(), std_io_Error>; pub fn std_fs_create_dir<P>(p: P) -> Result<(), std_io_Error>; pub fn std_fs_create_dir_all<P>(p: P) -> Result<(), std_io_Error>; pub fn std_fs_remove_file<P>(p: P) -> Result<(), std_io_Error>; pub fn std_fs_remove_dir<P>(p: P) -> Result<(), std_io_Error>; pub fn std_fs_remove_dir_all<P>(p: P) -> Result<(), std_io_Error>; pub fn std_fs_rename<P>(p: P) -> Result<(), std_io_Error>; pub fn std_fs_hard_link<P>(p: P) -> Result<(), std_io_Error>;
pub fn null<T>() -> *const T; pub fn null_mut<T>() -> *mut T; pub fn spawn<T, F: FnOnce() -> T>(f: F) -> JoinHandle<T>; pub fn scope<T, F: FnOnce(&Scope) -> T>(f: F) -> T; pub fn sleep(d: Duration); pub fn yield_now(); pub fn current() -> Thread; pub fn park(); pub fn panicking() -> bool; pub fn stdin() -> Stdin; pub fn stdout() -> Stdout; pub fn stderr() -> Stderr;
pub fn ready<T>(t: T) -> impl Future<Output = T>; pub fn pending<T>() -> impl Future<Output = T>; pub fn poll_fn<T, F: FnMut(&mut Context) -> Poll<T>>(f: F) -> impl Future<Output = T>; pub fn catch_unwind<R, F: FnOnce() -> R>(f: F) -> Result<R, Box<dyn Any>>; pub fn AssertUnwindSafe<T>(t: T) -> T; pub struct Discriminant;
pub fn from_utf8(v: &[u8]) -> Result<&str, Utf8Error>; pub fn from_utf8_unchecked(v: &[u8]) -> &str; pub fn from_raw_parts<'a, T>(p: *const T, n: usize) -> &'a [T]; pub fn from_raw_parts_mut<'a, T>(p: *mut T, n: usize) -> &'a mut [T]; pub fn unreachable_unchecked() -> never; pub fn addr_of<T>(t: T) -> *const T;
macro_rules! println { () => {}; } macro_rules! print { () => {}; } macro_rules! eprintln { () => {}; } macro_rules! eprint { () => {}; } macro_rules! dbg { () => {}; } macro_rules! format { () => {}; } macro_rules! format_args { () => {}; } macro_rules! write { () => {}; } macro_rules! writeln { () => {}; }
macro_rules! vec { () => {}; } macro_rules! panic { () => {}; } macro_rules! assert { () => {}; } macro_rules! assert_eq { () => {}; } macro_rules! assert_ne { () => {}; } macro_rules! debug_assert { () => {}; } macro_rules! debug_assert_eq { () => {}; } macro_rules! debug_assert_ne { () => {}; }
macro_rules! unreachable { () => {}; } macro_rules! unimplemented { () => {}; } macro_rules! todo { () => {}; } macro_rules! matches { () => {}; } macro_rules! thread_local { () => {}; } macro_rules! concat { () => {}; } macro_rules! stringify { () => {}; } macro_rules! include { () => {}; } macro_rules! include_str { () => {}; }
macro_rules! include_bytes { () => {}; } macro_rules! env { () => {}; } macro_rules! option_env { () => {}; } macro_rules! cfg { () => {}; } macro_rules! cfg_select { () => {}; } macro_rules! line { () => {}; } macro_rules! column { () => {}; } macro_rules! file { () => {}; } macro_rules! module_path { () => {}; } macro_rules! compile_error { () => {}; }
macro_rules! addr_of { () => {}; } macro_rules! addr_of_mut { () => {}; } macro_rules! ready { () => {}; } macro_rules! pin { () => {}; } macro_rules! offset_of { () => {}; }
