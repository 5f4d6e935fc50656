/**
 * Routes of web frameworks and HTTP clients for Rust, as data.
 */
import type { RouteRules } from "../../core/route_rules.ts";

const METHOD = "(?<method>get|post|put|patch|delete|head|options)";
const REQWEST = "reqwest(?:\\.blocking)?(?:\\.(?:Client|ClientBuilder|new|builder|default|build|unwrap|timeout|user_agent))*";
const AXUM = "axum\\.(?:routing\\.)?Router(?:\\.\\w+)*";
const ACTIX = "actix_web\\.(?:App|web\\.scope|web\\.ServiceConfig)(?:\\.\\w+)*";

export const routes: RouteRules = {
  packages: /^(?:axum|actix_web|reqwest)/,
  rules: [
    {
      framework: "axum",
      role: "exposes",
      callee: new RegExp(`^${AXUM}\\.route$`),
      path: [0],
      otherwise: "ANY",
      methods: 1,
    },
    {
      framework: "actix",
      role: "exposes",
      callee: new RegExp(`^${ACTIX}\\.route$`),
      path: [0],
      otherwise: "ANY",
      methods: 1,
    },
    { framework: "actix", role: "exposes", callee: /^actix_web\.web\.resource(?:\.\w+)*\.route$/, path: [], otherwise: "ANY", methods: 0 },
    { framework: "actix", role: "exposes", callee: /^actix_web\.web\.resource(?:\.\w+)*\.to$/, path: [], otherwise: "ANY", handler: [0] },
    { framework: "reqwest", role: "consumes", callee: new RegExp(`^${REQWEST}\\.${METHOD}$`), path: [0], otherwise: "GET" },
    { framework: "reqwest", role: "consumes", callee: new RegExp(`^${REQWEST}\\.request$`), path: [1], method: [0], otherwise: "GET" },
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
  // Rocket's mounts stand behind nothing else.
  roots: /^(?:axum\.(?:routing\.)?Router\.(?:new|default)|actix_web\.App|rocket)\b/,
  wrappers: [{ callee: /^(?:rocket\.)?routes$/, path: [], wrapped: "all" }],
  attributes: [
    { framework: "actix", name: /^actix_web\.(?<method>get|post|put|patch|delete|head|options)$/ },
    { framework: "rocket", name: /^rocket\.(?<method>get|post|put|patch|delete|head|options)$/ },
  ],
};

/** Result types of functions that may give back a router: what they return is kept, for it tells which router. */
export const ROUTER_RESULT = /\b(?:Route|Router|Scope|Resource|App|HttpServiceFactory)\b/;
