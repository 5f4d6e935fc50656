/**
 * Routes of web frameworks and HTTP clients for Python, as data.
 */
import { tableOf } from "../../core/base/tables.ts";
import { type ResourceRule, type RouteMount, type RouteRules, ruleMaker } from "../../core/rules/route_rules.ts";

const METHODS = "(?<method>get|post|put|patch|delete|head|options)";

const served = ruleMaker("exposes", { otherwise: "GET", handler: ["decorated"] });
const called = ruleMaker("consumes", { path: [0, "url"], otherwise: "GET" });

const FLASK = "flask\\.(?:\\w+\\.)*(?:Flask|Blueprint)";
const FASTAPI = "fastapi\\.(?:\\w+\\.)*(?:FastAPI|APIRouter)";
const DJANGO = "django\\.(?:urls|conf\\.urls)(?:\\.\\w+)*";
const DJANGO_INCLUDE = new RegExp(`^${DJANGO}\\.include$`);
const AIOHTTP = "aiohttp\\.(?:\\w+\\.)*";
const REQUESTS = "requests\\.(?:(?:sessions\\.)?[Ss]ession\\.)?";
const HTTPX = "httpx\\.(?:(?:_client\\.)?(?:Async)?Client\\.)?";

const ALL = { isOne: false };
const ONE = { isOne: true };
const ACTIONS = {
  list: { method: "GET", ...ALL },
  create: { method: "POST", ...ALL },
  retrieve: { method: "GET", ...ONE },
  update: { method: "PUT", ...ONE },
  partial_update: { method: "PATCH", ...ONE },
  destroy: { method: "DELETE", ...ONE },
};
const mixin = (name: string, ...actions: string[]): ResourceRule["bases"][number] => ({
  name: new RegExp(`^rest_framework\\.(?:\\w+\\.)*${name}$`),
  actions,
});

/** Django REST framework: a router serves the methods of a class of views by their names. */
const VIEW_SETS: ResourceRule = {
  framework: "rest_framework",
  callee: /^rest_framework\.(?:\w+\.)*\w*Router\.register$/,
  path: [0, "prefix"],
  class: [1, "viewset"],
  actions: ACTIONS,
  bases: [
    mixin("ModelViewSet", ...Object.keys(ACTIONS)),
    mixin("ReadOnlyModelViewSet", "list", "retrieve"),
    mixin("ListModelMixin", "list"),
    mixin("CreateModelMixin", "create"),
    mixin("RetrieveModelMixin", "retrieve"),
    mixin("UpdateModelMixin", "update", "partial_update"),
    mixin("DestroyModelMixin", "destroy"),
  ],
  decorator: { callee: /^rest_framework\.(?:\w+\.)*action$/, path: ["url_path"], methods: [0, "methods"], one: [1, "detail"] },
  parameter: { name: "pk", fields: ["lookup_field", "lookup_url_kwarg"] },
};

