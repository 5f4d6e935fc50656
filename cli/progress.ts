/**
 * How far an index run is, on stderr.
 *
 * Stage: CLI. Invariant: a bar on a terminal, one line elsewhere, nothing under `--quiet` and `--json` off a terminal; short runs
 * show nothing.
 */
import type { SingleBar } from "cli-progress";
import type { IndexProgress } from "../core/pipeline.ts";
import { type CommonOptions, isLively, printNotice } from "./terminal.ts";

/** How far indexing is, shown on a terminal. */
export interface Progress {
  readonly show: (progress: IndexProgress) => void;
  /** Takes the bar away. */
  readonly end: () => void;
}

/** Runs that end sooner need no bar, ms. */
const PATIENCE_MS = 300;

/** See the head of this file. `what` is what is being indexed. */
export function startProgress(options: CommonOptions, what: string): Progress {
  if (options.quiet === true) return { show: () => {}, end: () => {} };
  return isLively(Deno.stderr) ? startBar() : startLine(options, what);
}

function startLine(options: CommonOptions, what: string): Progress {
  const start = performance.now();
  let said = options.json === true;
  return {
    show: ({ total }) => {
      // Looking for what has changed is not indexing yet.
      if (said || total === 0 || performance.now() - start < PATIENCE_MS) return;
      said = true;
      printNotice(`callgrove: indexing ${what} …`);
    },
    end: () => {},
  };
}

/** Of the bar: in a narrow terminal the line would break and stay. */
const WIDEST = 30;
/** What stands beside it in its line, with numbers of six digits. */
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
