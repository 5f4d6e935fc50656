/**
 * The progress of an index run, on stderr.
 *
 * Stage: CLI. Invariant: a bar on a terminal, one line elsewhere, nothing with `--quiet`, or with `--json` off a terminal; short runs show
 * nothing.
 */
import type { SingleBar } from "cli-progress";
import type { IndexProgress } from "../core/pipeline.ts";
import { type CommonOptions, isLively, printNotice } from "./terminal.ts";

/** Shows the progress of indexing. */
export interface Progress {
  readonly show: (progress: IndexProgress) => void;
  /** Removes the bar. */
  readonly end: () => void;
}

/** Shorter runs show no bar, ms. */
const PATIENCE_MS = 300;

/**
 * Starts showing progress.
 * @param what what is being indexed
 */
export function startProgress(options: CommonOptions, what: string): Progress {
  if (options.quiet === true) return { show: () => {}, end: () => {} };
  return isLively(Deno.stderr) ? startBar() : startLine(options, what);
}

function startLine(options: CommonOptions, what: string): Progress {
  const start = performance.now();
  let said = options.json === true;
  return {
    show: ({ total }) => {
      // Scanning for changes does not count as indexing.
      if (said || total === 0 || performance.now() - start < PATIENCE_MS) return;
      said = true;
      printNotice(`callgrove: indexing ${what} …`);
    },
    end: () => {},
  };
}

/** The greatest width of the bar; in a narrow terminal the line would wrap and not be erased. */
const WIDEST = 30;
/** The columns beside the bar, with six-digit numbers. */
const BESIDE_BAR = 30;

function barWidth(): number {
  try {
    return Math.max(1, Math.min(WIDEST, Deno.consoleSize().columns - BESIDE_BAR));
  } catch {
    return WIDEST;
  }
}

function startBar(): Progress {
  const start = performance.now();
  let bar: SingleBar | undefined;
  let loading = false;
  let ended = false;
  const load = async (): Promise<void> => {
    const { default: progress } = await import("cli-progress");
    if (ended) return;
    bar = new progress.SingleBar({
      format: "{stage} {bar} {value}/{total} files",
      stream: (await import("node:process")).stderr,
      clearOnComplete: true,
      barsize: barWidth(),
      fps: 10,
    }, progress.Presets.shades_classic);
  };
  let stage = "";
  return {
    show: (progress) => {
      if (ended || performance.now() - start < PATIENCE_MS) return;
      if (!loading) {
        loading = true;
        void load();
      }
      if (bar === undefined) return;
      const payload = { stage: progress.stage.padEnd(8) };
      if (stage === "") bar.start(Math.max(1, progress.total), progress.done, payload);
      else {
        bar.setTotal(Math.max(1, progress.total));
        bar.update(progress.done, payload);
      }
      stage = progress.stage;
    },
    end: () => {
      ended = true;
      bar?.stop();
    },
  };
}
