/**
 * Routes of web frameworks and HTTP clients for Rust, as data.
 */
import { tableOf } from "../../core/base/tables.ts";
import { type RouteRules, ruleMaker } from "../../core/rules/route_rules.ts";

const METHOD = "(?<method>get|post|put|patch|delete|head|options)";
const REQWEST = "reqwest(?:\\.blocking)?(?:\\.(?:Client|ClientBuilder|new|builder|default|build|unwrap|timeout|user_agent))*";
const AXUM = "axum\\.(?:routing\\.)?Router(?:\\.\\w+)*";
const ACTIX = "actix_web\\.(?:App|web\\.scope|web\\.ServiceConfig)(?:\\.\\w+)*";
const served = ruleMaker("exposes", { otherwise: "ANY" });
const called = ruleMaker("consumes", { otherwise: "GET" });

/** Rust's web frameworks and HTTP clients. */
export const routes: RouteRules = tableOf({
  packages: /^(?:axum|actix_web|reqwest)/,
  rules: [
    served("axum", `${AXUM}\\.route`, { methods: 1 }),
    served("actix", `${ACTIX}\\.route`, { methods: 1 }),
    served("actix", "actix_web\\.web\\.resource(?:\\.\\w+)*\\.route", { path: [], methods: 0 }),
    served("actix", "actix_web\\.web\\.resource(?:\\.\\w+)*\\.to", { path: [], handler: [0] }),
    called("reqwest", `${REQWEST}\\.${METHOD}`),
    called("reqwest", `${REQWEST}\\.request`, { path: [1], method: [0] }),
  ],
  prefixes: [
    { callee: /^actix_web\.web\.(?:scope|resource)$/, path: [0] },
  ],
  mounts: [
    { name: "nest", callee: new RegExp(`^${AXUM}\\.nest$`), path: [0], mounted: [1] },
    { name: "merge", callee: new RegExp(`^${AXUM}\\.merge$`), path: [], mounted: [0] },
    { name: "service", callee: new RegExp(`^${ACTIX}\\.service$`), path: [], mounted: [0] },
    { name: "mount", callee: /^rocket\.(?:\w+\.)*mount$/, path: [0], mounted: [1] },
    { name: "configure", callee: new RegExp(`^${ACTIX}\\.configure$`), path: [], mounted: [0] },
  ],
  // Rocket's mounts are not nested in anything else.
  roots: /^(?:axum\.(?:routing\.)?Router\.(?:new|default)|actix_web\.App|rocket)\b/,
  wrappers: [{ callee: /^(?:rocket\.)?routes$/, path: [], wrapped: "all" }],
  attributes: [
    { framework: "actix", name: /^actix_web\.(?<method>get|post|put|patch|delete|head|options)$/ },
    { framework: "rocket", name: /^rocket\.(?<method>get|post|put|patch|delete|head|options)$/ },
  ],
});

/** Result types of functions that may return a router: their returned values are kept, to identify it. */
export const ROUTER_RESULT = /\b(?:Route|Router|Scope|Resource|App|HttpServiceFactory)\b/;
