/** Routes of one file whose path prefix is in another file: an edit of the prefix reaches them, incrementally as in a fresh index. */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { checkIntegrity, dumpIndex } from "./support/dump_index.ts";
import { firstDifferences } from "./support/random_walk.ts";
import { openProject, type TempProject, withProject } from "./support/temp_project.ts";

/** What the routes' own file says, what mounts them, and what their names are after each edit of the latter ("" takes a file away). */
interface Case {
  readonly files: Readonly<Record<string, string>>;
  readonly first: readonly string[];
  readonly edits: readonly { readonly path: string; readonly text: string; readonly names: readonly string[] }[];
}

const CASES: Record<string, Case> = {
  "express: a prefix, a file that mounts anew, and none": {
    files: {
      "app.ts": 'import express from "express";\nimport users from "./users";\nconst app = express();\napp.use("/api", users);\n',
      "users.ts": 'import { Router } from "express";\nconst router = Router();\nrouter.get("/users", () => {});\nexport default router;\n',
    },
    first: ["GET /api/users"],
    edits: [
      {
        path: "app.ts",
        text: 'import express from "express";\nimport users from "./users";\nconst app = express();\napp.use("/v2", users);\n',
        names: ["GET /v2/users"],
      },
      {
        path: "other.ts",
        text: 'import express from "express";\nimport users from "./users";\nexpress().use("/other", users);\n',
        names: ["GET /other/users", "GET /v2/users"],
      },
      { path: "app.ts", text: "", names: ["GET /other/users"] },
      {
        path: "other.ts",
        text:
          'import express from "express";\nimport users from "./users";\nimport { prefix } from "settings";\nexpress().use(prefix, users);\n',
        names: ["GET …/users"],
      },
      { path: "other.ts", text: "", names: ["GET …/users"] },
    ],
  },
  "go: a router in a field, given in another file of the package, or in a new one": {
    files: {
      "go.mod": "module example.com/shop\n",
      "web/server.go":
        'package web\nimport "github.com/go-chi/chi/v5"\ntype server struct{ router chi.Router }\nfunc (s *server) routes() { s.router.Get("/x", nil) }\n',
      "web/new.go": "package web\nfunc none() {}\n",
    },
    first: ["GET …/x"],
    edits: [
      {
        path: "web/new.go",
        text: 'package web\nimport "github.com/go-chi/chi/v5"\nfunc New() *server { return &server{router: chi.NewRouter()} }\n',
        names: ["GET /x"],
      },
      { path: "web/new.go", text: "package web\nfunc none() {}\n", names: ["GET …/x"] },
      {
        path: "web/late.go",
        text:
          'package web\nimport "github.com/go-chi/chi/v5"\nfunc late(s *server, r *chi.Mux) { s.router = r }\nfunc start() { chi.NewRouter().Route("/v1", func(r chi.Router) { late(nil, r) }) }\n',
        names: ["GET /v1/x"],
      },
      { path: "web/late.go", text: "", names: ["GET …/x"] },
    ],
  },
  "express: a parameter without a type, handed over by one caller, by two, and by none": {
    files: {
      "app.js": 'import express from "express";\nimport { setUp } from "./handed";\nsetUp(express());\n',
      "handed.js": 'export function setUp(app) { app.get("/given", () => {}); }\n',
    },
    first: ["GET /given"],
    edits: [
      { path: "other.js", text: 'import { setUp } from "./handed";\nsetUp(new Map());\n', names: [] },
      { path: "other.js", text: "", names: ["GET /given"] },
      { path: "app.js", text: 'import { setUp } from "./handed";\nsetUp(process.env);\n', names: [] },
      {
        path: "app.js",
        text: 'import fastify from "fastify";\nimport { setUp } from "./handed";\nsetUp(fastify());\n',
        names: ["GET /given"],
      },
    ],
  },
  "rest_framework: a class whose methods serve, behind a router that another file includes": {
    files: {
      "settings.py": 'ROOT_URLCONF = "urls"\n',
      "urls.py": 'from django.urls import include, path\nfrom users import router\nurlpatterns = [path("api/", include(router.urls))]\n',
      "users.py":
        'from rest_framework.routers import DefaultRouter\nfrom views import Users\nrouter = DefaultRouter()\nrouter.register("users", Users)\n',
      "views.py": "from rest_framework.viewsets import ViewSet\nclass Users(ViewSet):\n    def list(self, request): ...\n",
    },
    first: ["GET /api/users"],
    edits: [
      {
        path: "views.py",
        text:
          'from rest_framework.viewsets import ViewSet\nfrom rest_framework.decorators import action\nclass Users(ViewSet):\n    def create(self, request): ...\n    @action(methods=["put"])\n    def ban(self, request, pk): ...\n',
        names: ["POST /api/users", "PUT /api/users/{pk}/ban"],
      },
      {
        path: "views.py",
        text:
          'from rest_framework.viewsets import ViewSet\nfrom rest_framework.decorators import action\nclass Users(ViewSet):\n    def create(self, request): ...\n    @action(methods=["put"], url_path="off")\n    def ban(self, request, pk): ...\n',
        names: ["POST /api/users", "PUT /api/users/{pk}/off"],
      },
      { path: "urls.py", text: "urlpatterns = []\n", names: ["POST …/users", "PUT …/users/{pk}/off"] },
    ],
  },
  "rocket: routes that another file lists, by a function that gives them back": {
    files: {
      "Cargo.toml": '[package]\nname = "shop"\n[dependencies]\nrocket = "0.5"\n',
      "src/main.rs": 'mod users;\nfn main() { rocket::build().mount("/v1", users::all()); }\n',
      "src/users.rs":
        'use rocket::{get, routes, Route};\n#[get("/<id>")]\nfn one(id: u32) {}\npub fn all() -> Vec<Route> { routes![one] }\n',
    },
    first: ["GET /v1/{id}"],
    edits: [
      { path: "src/main.rs", text: 'mod users;\nfn main() { rocket::build().mount("/v2", users::all()); }\n', names: ["GET /v2/{id}"] },
      {
        path: "src/users.rs",
        text: 'use rocket::{get, routes, Route};\n#[get("/<id>")]\nfn one(id: u32) {}\npub fn all() -> Vec<Route> { routes![] }\n',
        names: ["GET …/{id}"],
      },
    ],
  },
  "express: a function without a name that is what its module is": {
    files: {
      "app.js": 'const express = require("express");\nmodule.exports = express();\n',
      "users/index.js": 'module.exports = (app) => { app.get("/users", () => {}); };\n',
    },
    first: [],
    edits: [
      {
        path: "app.js",
        text: 'const express = require("express");\nconst app = express();\nrequire("./users")(app);\n',
        names: ["GET /users"],
      },
      { path: "other.js", text: 'const other = require("./users");\nother(new Map());\n', names: [] },
      { path: "other.js", text: "", names: ["GET /users"] },
      { path: "app.js", text: "module.exports = 1;\n", names: [] },
    ],
  },
  "fastapi: a router between the two, mounted by a variable inside a function": {
    files: {
      "main.py":
        'from fastapi import FastAPI\nfrom api import api\ndef make() -> FastAPI:\n    app = FastAPI()\n    prefix = "/one"\n    app.include_router(api, prefix=prefix)\n    return app\n',
      "api.py": 'from fastapi import APIRouter\nfrom items import router\napi = APIRouter()\napi.include_router(router, prefix="/items")\n',
      "items.py": 'from fastapi import APIRouter\nrouter = APIRouter()\n@router.get("/{id}")\ndef read(id): ...\n',
    },
    first: ["GET /one/items/{id}"],
    edits: [
      {
        path: "main.py",
        text:
          'from fastapi import FastAPI\nfrom api import api\ndef make() -> FastAPI:\n    app = FastAPI()\n    prefix = "/two"\n    app.include_router(api, prefix=prefix)\n    return app\n',
        names: ["GET /two/items/{id}"],
      },
      { path: "api.py", text: "api = 1\n", names: ["GET …/{id}"] },
    ],
  },
  "gin: a group that a function in another package is given": {
    files: {
      "go.mod": "module shop\n",
      "main.go":
        'package main\n\nimport (\n\t"github.com/gin-gonic/gin"\n\t"shop/users"\n)\n\nfunc main() {\n\tr := gin.New()\n\tg := r.Group("/v1")\n\tusers.Register(g)\n}\n',
      "users/users.go":
        'package users\n\nimport "github.com/gin-gonic/gin"\n\nfunc Register(g *gin.RouterGroup) {\n\tg.GET("/users", nil)\n}\n',
    },
    first: ["GET /v1/users"],
    edits: [
      {
        path: "main.go",
        text:
          'package main\n\nimport (\n\t"github.com/gin-gonic/gin"\n\t"shop/users"\n)\n\nfunc main() {\n\tr := gin.New()\n\tg := r.Group("/v2")\n\tusers.Register(g)\n}\n',
        names: ["GET /v2/users"],
      },
      { path: "main.go", text: "package main\n\nfunc main() {}\n", names: ["GET …/users"] },
      {
        path: "more.go",
        text:
          'package main\n\nimport (\n\t"github.com/gin-gonic/gin"\n\t"shop/users"\n)\n\nfunc more(r *gin.Engine) {\n\tusers.Register(r.Group("/more"))\n}\n',
        names: ["GET /more/users"],
      },
    ],
  },
  "axum: what a function returns that another file nests": {
    files: {
      "Cargo.toml": '[package]\nname = "shop"\n[dependencies]\naxum = "0.8"\n',
      "src/main.rs": 'mod users;\nuse axum::Router;\nfn main() {\n    let app = Router::new().nest("/api", users::routes());\n}\n',
      "src/users.rs":
        'use axum::{routing::get, Router};\npub fn routes() -> Router {\n    Router::new().route("/users", get(list))\n}\nasync fn list() {}\n',
    },
    first: ["GET /api/users"],
    edits: [
      {
        path: "src/main.rs",
        text: 'mod users;\nuse axum::Router;\nfn main() {\n    let app = Router::new().nest("/v2", users::routes());\n}\n',
        names: ["GET /v2/users"],
      },
      {
        path: "src/main.rs",
        text:
          'mod users;\nuse axum::Router;\nfn main() {\n    let app = Router::new().nest("/v2", users::routes()).merge(users::routes());\n}\n',
        names: ["GET /users", "GET /v2/users"],
      },
    ],
  },
};

