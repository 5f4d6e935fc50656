#!/bin/sh
# Real clients against the server in this checkout: the official ones in TypeScript (v1; v2 in both eras) and Python, the Inspector's
# command line, and the official conformance suite. They come from the registries into a temporary folder. A client whose registry or runtime is not there is skipped and
# said. The last line is 'N passed, N failed, N skipped'; the exit status is 1 if one failed.
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$root/fixtures/shop/python" "$work/shop"
# A repository is never asked through a link: macOS' temporary folder is one.
shop=$(cd "$work/shop" && pwd -P)
set -- deno run --quiet --no-check --allow-read --allow-write --allow-run=git --allow-env --allow-sys "$root/main.ts" mcp --repo "$shop"
passed=0; failed=0; skipped=0

check() {
  name=$1; shift
  if "$@" >"$work/out" 2>&1 && [ "$(tail -n 1 "$work/out")" = ok ]; then passed=$((passed + 1)); echo "ok      $name"
  else failed=$((failed + 1)); echo "FAILED  $name"; tail -n 15 "$work/out"; fi
}
skip() { skipped=$((skipped + 1)); echo "skipped $1: $2"; }

mkdir "$work/npm"
cp "$here/typescript.mjs" "$work/npm/"
if (cd "$work/npm" && npm init -y && npm install --silent --ignore-scripts @modelcontextprotocol/sdk@1.32.2 @modelcontextprotocol/client@2.4.0) >"$work/install" 2>&1; then
  for kind in v1 v2 v2-legacy; do check "TypeScript client $kind" node "$work/npm/typescript.mjs" $kind "$@"; done
else skip "TypeScript clients" "npm could not install them"; fi

if python3 -m venv "$work/venv" && "$work/venv/bin/pip" install --quiet 'mcp==2.3.0'; then
  check "Python client" "$work/venv/bin/python" "$here/python_client.py" "$@"
else skip "Python client" "pip could not install it"; fi >"$work/python" 2>&1
cat "$work/python"

if command -v npx >/dev/null; then check "Inspector" sh -c "sh '$root/tests/support/inspect.sh' '$shop' && echo ok"
else skip "Inspector" "there is no npx"; fi

# The official conformance suite, through a bridge, for it speaks HTTP alone: the scenarios that need neither tools made for it nor HTTP itself. It wants a newer
# Node than many machines have, and runs in Deno.
mkdir "$work/conformance"
suite="$work/conformance/node_modules/@modelcontextprotocol/conformance/dist/index.js"
conforms() {
  deno run --quiet --no-check --allow-all "$suite" server --url "$address" --spec-version "$1" --scenario "$2" --force --timeout 60000 && echo ok
}
if (cd "$work/conformance" && npm init -y && npm install --silent --ignore-scripts --no-audit @modelcontextprotocol/conformance@0.2.0-alpha.12) >"$work/install" 2>&1; then
  node "$here/bridge.mjs" "$@" >"$work/address" &
  bridge=$!
  trap 'kill "$bridge"; rm -rf "$work"' EXIT
  while [ ! -s "$work/address" ] && kill -0 "$bridge"; do sleep 0.1; done
  address=$(cat "$work/address")
  for scenario in server-initialize ping tools-list tools-call-error resources-list prompts-list; do
    check "conformance 2025-11-25 $scenario" conforms 2025-11-25 "$scenario"
  done
  for scenario in tools-list tools-call-error resources-list prompts-list caching sep-2164-resource-not-found \
    input-required-result-unsupported-methods input-required-result-ignore-extra-params sep-2640-skills-enumeration sep-2640-skills-manifest; do
    check "conformance 2026-07-28 $scenario" conforms 2026-07-28 "$scenario"
  done
else skip "conformance suite" "npm could not install it"; fi

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
