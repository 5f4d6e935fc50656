/**
 * How a language's web frameworks and HTTP clients are told of routes: data of a plugin.
 *
 * Invariant: a rule names the full external name of what is called, so that a method of the same name of anything else is no route.
 */

/** Where a value stands in a call: the position of an argument, or the name of a keyword or of an option. */
export type ArgumentPlace = number | string;

/** One form of call. */
export interface RouteRule {
  readonly framework: string;
  readonly role: "exposes" | "consumes";
  /**
   * Matches the whole external name of what is called (`express.Router.get`; `.` between all parts). Its group `method`, if it takes part,
   * is the HTTP method.
   */
  readonly callee: RegExp;
  /** Where the path may stand, first found counts. Empty where it is said around the call (`route("/x").get(h)`). */
  readonly path: readonly ArgumentPlace[];
  /** Where the method is said, one or a list of them. */
  readonly method?: readonly ArgumentPlace[];
  /** The method where none is said. */
  readonly otherwise: string;
  /** Where the handler stands; `decorated`: what the call decorates; `last`: the last argument. */
  readonly handler?: readonly (ArgumentPlace | "decorated" | "last")[];
  /** So many arguments at least: with fewer the call means something else. */
  readonly least?: number;
  /** A call of this in the handler's place mounts other routes there: no route itself. */
  readonly exceptHandler?: RegExp;
  /** The path is a regular expression. */
  readonly isPattern?: boolean;
  /** Position of an argument that is made of calls which say methods and handlers (`get(list).post(add)`, `web::get().to(list)`). */
  readonly methods?: number;
}

/** A call whose path stands before those of the routes that are declared on its result, or in the function that it is given. */
export interface RoutePrefix {
  readonly callee: RegExp;
  readonly path: readonly ArgumentPlace[];
}

/** A call that puts the routes of one of its arguments behind a path (`app.use("/users", router)`). */
export interface RouteMount extends RoutePrefix {
  readonly mounted: readonly (ArgumentPlace | "last")[];
}

/** All forms of one language. */
export interface RouteRules {
  /** Matches the beginning of every name that the rules may match: what does not is not looked at. */
  readonly packages: RegExp;
  readonly rules: readonly RouteRule[];
  readonly prefixes: readonly RoutePrefix[];
  /** Within one file. */
  readonly mounts: readonly RouteMount[];
  /** Decorators of the class around a handler whose path stands before its own. */
  readonly classPrefixes?: readonly RoutePrefix[];
  /** Attributes of a function that make it a handler (`#[get("/x")]`): full name with the group `method`. */
  readonly attributes?: readonly { readonly framework: string; readonly name: RegExp }[];
}
