#!/bin/sh
# Asks the server through the Inspector's command line, as a user without an agent would. Needs Node's npx and the npm registry.
#   tests/support/inspect.sh REPOSITORY
set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
config=$(mktemp)
trap 'rm -f "$config"' EXIT
cat > "$config" <<JSON
{"mcpServers": {"callgrove": {"command": "deno", "args": ["task", "-q", "--config", "$here/deno.json", "callgrove", "mcp", "--repo", "$1"]}}}
JSON
ask() {
  npx -y @modelcontextprotocol/inspector@2.12.0 --cli --config "$config" --server callgrove "$@" || true
}
ask --method tools/list | grep -q '"get_callers"'
ask --method tools/call --tool-name call_graph_stats | grep -q 'protocol_version'
ask --method tools/call --tool-name get_callers --tool-arg function_name=no_such_symbol_anywhere | grep -q symbol_not_found
echo "inspector: list, call and error answered"
