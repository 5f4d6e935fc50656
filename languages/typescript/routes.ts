/**
 * Routes of web frameworks and HTTP clients for JavaScript, as data.
 *
 * Names are those of the packages' exports; types that an application's parameters may have (`FastifyInstance`) count as well.
 */
import { tableOf } from "../../core/base/tables.ts";
import { type RouteRules, ruleMaker } from "../../core/rules/route_rules.ts";

const METHOD_NAMES = ["get", "post", "put", "patch", "delete", "head", "options", "all"];
const METHODS = `(?<method>${METHOD_NAMES.join("|")})`;
const ANY_CALLS = "(?:\\.\\w+)*";

const served = ruleMaker("exposes", { otherwise: "ANY", handler: ["last"] });
const called = ruleMaker("consumes", { otherwise: "GET" });

const KOA_ROUTER = `(?:@koa/router|koa-router)${ANY_CALLS}`;

/** The string arguments of these calls are kept, however little they look like a path. */
export const PATH_CALLS: ReadonlySet<string> = new Set(["setGlobalPrefix", "register"]);
/** So is the first argument of these if the last is a function. */
export const METHOD_CALLS: ReadonlySet<string> = new Set(METHOD_NAMES);

/** TypeScript's web frameworks and HTTP clients. */
export const routes: RouteRules = tableOf({
  packages: /^(?:express|fastify|hono|@nestjs|koa|@koa\/router|axios|(?:globalThis\.|window\.)?fetch|node-fetch|undici|cross-fetch)/,
  rules: [
    // `app.get("setting")` reads a setting.
    served("express", `express${ANY_CALLS}\\.route${ANY_CALLS}\\.${METHODS}`, { path: [], least: 1 }),
    served("express", `express${ANY_CALLS}\\.${METHODS}`, { least: 2 }),
    served("fastify", `fastify${ANY_CALLS}\\.${METHODS}`, { least: 2 }),
    served("fastify", `fastify${ANY_CALLS}\\.route`, { path: ["url", "path"], method: ["method"], handler: ["handler"] }),
    served("hono", `hono\\.Hono${ANY_CALLS}\\.${METHODS}`, { least: 2 }),
    served("hono", `hono\\.Hono${ANY_CALLS}\\.on`, { path: [1], method: [0], least: 3 }),
    served("koa", `${KOA_ROUTER}\\.${METHODS}`, { least: 2 }),
    served("koa", `${KOA_ROUTER}\\.del`, { otherwise: "DELETE", least: 2 }),
    served("nestjs", "@nestjs/common\\.(?<method>Get|Post|Put|Patch|Delete|Head|Options|All)", {
      path: [0, "path"],
      handler: ["decorated"],
    }),
    called("fetch", "(?:globalThis\\.|window\\.)?fetch", { method: ["method"] }),
    called("fetch", "(?:node-fetch|undici\\.fetch|cross-fetch)(?:\\.fetch)?", { method: ["method"] }),
    called("axios", "axios(?:\\.axios)?(?:\\.create|\\.AxiosInstance|\\.Axios)?\\.(?<method>get|post|put|patch|delete|head|options)"),
    called("axios", "axios(?:\\.axios)?(?:\\.create|\\.AxiosInstance|\\.Axios)?(?:\\.request)?", { path: [0, "url"], method: ["method"] }),
  ],
  prefixes: [
    { callee: new RegExp(`^express${ANY_CALLS}\\.route$`), path: [0] },
    { callee: new RegExp(`^hono\\.Hono${ANY_CALLS}\\.basePath$`), path: [0] },
    { callee: /^(?:@koa\/router|koa-router)(?:\.Router)?$/, path: ["prefix"] },
    { callee: new RegExp(`^${KOA_ROUTER}\\.prefix$`), path: [0] },
    { callee: /^axios(?:\.axios)?\.create$/, path: ["baseURL"] },
  ],
  mounts: [
    { name: "use", callee: new RegExp(`^express${ANY_CALLS}\\.use$`), path: [0], mounted: [0, 1, 2, 3, 4, "last"] },
    { name: "use", callee: new RegExp(`^(?:koa${ANY_CALLS}|${KOA_ROUTER})\\.use$`), path: [0], mounted: [0, 1, 2, "last"] },
    { name: "mount", callee: /^koa-mount(?:\.default)?$/, path: [0], mounted: [0, 1] },
    { name: "route", callee: new RegExp(`^hono\\.Hono${ANY_CALLS}\\.route$`), path: [0], mounted: [1] },
    { name: "register", callee: new RegExp(`^fastify${ANY_CALLS}\\.register$`), path: ["prefix"], mounted: [0] },
  ],
  roots: /^(?:express(?!\.I?Router\b)|fastify(?!\.FastifyInstance\b)|hono\.Hono\b|koa(?![-\w]))/,
  moduleTree: {
    name: "register",
    callee: /^@nestjs\/core\.RouterModule\.register$/,
    path: "path",
    module: "module",
    children: "children",
    declares: /^@nestjs\/common\.Module$/,
    holds: "controllers",
  },
  applicationPrefix: {
    name: "setGlobalPrefix",
    callee: /^@nestjs\/.*\.setGlobalPrefix$/,
    path: [0],
    made: { name: "create", callee: /^@nestjs\/core\.NestFactory\.create$/ },
  },
  classPrefixes: [{ callee: /^@nestjs\/common\.Controller$/, path: [0, "path"] }],
});
