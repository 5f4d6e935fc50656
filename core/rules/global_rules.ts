/**
 * What every program has without declaring it, as a language's data says it (a part of `ResolutionRules`).
 */

/** See the head of this file. */
export interface GlobalRules {
  /** Names that every program has without declaring them, beside those of the library file; any other that nothing declares most likely lies outside. */
  readonly globals?: ReadonlySet<string>;
  /** Those of `globals` that programs have only while a test runner runs them. */
  readonly runnerGlobals?: ReadonlySet<string>;
  /** Types of the library of the object that has all global names as members: one that neither it nor `globals` has is unknown. */
  readonly globalTypes?: readonly string[];
  /** Modules of the platform, by their full names: what a file puts into one stands in for what that has, where the file runs. */
  readonly platformModules?: RegExp;
}
