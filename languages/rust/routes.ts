/**
 * Routes of web frameworks and HTTP clients for Rust, as data.
 */
import type { RouteRules } from "../../core/route_rules.ts";

const METHOD = "(?<method>get|post|put|patch|delete|head|options)";
const REQWEST = "reqwest(?:\\.blocking)?(?:\\.(?:Client|ClientBuilder|new|builder|default|build|unwrap|timeout|user_agent))*";

export const routes: RouteRules = {
  packages: /^(?:axum|actix_web|reqwest)/,
  rules: [
    {
      framework: "axum",
      role: "exposes",
      callee: /^axum\.(?:routing\.)?Router(?:\.\w+)*\.route$/,
      path: [0],
      otherwise: "ANY",
      methods: 1,
    },
    {
      framework: "actix",
      role: "exposes",
      callee: /^actix_web\.(?:App|web\.scope|web\.ServiceConfig)(?:\.\w+)*\.route$/,
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
  mounts: [{ callee: /^axum\.(?:routing\.)?Router(?:\.\w+)*\.nest$/, path: [0], mounted: [1] }],
  attributes: [
    { framework: "actix", name: /^actix_web\.(?<method>get|post|put|patch|delete|head|options)$/ },
    { framework: "rocket", name: /^rocket\.(?<method>get|post|put|patch|delete|head|options)$/ },
  ],
};
