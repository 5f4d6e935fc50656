/**
 * What a node that a grammar has tells of its language, for the manifest of a beginning.
 *
 * Stage: before all others. Invariant: plain data.
 */

/** What a grammar tells of its language by a pattern that fits it. */
interface Sign {
  readonly has: string;
  /** Endings of files that belong to the language as well. */
  readonly endings?: readonly string[];
  /** A plain name is a call where no variable of it is bound. */
  readonly bareCalls?: true;
  /** Keys of the manifest. */
  readonly says: Readonly<Record<string, unknown>>;
}

/** What a grammar that has a pattern's node says of its language, for the manifest: the first that fits counts. */
export const SIGNS: readonly Sign[] = [
  {
    has: "(namespace_use_clause) @import",
    says: {
      comments: ["comment"],
      tests: ["**/tests/**", "*Test.php"],
      modules: { by: "package", separator: "\\", rooted: true },
      rules: {
        blockScoped: false,
        assignmentsBind: true,
        packageScope: true,
        fieldsApart: true,
        methodsApart: true,
        constructors: ["__construct"],
        nothing: ["null", "void"],
        dynamicTypes: ["mixed"],
      },
    },
  },
  {
    has: "(package_declaration) @package",
    says: {
      comments: ["line_comment", "block_comment"],
      tests: ["**/src/test/**", "*Test.java"],
      modules: { by: "package", separator: "." },
      rules: {
        classScopeVisible: true,
        packageScope: true,
        fieldsApart: true,
        methodsApart: true,
        overloads: true,
        impliedSuper: true,
        constructors: ["<init>"],
        nothing: ["null", "void"],
        rootType: "Object",
      },
    },
  },
  {
    has: "(using_directive) @import",
    says: {
      comments: ["comment"],
      modules: { by: "package", separator: ".", seesAround: true },
      rules: {
        classScopeVisible: true,
        packageScope: true,
        importsUnseen: true,
        separateTypes: true,
        overloads: true,
        constructors: ["<init>"],
        nothing: ["null", "void"],
        dynamicTypes: ["dynamic"],
        rootType: "object",
      },
    },
  },
  {
    has: "(preproc_include) @import",
    endings: [".h", ".hpp"],
    says: {
      comments: ["comment"],
      modules: { by: "path", separator: "/", roots: ["", "include", "src"] },
      rules: {
        separator: "::",
        classScopeVisible: true,
        importsUnseen: true,
        overloads: true,
        constructors: ["<init>"],
        nothing: ["void", "nullptr"],
        dynamicTypes: ["auto"],
      },
    },
  },
  {
    has: "(singleton_method) @definition.method",
    bareCalls: true,
    says: {
      comments: ["comment"],
      modules: { by: "package", separator: "::", seesAround: true },
      rules: {
        separator: "::",
        blockScoped: false,
        assignmentsBind: true,
        classScopeVisible: true,
        packageScope: true,
        staticsApart: true,
        instancesApart: true,
        constructors: ["initialize"],
        nothing: ["nil"],
      },
    },
  },
  {
    has: "(init_declaration) @definition.constructor",
    says: {
      comments: ["comment"],
      modules: { by: "package", separator: "." },
      rules: {
        classScopeVisible: true,
        packageScope: true,
        overloads: true,
        implementations: true,
        constructors: ["init"],
        nothing: ["nil", "Void"],
        dynamicTypes: ["Any"],
      },
    },
  },
];
