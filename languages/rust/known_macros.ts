/**
 * Macros of packages that many programs use, and that make types under names from their calls: what they make, as far as others can see it.
 *
 * Stage: parse. Data. Each stands for what the package declares; a macro of the same name in the repository is meant before it.
 */
import type { GivenMacro } from "../../core/given_macros.ts";

/** Sets of flags: the type, its constants, and what the package's trait and the operators give. The two forms of its releases are one here. */
const BITFLAGS = `macro_rules! bitflags {
  ($(#[$outer:meta])* $vis:vis struct $Name:ident: $Bits:ty { $($(#[$inner:meta])* const $Flag:tt = $value:expr;)* } $($rest:tt)*) => {
    $(#[$outer])* $vis struct $Name;
    impl $Name { $($(#[$inner])* pub const $Flag: $Name = $value;)* }
    impl ::bitflags::Flags<$Bits> for $Name {}
    impl core::ops::BitOr<$Name, Output = $Name> for $Name {}
    impl core::ops::BitAnd<$Name, Output = $Name> for $Name {}
    impl core::ops::BitXor<$Name, Output = $Name> for $Name {}
    impl core::ops::Sub<$Name, Output = $Name> for $Name {}
    impl core::ops::Not<Output = $Name> for $Name {}
    bitflags! { $($rest)* }
  };
  (impl $Name:ident: $Bits:ty { $($(#[$inner:meta])* const $Flag:tt = $value:expr;)* } $($rest:tt)*) => {
    impl $Name { $($(#[$inner])* pub const $Flag: $Name = $value;)* }
    impl ::bitflags::Flags<$Bits> for $Name {}
    bitflags! { $($rest)* }
  };
  () => {};
}`;

/** By name. */
export const KNOWN_MACROS: ReadonlyMap<string, GivenMacro> = new Map([["bitflags", {
  name: "bitflags",
  text: BITFLAGS,
  from: "bitflags",
}]]);
