#!/bin/sh
# Installs callgrove for Linux and macOS, after holding what it fetched against the release's checksums.
#
#   curl -fsSL https://raw.githubusercontent.com/callgrove/callgrove/main/install.sh | sh
#
#   CALLGROVE_VERSION    a version (default: the latest release)
#   CALLGROVE_INSTALL    folder of the program (default: ~/.local/bin)
#   CALLGROVE_DOWNLOAD   where the release's files lie (default: the project's releases)
set -eu

fail() { echo "install.sh: $1" >&2; exit 1; }

case "$(uname -s)" in
  Linux) system=linux ;;
  Darwin) system=macos ;;
  *) fail "there is no binary for $(uname -s); see https://github.com/callgrove/callgrove#readme" ;;
esac
case "$(uname -m)" in
  x86_64|amd64) processor=x64 ;;
  arm64|aarch64) processor=arm64 ;;
  *) fail "there is no binary for $(uname -m)" ;;
esac
archive="callgrove-$system-$processor.tar.gz"
releases=https://github.com/callgrove/callgrove/releases
if [ -n "${CALLGROVE_VERSION:-}" ]; then from="$releases/download/v${CALLGROVE_VERSION#v}"; else from="$releases/latest/download"; fi
from=${CALLGROVE_DOWNLOAD:-$from}
into=${CALLGROVE_INSTALL:-"$HOME/.local/bin"}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fetch() { curl -fsSL "$from/$1" -o "$work/$1" || fail "cannot fetch $from/$1"; }
fetch SHA256SUMS
fetch "$archive"

wanted=$(awk -v name="$archive" '$2 == name { print $1 }' "$work/SHA256SUMS")
[ -n "$wanted" ] || fail "SHA256SUMS does not name $archive"
if command -v sha256sum >/dev/null 2>&1; then sum=$(sha256sum "$work/$archive"); else sum=$(shasum -a 256 "$work/$archive"); fi
[ "${sum%% *}" = "$wanted" ] || fail "$archive is not what the release says: SHA-256 ${sum%% *} instead of $wanted. Nothing was installed."

tar -xzf "$work/$archive" -C "$work" callgrove
mkdir -p "$into"
# In one step, also where the old program is running.
mv "$work/callgrove" "$into/.callgrove.new"
mv "$into/.callgrove.new" "$into/callgrove"
echo "$into/callgrove $("$into/callgrove" --version)"
case ":$PATH:" in *":$into:"*) ;; *) echo "Put $into into PATH to call it by its name." ;; esac