/** Python's web frameworks and HTTP clients. */
export const routes: RouteRules = tableOf({
  packages: /^(?:flask|fastapi|starlette|django|rest_framework|aiohttp|requests|httpx)\./,
  rules: [
    served("flask", `${FLASK}\\.${METHODS}`, { path: [0, "rule"] }),
    served("flask", `${FLASK}\\.route`, { path: [0, "rule"], method: ["methods"] }),
    served("flask", `${FLASK}\\.add_url_rule`, { path: [0, "rule"], method: ["methods"], handler: ["view_func", 2] }),
    served("fastapi", `${FASTAPI}\\.${METHODS}`, { path: [0, "path"] }),
    served("fastapi", `${FASTAPI}\\.api_route`, { path: [0, "path"], method: ["methods"] }),
    served("fastapi", `${FASTAPI}\\.add_api_route`, { path: [0, "path"], method: ["methods"], handler: [1, "endpoint"] }),
    served("starlette", "starlette\\.routing\\.Route", {
      path: [0, "path"],
      method: ["methods"],
      handler: [1, "endpoint"],
      isListed: true,
    }),
    served("aiohttp", `${AIOHTTP}RouteTableDef\\.${METHODS}`, { path: [0, "path"] }),
    served("aiohttp", `${AIOHTTP}Application\\.router\\.add_${METHODS}`, { path: [0, "path"], handler: [1, "handler"] }),
    served("aiohttp", `${AIOHTTP}Application\\.router\\.add_route`, {
      path: [1, "path"],
      method: [0, "method"],
      otherwise: "ANY",
      handler: [2, "handler"],
    }),
    served("aiohttp", `aiohttp\\.web\\.${METHODS}`, { path: [0, "path"], handler: [1, "handler"], least: 2, isListed: true }),
    // A view takes every method.
    served("django", `${DJANGO}\\.re_path|django\\.conf\\.urls\\.url`, {
      otherwise: "ANY",
      handler: [1, "view"],
      least: 2,
      isPattern: true,
      isListed: true,
      exceptHandler: DJANGO_INCLUDE,
    }),
    served("django", `${DJANGO}\\.path`, {
      path: [0, "route"],
      otherwise: "ANY",
      handler: [1, "view"],
      least: 2,
      isListed: true,
      exceptHandler: DJANGO_INCLUDE,
    }),
    called("requests", `${REQUESTS}${METHODS}`),
    called("requests", `${REQUESTS}request`, { path: [1, "url"], method: [0, "method"] }),
    called("httpx", `${HTTPX}${METHODS}`),
    called("httpx", `${HTTPX}(?:request|stream)`, { path: [1, "url"], method: [0, "method"] }),
    // Test clients that call the application itself.
    called("django", `django\\.test\\.(?:\\w+\\.)*\\w*Client\\.${METHODS}`, { path: [0, "path"] }),
    called("rest_framework", `rest_framework\\.test\\.\\w*Client\\.${METHODS}`, { path: [0, "path"] }),
    called("starlette", `(?:fastapi|starlette)\\.testclient\\.TestClient\\.${METHODS}`),
    called("flask", `flask\\.(?:\\w+\\.)*Flask\\.test_client\\.${METHODS}`, { path: [0, "path"] }),
  ],
  prefixes: [
    { callee: /^flask\.(?:\w+\.)*Blueprint$/, path: ["url_prefix"] },
    { callee: /^fastapi\.(?:\w+\.)*APIRouter$/, path: ["prefix"] },
    { callee: /^httpx\.(?:Async)?Client$/, path: ["base_url"] },
  ],
  mounts: [
    {
      name: "register_blueprint",
      callee: new RegExp(`^${FLASK}\\.register_blueprint$`),
      path: ["url_prefix"],
      mounted: [0, "blueprint"],
      replaces: true,
    },
    { name: "include_router", callee: new RegExp(`^${FASTAPI}\\.include_router$`), path: ["prefix"], mounted: [0, "router"] },
    { name: "mount", callee: new RegExp(`^${FASTAPI}\\.mount$`), path: [0, "path"], mounted: [1, "app"] },
    { name: "path", callee: new RegExp(`^${DJANGO}\\.path$`), path: [0, "route"], mounted: [1, "view"], isListed: true },
    ...["re_path", "url"].map((name): RouteMount => ({
      name,
      callee: new RegExp(`^${DJANGO}\\.${name}$`),
      path: [0],
      mounted: [1, "view"],
      isListed: true,
      isPattern: true,
    })),
    { name: "add_routes", callee: new RegExp(`^${AIOHTTP}Application(?:\\.router)?\\.add_routes$`), path: [], mounted: [0, "routes"] },
    { name: "add_subapp", callee: new RegExp(`^${AIOHTTP}Application\\.add_subapp$`), path: [0, "prefix"], mounted: [1, "subapp"] },
    { name: "Mount", callee: /^starlette\.routing\.Mount$/, path: [0, "path"], mounted: [1, "app", "routes"], isListed: true },
    { name: "Starlette", callee: /^starlette\.applications\.Starlette$/, path: [], mounted: ["routes"] },
  ],
  wrappers: [{ callee: DJANGO_INCLUDE, path: [], wrapped: 0, variable: "urlpatterns" }],
  resources: [VIEW_SETS],
  parts: /^rest_framework\.(?:\w+\.)*\w*Router\.urls$/,
  rootModule: { named: "ROOT_URLCONF", holds: "urlpatterns" },
  roots: /^(?:flask\.(?:\w+\.)*Flask|fastapi\.(?:\w+\.)*FastAPI|starlette\.applications|aiohttp\.(?:\w+\.)*Application)\b/,
});
