/**
 * Widely used macros of packages that define types named by their calls: the visible part of what they generate.
 *
 * Stage: parse. Data. Each stands for the package's declaration; a macro of the same name in the repository takes precedence.
 */
import type { GivenMacro } from "../../../core/tree/given_macros.ts";

/**
 * Sets of flags: the type, its constants, and the members from the package's trait and the operators. Both syntaxes of its releases are
 * covered.
 */
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

/** A table of a database: a module with its columns, each of which is something of the package. */
const TABLE = `macro_rules! table {
  (use $first:ident $(:: $more:tt)*; $($rest:tt)*) => { table! { $($rest)* } };
  ($(#[$outer:meta])* $Schema:ident . $($rest:tt)*) => { table! { $($rest)* } };
  ($(#[$outer:meta])* $Name:ident ($($key:tt)*) { $($(#[$inner:meta])* $Column:ident -> $Type:ty),* $(,)? }) => {
    pub mod $Name {
      pub use ::diesel::query_source::Table as table;
      pub use ::diesel::query_source::Columns as all_columns;
      $($(#[$inner])* pub const $Column: ::diesel::query_source::Column;)*
      pub mod columns { pub use super::*; }
      pub mod dsl { pub use super::*; pub use super::table as $Name; }
    }
  };
  ($(#[$outer:meta])* $Name:ident { $($columns:tt)* }) => { table! { $Name (id) { $($columns)* } } };
}`;

/** By name. */
export const KNOWN_MACROS: ReadonlyMap<string, GivenMacro> = new Map([
  ["bitflags", { name: "bitflags", text: BITFLAGS, from: "bitflags" }],
  ["table", { name: "table", text: TABLE, from: "diesel" }],
]);
