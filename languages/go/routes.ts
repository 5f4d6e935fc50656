/**
 * Routes of web frameworks and HTTP clients for Go, as data.
 */
import { tableOf } from "../../core/base/tables.ts";
import { type RouteRule, type RouteRules, ruleMaker } from "../../core/rules/route_rules.ts";

const served = ruleMaker("exposes", { otherwise: "ANY", handler: ["last"], least: 2 });
const consumed = ruleMaker("consumes", { otherwise: "GET" });

function called(callee: string, more: Partial<RouteRule> = {}): RouteRule {
  return consumed("net/http", `net/http\\.${callee}`, more);
}

const MUX = "net/http\\.(?:NewServeMux\\.|ServeMux\\.|DefaultServeMux\\.)?";
const GIN = "github\\.com/gin-gonic/gin(?:\\.\\w+)*";
const CHI = "github\\.com/go-chi/chi(?:/v\\d+)?(?:\\.\\w+)*";
const ECHO = "github\\.com/labstack/echo(?:/v\\d+)?(?:\\.\\w+)*";
const FIBER = "github\\.com/gofiber/fiber(?:/v\\d+)?(?:\\.\\w+)*";
const BUNDLE = "github\\.com/go-pkgz/routegroup(?:\\.\\w+)+";
const GORILLA = "github\\.com/gorilla/mux(?:\\.\\w+)*";

/** Go's web frameworks and HTTP clients. */
export const routes: RouteRules = tableOf({
  packages: /^(?:net\/http|github\.com\/(?:gin-gonic|go-chi|labstack\/echo|gofiber\/fiber|gorilla\/mux|go-pkgz\/routegroup))/,
  methodPrefix: "Method",
  rules: [
    served("net/http", `${MUX}Handle(?:Func)?`),
    served("gin", `${GIN}\\.(?<method>GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|Any)`),
    served("gin", `${GIN}\\.(?:Handle|Match)`, { path: [1], method: [0], least: 3 }),
    served("chi", `${CHI}\\.(?<method>Get|Post|Put|Patch|Delete|Head|Options)`),
    served("chi", `${CHI}\\.Handle(?:Func)?`),
    served("chi", `${CHI}\\.Method(?:Func)?`, { path: [1], method: [0], least: 3 }),
    served("echo", `${ECHO}\\.(?<method>GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|Any)`, { handler: [1] }),
    served("echo", `${ECHO}\\.(?:Add|Match)`, { path: [1], method: [0], handler: [2], least: 3 }),
    served("fiber", `${FIBER}\\.(?<method>Get|Post|Put|Patch|Delete|Head|Options|All)`),
    served("fiber", `${FIBER}\\.Add`, { path: [1], method: [0], least: 3 }),
    served("gorilla/mux", `${GORILLA}\\.Handle(?:Func)?`, { methodsBeside: "Methods" }),
    served("gorilla/mux", `${GORILLA}\\.Handler(?:Func)?`, { path: [], least: 1, methodsBeside: "Methods" }),
    served("routegroup", `${BUNDLE}\\.Handle(?:Func)?`),
    called("(?:DefaultClient\\.|Client\\.)?(?<method>Get|Post|Head)"),
    called("(?:DefaultClient\\.|Client\\.)?PostForm", { otherwise: "POST" }),
    called("NewRequest", { path: [1], method: [0] }),
    called("NewRequestWithContext", { path: [2], method: [1] }),
  ],
  mounts: [
    { name: "Mount", callee: new RegExp(`^${CHI}\\.Mount$`), path: [0], mounted: [1] },
    { name: "Route", callee: new RegExp(`^${CHI}\\.Route$`), path: [0], mounted: [1] },
    { name: "Group", callee: new RegExp(`^${CHI}\\.Group$`), path: [], mounted: [0] },
    { name: "Route", callee: new RegExp(`^${FIBER}\\.Route$`), path: [0], mounted: [1] },
    { name: "Mount", callee: new RegExp(`^${FIBER}\\.Mount$`), path: [0], mounted: [1] },
    { name: "Use", callee: new RegExp(`^${FIBER}\\.Use$`), path: [0], mounted: ["last"] },
    { name: "Route", callee: new RegExp(`^${BUNDLE}\\.Route$`), path: [], mounted: [0] },
    // A handler receives the whole path, unless `StripPrefix` removes its start.
    { name: "Handle", callee: new RegExp(`^(?:${MUX}|${CHI}\\.)Handle$`), path: [], mounted: [1] },
  ],
  prefixes: [
    { callee: new RegExp(`^${GIN}\\.Group$`), path: [0] },
    { callee: new RegExp(`^${CHI}\\.Route$`), path: [0] },
    { callee: new RegExp(`^(?:${ECHO}|${FIBER})\\.Group$`), path: [0] },
    { callee: /^github\.com\/go-pkgz\/routegroup\.Mount$/, path: [1] },
    { callee: new RegExp(`^${BUNDLE}\\.Mount$`), path: [0] },
    { callee: new RegExp(`^${GORILLA}\\.Path(?:Prefix)?$`), path: [0] },
  ],
  wrappers: [{ callee: /^net\/http\.StripPrefix$/, path: [0], wrapped: 1 }],
  roots: new RegExp(
    "^(?:net/http|github\\.com/(?:gin-gonic/gin\\.(?:Default|New|Engine)|go-chi/chi(?:/v\\d+)?\\.New\\w+|" +
      "labstack/echo(?:/v\\d+)?\\.(?:New|Echo)|gofiber/fiber(?:/v\\d+)?\\.(?:New|App)|gorilla/mux\\.NewRouter|go-pkgz/routegroup\\.(?:New|Mount)))\\b",
  ),
});

/** The first text argument of these is kept, even if it does not look like a path. */
export const PATH_CALLS: ReadonlySet<string> = new Set(["Group", "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "Any"]);

/** Result types of functions that may return a router: their returned values are kept, to identify it. */
export const ROUTER_RESULT = /\.(?:Router|Mux|Engine|RouterGroup|IRouter|IRoutes|Handler|ServeMux|Echo|Group|App|Bundle)\b/;

/** Texts of files in which a struct may get a router: the values of its fields are kept there. */
export const ROUTER_TEXT =
  /"github\.com\/(?:gin-gonic\/gin|go-chi\/chi|labstack\/echo|gofiber\/fiber|gorilla\/mux|go-pkgz\/routegroup)|\bServeMux\b/;
