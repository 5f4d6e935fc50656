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
  /** The last name of calls before and behind it that say methods, one an argument (`HandleFunc("/x", h).Methods("GET", "PUT")`). */
  readonly methodsBeside?: string;
  /** The method where none is said. */
  readonly otherwise: string;
  /** Where the handler stands; `decorated`: what the call decorates; `last`: the last argument. */
  readonly handler?: readonly (ArgumentPlace | "decorated" | "last")[];
  /** So many arguments at least: with fewer the call means something else. */
  readonly least?: number;
  /** A call of this in the handler's place mounts other routes there: no route itself. */
  readonly exceptHandler?: RegExp;
  /** The route belongs to the list in which the call stands, not to the receiver. */
  readonly isListed?: boolean;
  /** The path is a regular expression. */
  readonly isPattern?: boolean;
  /** Position of an argument that is made of calls which say methods and handlers (`get(list).post(add)`, `web::get().to(list)`). */
  readonly methods?: number;
}

/** Makes rules: `callee` matches the whole name, the path is the first argument, `common` and then `more` say what is otherwise. */
export function ruleMaker(
  role: RouteRule["role"],
  common: Partial<RouteRule> & Pick<RouteRule, "otherwise">,
): (framework: string, callee: string, more?: Partial<RouteRule>) => RouteRule {
  return (framework, callee, more = {}) => ({
    framework,
    role,
    callee: new RegExp(`^(?:${callee})$`),
    path: [0],
    ...common,
    ...more,
  });
}

/** A call whose path stands before those of the routes that are declared on its result. */
export interface RoutePrefix {
  readonly callee: RegExp;
  readonly path: readonly ArgumentPlace[];
}

/** A call that serves the routes of some of its arguments behind a path (`app.use("/users", router)`); without a path where it stands itself. */
export interface RouteMount extends RoutePrefix {
  /** The last name of what is called, by which the places are found. */
  readonly name: string;
  /** Where routers stand, or functions that are given one to declare routes on (first parameter). */
  readonly mounted: readonly (ArgumentPlace | "last")[];
  /** A path that is said here stands in place of the one that the router was made with. */
  readonly replaces?: boolean;
  /** What is mounted goes to the list in which the call stands (`urlpatterns = [path("x/", …)]`), not to the receiver. */
  readonly isListed?: boolean;
  /** The path is a regular expression. */
  readonly isPattern?: boolean;
}

/** A call that gives back what serves the routes of its arguments (`StripPrefix("/api", mux)`, `include("app.urls")`, `routes![list]`). */
export interface RouteWrapper extends RoutePrefix {
  /** Where it stands; `all`: each argument. */
  readonly wrapped: ArgumentPlace | "all";
  /** The argument may be a module or a module's name: the variable of it that holds the routes. */
  readonly variable?: string;
}

/** A call that serves a class of handlers behind a path, its methods by their names (`router.register("users", UserViewSet)`). */
export interface ResourceRule extends RoutePrefix {
  readonly framework: string;
  readonly class: readonly ArgumentPlace[];
  /** Name of a method -> the HTTP method that it serves, of one thing (`isOne`: a parameter stands behind the path) or of all. */
  readonly actions: Readonly<Record<string, { readonly method: string; readonly isOne: boolean }>>;
  /** Bases outside that bring some of these. */
  readonly bases: readonly { readonly name: RegExp; readonly actions: readonly string[] }[];
  /**
   * A decorator that makes another method serve, under its own name or a `path`, by GET or by `methods`; of one thing where `one` is said to be true
   * or, where it is not said, the method takes more than the request.
   */
  readonly decorator: {
    readonly callee: RegExp;
    readonly path: readonly ArgumentPlace[];
    readonly methods: readonly ArgumentPlace[];
    readonly one: readonly ArgumentPlace[];
  };
  /** The parameter's name, unless the class says another by one of the `fields`. */
  readonly parameter: { readonly name: string; readonly fields: readonly string[] };
}

/** All forms of one language. */
export interface RouteRules {
  /** Matches the beginning of every name that the rules may match: what does not is not looked at. */
  readonly packages: RegExp;
  readonly rules: readonly RouteRule[];
  /** What stands before an HTTP method in the name of its constant (`http.MethodPut`). */
  readonly methodPrefix?: string;
  readonly prefixes: readonly RoutePrefix[];
  readonly mounts: readonly RouteMount[];
  readonly wrappers?: readonly RouteWrapper[];
  /** A variable that names the module whose routes begin at the root (`ROOT_URLCONF = "shop.urls"`), and that module's own that holds them. */
  readonly rootModule?: { readonly named: string; readonly holds: string };
  /** Names of what makes, or is the type of, something that serves its routes under their own paths where it is mounted nowhere. */
  readonly roots: RegExp;
  readonly resources?: readonly ResourceRule[];
  /** Members that hold the routes of what they belong to (`router.urls`), by their full names. */
  readonly parts?: RegExp;
  /** Decorators of the class around a handler whose path stands before its own. */
  readonly classPrefixes?: readonly RoutePrefix[];
  /**
   * A call whose first argument lists modules with paths, and what is below them; `declares`: the decorator of a module, `holds`: its option
   * with the classes of handlers.
   */
  readonly moduleTree?: {
    readonly name: string;
    readonly callee: RegExp;
    readonly path: string;
    readonly module: string;
    readonly children: string;
    readonly declares: RegExp;
    readonly holds: string;
  };
  /** A call that says a path for all such handlers of an application, and the call that makes one: with several nobody knows whose a handler is. */
  readonly applicationPrefix?: RoutePrefix & { readonly name: string; readonly made: { readonly name: string; readonly callee: RegExp } };
  /** Attributes of a function that make it a handler (`#[get("/x")]`): full name with the group `method`. */
  readonly attributes?: readonly { readonly framework: string; readonly name: RegExp }[];
}
