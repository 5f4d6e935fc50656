/**
 * How a language's web frameworks and HTTP clients declare and use routes: data of a plugin.
 *
 * Invariant: a rule gives the full external name of the called function, so that a method of the same name on anything else is not a route.
 */

/** The place of a value in a call: the position of an argument, or the name of a keyword argument or option. */
export type ArgumentPlace = number | string;

/** One form of call. */
export interface RouteRule {
  readonly framework: string;
  readonly role: "exposes" | "consumes";
  /**
   * Matches the whole external name of the callee (`express.Router.get`; `.` between all parts). If it has a group `method`, that is the
   * HTTP method.
   */
  readonly callee: RegExp;
  /** Where the path may be; the first one present is used. Empty if it is given around the call (`route("/x").get(h)`). */
  readonly path: readonly ArgumentPlace[];
  /** Where the method is given, one or a list of them. */
  readonly method?: readonly ArgumentPlace[];
  /** The last name of chained calls that give methods, one for each argument (`HandleFunc("/x", h).Methods("GET", "PUT")`). */
  readonly methodsBeside?: string;
  /** The default method. */
  readonly otherwise: string;
  /** Where the handler is; `decorated`: what the call decorates; `last`: the last argument. */
  readonly handler?: readonly (ArgumentPlace | "decorated" | "last")[];
  /** The least number of arguments: with fewer the call means something else. */
  readonly least?: number;
  /** If a call of this is in the handler's place, it mounts other routes there and is not a route itself. */
  readonly exceptHandler?: RegExp;
  /** The route belongs to the list that contains the call, not to the receiver. */
  readonly isListed?: boolean;
  /** The path is a regular expression. */
  readonly isPattern?: boolean;
  /** The position of an argument made of calls that give methods and handlers (`get(list).post(add)`, `web::get().to(list)`). */
  readonly methods?: number;
}

/** Makes rules: `callee` matches the whole name, the path is the first argument, `common` and then `more` override the rest. */
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

/** A call whose path is a prefix for the routes that are declared on its result. */
export interface RoutePrefix {
  readonly callee: RegExp;
  readonly path: readonly ArgumentPlace[];
}

/** A call that serves the routes of some of its arguments under a path (`app.use("/users", router)`), or without a path at its own. */
export interface RouteMount extends RoutePrefix {
  /** The last name of the callee, by which such calls are found. */
  readonly name: string;
  /** Where routers are, or functions that receive one to declare routes on (as first parameter). */
  readonly mounted: readonly (ArgumentPlace | "last")[];
  /** A path given here replaces the one that the router was made with. */
  readonly replaces?: boolean;
  /** What is mounted belongs to the list that contains the call (`urlpatterns = [path("x/", …)]`), not to the receiver. */
  readonly isListed?: boolean;
  /** The path is a regular expression. */
  readonly isPattern?: boolean;
}

/** A call whose result serves the routes of its arguments (`StripPrefix("/api", mux)`, `include("app.urls")`, `routes![list]`). */
export interface RouteWrapper extends RoutePrefix {
  /** The place of the argument; `all`: each argument. */
  readonly wrapped: ArgumentPlace | "all";
  /** If the argument may be a module or its name: the variable of that module that holds the routes. */
  readonly variable?: string;
}

/** A call that serves a class of handlers under a path, its methods by their names (`router.register("users", UserViewSet)`). */
export interface ResourceRule extends RoutePrefix {
  readonly framework: string;
  readonly class: readonly ArgumentPlace[];
  /** Name of a method -> the HTTP method that it serves, for one item (`isOne`: a parameter follows the path) or for all. */
  readonly actions: Readonly<Record<string, { readonly method: string; readonly isOne: boolean }>>;
  /** External bases that provide some of these. */
  readonly bases: readonly { readonly name: RegExp; readonly actions: readonly string[] }[];
  /**
   * A decorator that makes another method serve, under its own name or a `path`, by GET or by `methods`; for one item if `one` is true or,
   * if that is absent, if the method takes more than the request.
   */
  readonly decorator: {
    readonly callee: RegExp;
    readonly path: readonly ArgumentPlace[];
    readonly methods: readonly ArgumentPlace[];
    readonly one: readonly ArgumentPlace[];
  };
  /** The parameter's name, unless the class sets another one by one of the `fields`. */
  readonly parameter: { readonly name: string; readonly fields: readonly string[] };
}

/** All forms of one language. */
export interface RouteRules {
  /** Matches the beginning of every name that the rules may match; other calls are not examined. */
  readonly packages: RegExp;
  readonly rules: readonly RouteRule[];
  /** The prefix of an HTTP method in the name of its constant (`http.MethodPut`). */
  readonly methodPrefix?: string;
  readonly prefixes: readonly RoutePrefix[];
  readonly mounts: readonly RouteMount[];
  readonly wrappers?: readonly RouteWrapper[];
  /**
   * A variable that names the module whose routes begin at the root (`ROOT_URLCONF = "shop.urls"`), and the variable of that module that
   * holds them.
   */
  readonly rootModule?: { readonly named: string; readonly holds: string };
  /** Names of functions or types whose values serve their routes under their own paths if they are mounted nowhere. */
  readonly roots: RegExp;
  readonly resources?: readonly ResourceRule[];
  /** Members that hold the routes of their object (`router.urls`), by their full names. */
  readonly parts?: RegExp;
  /** Decorators of the class around a handler whose path precedes its own. */
  readonly classPrefixes?: readonly RoutePrefix[];
  /**
   * A call whose first argument lists modules with paths, and what is below them; `declares`: the decorator of a module, `holds`: its
   * option with the handler classes.
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
  /**
   * A call that sets a path prefix for all such handlers of an application, and the call that creates one: with several it is unknown whose
   * a handler is.
   */
  readonly applicationPrefix?: RoutePrefix & { readonly name: string; readonly made: { readonly name: string; readonly callee: RegExp } };
  /** Attributes of a function that make it a handler (`#[get("/x")]`): full name with the group `method`. */
  readonly attributes?: readonly { readonly framework: string; readonly name: RegExp }[];
}
