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
has() { command -v "$1" >/dev/null 2>&1; }

fetch() {
  if has curl; then curl -fsSL "$from/$1" -o "$work/$1"; else wget -qO "$work/$1" "$from/$1"; fi || fail "cannot fetch $from/$1"
}

sum() { if has sha256sum; then sha256sum "$1"; else shasum -a 256 "$1"; fi; }

# All in one function, which runs when the whole of this script has arrived.
main() {
  case "$(uname -s)" in
    Linux) system=linux ;;
    Darwin) system=macos ;;
    MINGW*|MSYS*|CYGWIN*) fail "this script is for Linux and macOS; for Windows take callgrove-windows-x64.zip from $releases" ;;
    *) fail "there is no binary for $(uname -s); see https://github.com/callgrove/callgrove#readme" ;;
  esac
  case "$(uname -m)" in
    x86_64|amd64) processor=x64 ;;
    arm64|aarch64) processor=arm64 ;;
    *) fail "there is no binary for $(uname -m); see https://github.com/callgrove/callgrove#readme" ;;
  esac
  archive="callgrove-$system-$processor.tar.gz"
  if [ -n "${CALLGROVE_VERSION:-}" ]; then from="$releases/download/v${CALLGROVE_VERSION#v}"; else from="$releases/latest/download"; fi
  from=${CALLGROVE_DOWNLOAD:-$from}
  into=${CALLGROVE_INSTALL:-${HOME:+$HOME/.local/bin}}
  [ -n "$into" ] || fail "HOME is not set; name the program's folder in CALLGROVE_INSTALL"
  case "$into" in /*) ;; *) into=$PWD/$into ;; esac
  has curl || has wget || fail "curl or wget is needed to fetch the release"
  has sha256sum || has shasum || fail "sha256sum or shasum is needed to check what is fetched"

  [ ! -d "$into/callgrove" ] || fail "$into/callgrove is a folder; name another folder for the program in CALLGROVE_INSTALL"
  work=$(mktemp -d) || fail "cannot make a temporary folder; name one in TMPDIR"
  new="$into/.callgrove.$$"
  trap 'rm -rf "$work" "$new"' EXIT
  trap 'exit 130' INT TERM HUP
  fetch SHA256SUMS
  fetch "$archive"

  wanted=$(awk -v name="$archive" '$2 == name { print $1 }' "$work/SHA256SUMS")
  [ -n "$wanted" ] || fail "SHA256SUMS does not name $archive"
  is=$(sum "$work/$archive")
  is=${is%% *}
  [ "$is" = "$wanted" ] || fail "$archive is not what the release says: SHA-256 $is instead of $wanted. Nothing was installed."

  tar -xzf "$work/$archive" -C "$work" callgrove || fail "cannot unpack $archive. Nothing was installed."
  { mkdir -p "$into" && mv "$work/callgrove" "$new"; } ||
    fail "cannot write to $into; name another folder in CALLGROVE_INSTALL. Nothing was installed."
  version=$("$new" --version) ||
    fail "the program does not start here (on Linux it needs glibc; Alpine and others with musl have none). Nothing was installed."
  # In one step, also where the old program is running.
  mv -f "$new" "$into/callgrove" || fail "cannot replace $into/callgrove"
  echo "$into/callgrove $version"
  case ":$PATH:" in *":$into:"*) ;; *) echo "Put $into into PATH to call it by its name." ;; esac
}

releases=https://github.com/callgrove/callgrove/releases
main