for (const [name, { files, first, edits }] of Object.entries(CASES)) {
  Deno.test(`routes follow who mounts them, ${name}`, () =>
    withProject(files, async (project) => {
      await project.index();
      assert.deepEqual(routesOf(project), first);
      for (const [step, { path, text, names }] of edits.entries()) {
        if (text === "") project.remove(path);
        else project.write(path, text);
        await project.index();
        assert.deepEqual(routesOf(project), names, `step ${step}`);
        const afresh = openProject(project.root, `${project.database}-fresh`);
        await afresh.index();
        assert.deepEqual(firstDifferences(dumpIndex(project.database), dumpIndex(afresh.database)), [], `step ${step}`);
        assert.deepEqual(checkIntegrity(project.database), [], `step ${step}`);
        rmSync(afresh.database, { recursive: true });
      }
    }));
}

Deno.test("editing a file that mounts nothing leaves the routes of others unchanged", () =>
  withProject({
    "app.ts": 'import express from "express";\nimport users from "./users";\nexpress().use("/api", users);\n',
    "users.ts": 'import { Router } from "express";\nconst router = Router();\nrouter.get("/users", () => {});\nexport default router;\n',
    "beside.ts": "export function count(n: number) { return n; }\ncount(1);\n",
  }, async (project) => {
    await project.index();
    project.write("beside.ts", "export function count(n: number) { return n; }\ncount(2);\n");
    assert.equal((await project.index()).resolved, 1);
    project.write("app.ts", 'import express from "express";\nimport users from "./users";\nexpress().use("/v2", users);\n');
    assert.equal((await project.index()).resolved, 2);
    assert.deepEqual(routesOf(project), ["GET /v2/users"]);
  }));

/** Names of all routes that the index's code serves. */
function routesOf(project: TempProject): string[] {
  const db = new DatabaseSync(join(project.database, "index.db"));
  const rows = db.prepare(
    "SELECT DISTINCT n.text AS name FROM edge e JOIN ref_file rf ON rf.resolution_id = e.resolution_id JOIN name n ON n.id = e.to_name_id WHERE e.edge_type = 'exposes' ORDER BY name",
  ).all() as { name: string }[];
  db.close();
  return rows.map((row) => row.name);
}
