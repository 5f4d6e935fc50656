/** The Homebrew formula of a release: `brew install callgrove/callgrove/callgrove` from a tap that holds it. */
import { VERSION } from "../version.ts";
import { downloadUrl, REPOSITORY } from "./places.ts";

const SYSTEMS = [["macos", "on_macos"], ["linux", "on_linux"]] as const;
const PROCESSORS = [["arm64", "on_arm"], ["x64", "on_intel"]] as const;

/** @param sums file name -> SHA-256; platforms that are not among them are left out. */
export function makeFormula(sums: ReadonlyMap<string, string>): string {
  const blocks = SYSTEMS.map(([system, onSystem]) => {
    const inner = PROCESSORS.flatMap(([processor, onProcessor]) => {
      const archive = `callgrove-${system}-${processor}.tar.gz`;
      const sum = sums.get(archive);
      return sum === undefined ? [] : [`    ${onProcessor} do`, `      url "${downloadUrl(archive)}"`, `      sha256 "${sum}"`, "    end"];
    });
    return inner.length === 0 ? [] : [`  ${onSystem} do`, ...inner, "  end"];
  });
  return `class Callgrove < Formula
  desc "Who calls what: a call graph of a repository, for people and agents"
  homepage "${REPOSITORY}"
  version "${VERSION}"
  license "MIT"

${blocks.flat().join("\n")}

  def install
    bin.install "callgrove"
    man1.install "callgrove.1"
    bash_completion.install "completions/callgrove.bash" => "callgrove"
    zsh_completion.install "completions/_callgrove"
    fish_completion.install "completions/callgrove.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/callgrove --version")
    (testpath/"a.py").write "def f(): pass\\ndef g(): f()\\n"
    assert_match "a.py:2:10", shell_output("#{bin}/callgrove callers f --quiet")
  end
end
`;
}
