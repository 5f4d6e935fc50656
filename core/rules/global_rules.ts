/**
 * What every program has without declaring it, as a language's data declares it (a part of `ResolutionRules`).
 */

/** Rules about predefined names. */
export interface GlobalRules {
  /**
   * Names that every program has without declaring them, besides those of the library file. Any other undeclared name is most likely
   * external.
   */
  readonly globals?: ReadonlySet<string>;
  /** Those of `globals` that exist only while a test runner runs the program. */
  readonly runnerGlobals?: ReadonlySet<string>;
  /** Library types of the object whose members are all global names: a member that neither it nor `globals` has is unknown. */
  readonly globalTypes?: readonly string[];
  /** Platform modules, by their full names: what a file assigns into one replaces its member wherever the file runs. */
  readonly platformModules?: RegExp;
}
