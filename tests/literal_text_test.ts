/** Which string literals' texts are kept: routes and HTTP methods, with any quotes. */
import assert from "node:assert/strict";
import { readLiteralText } from "../core/facts/literal_text.ts";

function read(literal: string, isPath = false): string | undefined {
  return readLiteralText(`x = ${literal};`, 4, 4 + literal.length, isPath);
}

Deno.test("texts of paths and methods are kept, even with the longest quotes, and no others", () => {
  assert.equal(read('"/users/{id}"'), "/users/{id}");
  assert.equal(read('"GET /users/{id}/orders"'), "GET /users/{id}/orders");
  assert.equal(read("`/users/${user.name}`"), "/users/{}");
  assert.equal(read('rf"""OPTIONS"""'), "OPTIONS");
  assert.equal(read('r######"OPTIONS"######'), "OPTIONS");
  assert.equal(read('"a sentence that is no path"'), undefined);
  assert.equal(read('"an_identifier_of_some_length"'), undefined);
  assert.equal(read('"an_identifier_of_some_length"', true), "an_identifier_of_some_length");
});
