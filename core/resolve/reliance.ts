/**
 * What evaluations rest on: files and names that they asked about.
 *
 * Stage: resolve. While something is evaluated, a frame collects what it asks; when it is done, the frame becomes a node that whoever
 * uses the result takes over. A file's resolution rests on all that its nodes lead to. Invariant: whatever could change an answer is
 * in it, whoever evaluated it first and for whom.
 */

/** A frame being filled. `file` is the one whose facts are read. */
export interface Frame {
  readonly file: number;
  /** Files (even) and names (odd), see `Reliance.ask` and `askName`. */
  readonly items: number[];
  readonly nodes: number[];
}

const FEW = 8;

/** Frames of one resolver and the nodes that came of them. Node 0 rests on nothing. */
export class Reliance {
  readonly #items: (readonly number[])[] = [[]];
  readonly #nodes: (readonly number[])[] = [[]];
  readonly #names: string[] = [];
  readonly #nameIds = new Map<string, number>();
  frame: Frame = { file: 0, items: [], nodes: [] };

  /** Begins a frame; `leave` ends it. */
  enter(file: number): Frame {
    const outer = this.frame;
    this.frame = { file, items: [], nodes: [] };
    return outer;
  }
  /** Ends the current frame: its node, which the outer frame rests on from now on. */
  leave(outer: Frame): number {
    const { items, nodes } = this.frame;
    this.frame = outer;
    const node = items.length === 0 && nodes.length === 0
      ? 0
      : items.length === 0 && nodes.length === 1
      ? nodes[0]!
      : this.#add(items, nodes);
    this.use(node);
    return node;
  }
  #add(items: readonly number[], nodes: readonly number[]): number {
    const few = <T>(list: readonly T[]): readonly T[] => (list.length > FEW ? [...new Set(list)] : list);
    this.#items.push(few(items));
    return this.#nodes.push(few(nodes)) - 1;
  }
  /** The current frame rests on what `node` rests on. */
  use(node: number): void {
    const { nodes } = this.frame;
    if (node !== 0 && nodes[nodes.length - 1] !== node && (nodes.length > FEW || !nodes.includes(node))) nodes.push(node);
  }
  /** The current frame asks about a file. */
  ask(file: number): void {
    const { items } = this.frame;
    if (file !== this.frame.file && items[items.length - 1] !== 2 * file) items.push(2 * file);
  }
  /** The current frame asks who in the repository bears a name. */
  askName(name: string): void {
    let id = this.#nameIds.get(name);
    if (id === undefined) {
      id = this.#names.push(name) - 1;
      this.#nameIds.set(name, id);
    }
    const { items } = this.frame;
    if (items[items.length - 1] !== 2 * id + 1) items.push(2 * id + 1);
  }
  /** All files and names that the current frame leads to, sorted. */
  collect(): { files: number[]; names: string[] } {
    const seen = new Set<number>();
    const items = new Set<number>(this.frame.items);
    const open = [...this.frame.nodes];
    while (open.length > 0) {
      const node = open.pop()!;
      if (seen.has(node)) continue;
      seen.add(node);
      for (const item of this.#items[node]!) items.add(item);
      for (const next of this.#nodes[node]!) if (!seen.has(next)) open.push(next);
    }
    const files: number[] = [];
    const names: string[] = [];
    for (const item of items) {
      if (item % 2 === 1) names.push(this.#names[item >> 1]!);
      else if (item >> 1 !== this.frame.file) files.push(item >> 1);
    }
    return { files: files.sort((a, b) => a - b), names: names.sort() };
  }
}

/** Remembered meanings of one table of a file, each with what it rests on. */
export class Memo<T> {
  readonly values: (T | undefined)[] = [];
  readonly rests: number[] = [];
  /** Depths of the entries that are being evaluated. */
  readonly pending = new Map<number, number>();
}
