/**
 * What evaluations rest on: files and names that they asked about.
 *
 * Stage: resolve. While something is evaluated, a frame collects what it asks; when it is done, the frame becomes a node that whoever
 * uses the result takes over. A file's resolution rests on all that its nodes lead to. Invariant: whatever could change an answer is
 * in it, whoever evaluated it first and for whom.
 *
 * A node is a number: 0 rests on nothing, an even one on one file or name alone, an odd one is a set of nodes. Sets are kept once each
 * (most evaluations of a file rest on the same few others), and small ones are flat, so that the same files and names are the same set.
 */

/** What a finished evaluation rests on. */
export type Node = number;

/** A set of so many files and names is written out; a larger one names the sets that it is made of. */
const MOST_FLAT = 24;
const FIRST_SIZE = 1024;
/** What so few entries gave is remembered, in so many places. */
const MOST_REMEMBERED = 6;
const REMEMBERED_WIDTH = MOST_REMEMBERED + 2;
const REMEMBERED = 4096;

/** The node of a file and that of a name. */
const fileNode = (file: number): Node => 4 * file + 2;
const nameNode = (name: number): Node => 4 * name + 4;
const isSet = (node: Node): boolean => (node & 1) !== 0;

/** Frames of one resolver and the nodes that came of them. */
export class Reliance {
  readonly #names: string[] = [];
  readonly #nameIds = new Map<string, number>();
  readonly #sets = new NodeSets();
  /** Nodes of all open frames end to end; the current one's begin at `#start`. */
  #stack = new Int32Array(FIRST_SIZE);
  #top = 0;
  #start = 0;
  /** File, own file, start and stamp of the frames around the current one. */
  readonly #outer: number[] = [];
  /** The frame that took a node last, by node: one that has it already does not take it twice. */
  readonly #taken = new Stamps();
  #stamp = 0;
  #lastStamp = 0;
  #file = 0;
  /** The file that the current frame need not note; -1: none. */
  #own = 0;

  /** The file whose facts the current frame reads. */
  get file(): number {
    return this.#file;
  }
  /** Begins anew with one frame; what was open is given up. */
  begin(file: number): void {
    this.#outer.length = 0;
    this.#top = 0;
    this.#start = 0;
    this.#file = file;
    this.#own = file;
    this.#stamp = ++this.#lastStamp;
  }
  /** Begins a frame inside the current one, for something that is said in `file`; `leave` ends it. */
  enter(file: number): void {
    this.#open();
    this.#file = file;
    this.#own = file;
  }
  /** Begins a frame for something that no file says alone: whoever asked first (`file` is in hand), the answer serves all. */
  enterShared(file: number = this.#file): void {
    this.#open();
    this.#file = file;
    this.#own = -1;
  }
  #open(): void {
    this.#outer.push(this.#file, this.#own, this.#start, this.#stamp);
    this.#start = this.#top;
    this.#stamp = ++this.#lastStamp;
  }
  /** Ends the current frame: its node, which the outer frame rests on from now on. */
  leave(): Node {
    const node = this.drop();
    this.use(node);
    return node;
  }
  /** Ends the current frame without letting the outer one rest on it. */
  drop(): Node {
    const node = this.#sets.of(this.#stack, this.#start, this.#top);
    this.#top = this.#start;
    this.#stamp = this.#outer.pop()!;
    this.#start = this.#outer.pop()!;
    this.#own = this.#outer.pop()!;
    this.#file = this.#outer.pop()!;
    return node;
  }
  /** The current frame rests on what `node` rests on. */
  use(node: Node): void {
    if (node === 0 || this.#taken.change(node, this.#stamp)) return;
    if (this.#top === this.#stack.length) this.#stack = grown(this.#stack);
    this.#stack[this.#top++] = node;
  }
  /** The current frame asks about a file. */
  ask(file: number): void {
    if (file !== this.#own) this.use(fileNode(file));
  }
  /** The current frame asks who in the repository bears a name. @returns the node of that */
  askName(name: string): Node {
    let id = this.#nameIds.get(name);
    if (id === undefined) {
      id = this.#names.push(name) - 1;
      this.#nameIds.set(name, id);
    }
    const node = nameNode(id);
    this.use(node);
    return node;
  }
  /** All files and names that the open frames lead to, each once; `joinAsked` sorts them. */
  collect(): { files: number[]; names: string[] } {
    const files: number[] = [];
    const names: string[] = [];
    const stamp = ++this.#lastStamp;
    const open: Node[] = [];
    for (let i = 0; i < this.#top; i++) open.push(this.#stack[i]!);
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (this.#taken.change(node, stamp)) continue;
      if (isSet(node)) this.#sets.addItems(node, open);
      else if ((node & 2) === 0) names.push(this.#names[(node - 4) >> 2]!);
      else if (node >> 2 !== this.#file) files.push(node >> 2);
    }
    return { files, names };
  }
}

/** Sets of nodes, each kept once. */
class NodeSets {
  /** Sets end to end: the number of nodes (below 0 where one of them is a set), then the nodes, ascending. */
  #pool = new Int32Array(FIRST_SIZE);
  #end = 0;
  /** Where each set begins. */
  #places = new Int32Array(FIRST_SIZE);
  #count = 0;
  /** Set numbers plus 1 by hash, the next free place taken where one is full. */
  #table = new Int32Array(FIRST_SIZE);
  #scratch = new Int32Array(FIRST_SIZE);
  /** Places of a count, so many entries and the node that they gave. */
  readonly #last = new Int32Array(REMEMBERED * REMEMBERED_WIDTH);

  /** The node for the entries of `stack` from `start` to `end`. */
  of(stack: Int32Array, start: number, end: number): Node {
    const count = end - start;
    if (count < 2) return count === 0 ? 0 : stack[start]!;
    if (count > MOST_REMEMBERED) return this.#make(stack, start, end);
    // Most frames end with entries that another has ended with just so.
    const last = this.#last;
    const at = (hashOf(stack, start, count) & (REMEMBERED - 1)) * REMEMBERED_WIDTH;
    let same = 0;
    if (last[at] === count) { while (same < count && last[at + 1 + same] === stack[start + same]) same++; }
    if (same === count) return last[at + REMEMBERED_WIDTH - 1]!;
    const node = this.#make(stack, start, end);
    last[at] = count;
    for (let i = 0; i < count; i++) last[at + 1 + i] = stack[start + i]!;
    return last[at + REMEMBERED_WIDTH - 1] = node;
  }
  #make(stack: Int32Array, start: number, end: number): Node {
    let length = this.#flatten(stack, start, end);
    if (length < 0) {
      length = end - start;
      while (this.#scratch.length < length) this.#scratch = grown(this.#scratch);
      this.#scratch.set(stack.subarray(start, end));
    }
    length = sortUnique(this.#scratch, length);
    return length === 1 ? this.#scratch[0]! : this.#find(length);
  }
  addItems(set: Node, into: number[]): void {
    const at = this.#places[set >> 1]!;
    const last = at + Math.abs(this.#pool[at]!);
    for (let i = at + 1; i <= last; i++) into.push(this.#pool[i]!);
  }

  /** Writes the entries to the scratch, small sets as what is in them; their number, or -1 where these are too many. */
  #flatten(stack: Int32Array, start: number, end: number): number {
    const scratch = this.#scratch;
    const pool = this.#pool;
    let length = 0;
    for (let i = start; i < end; i++) {
      const node = stack[i]!;
      const at = isSet(node) ? this.#places[node >> 1]! : -1;
      const size = at < 0 ? -1 : pool[at]!;
      if (length + Math.max(size, 1) > FIRST_SIZE) return -1;
      if (size < 0 || size > MOST_FLAT) scratch[length++] = node;
      else for (let k = at + 1; k <= at + size; k++) scratch[length++] = pool[k]!;
    }
    length = sortUnique(scratch, length);
    return length > MOST_FLAT && length > end - start ? -1 : length;
  }

  /** The set whose nodes stand in the scratch. */
  #find(length: number): Node {
    const scratch = this.#scratch;
    const mask = this.#table.length - 1;
    let slot = hashOf(scratch, 0, length) & mask;
    for (let known = this.#table[slot]!; known !== 0; known = this.#table[slot = (slot + 1) & mask]!) {
      if (this.#equals(known - 1, length)) return 2 * known - 1;
    }
    while (this.#end + length + 1 > this.#pool.length) this.#pool = grown(this.#pool);
    if (this.#count === this.#places.length) this.#places = grown(this.#places);
    let nested = false;
    this.#places[this.#count] = this.#end;
    for (let i = 0; i < length; i++) {
      this.#pool[this.#end + 1 + i] = scratch[i]!;
      nested ||= isSet(scratch[i]!);
    }
    this.#pool[this.#end] = nested ? -length : length;
    this.#end += length + 1;
    this.#table[slot] = ++this.#count;
    if (2 * this.#count > this.#table.length) this.#rehash();
    return 2 * this.#count - 1;
  }
  #equals(set: number, length: number): boolean {
    const at = this.#places[set]!;
    if (Math.abs(this.#pool[at]!) !== length) return false;
    for (let i = 0; i < length; i++) if (this.#pool[at + 1 + i] !== this.#scratch[i]) return false;
    return true;
  }
  #rehash(): void {
    const table = new Int32Array(2 * this.#table.length);
    const mask = table.length - 1;
    for (let set = 0; set < this.#count; set++) {
      const at = this.#places[set]!;
      let slot = hashOf(this.#pool, at + 1, Math.abs(this.#pool[at]!)) & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = set + 1;
    }
    this.#table = table;
  }
}

/** The last stamp that each number got. */
class Stamps {
  #stamps = new Int32Array(FIRST_SIZE);

  /** Gives `at` a stamp; true where it has it already. */
  change(at: number, stamp: number): boolean {
    while (at >= this.#stamps.length) this.#stamps = grown(this.#stamps);
    if (this.#stamps[at] === stamp) return true;
    this.#stamps[at] = stamp;
    return false;
  }
}

function grown(old: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const next = new Int32Array(2 * old.length);
  next.set(old);
  return next;
}

/** Sorts the first `length` numbers and drops doubles; how many are left. */
function sortUnique(values: Int32Array, length: number): number {
  if (length > 40) values.subarray(0, length).sort();
  else {
    for (let i = 1; i < length; i++) {
      const value = values[i]!;
      let k = i - 1;
      for (; k >= 0 && values[k]! > value; k--) values[k + 1] = values[k]!;
      values[k + 1] = value;
    }
  }
  let kept = 0;
  for (let i = 0; i < length; i++) if (i === 0 || values[i] !== values[i - 1]) values[kept++] = values[i]!;
  return kept;
}

function hashOf(values: Int32Array, start: number, length: number): number {
  let hash = length;
  for (let i = start; i < start + length; i++) hash = Math.imul(hash ^ values[i]!, 0x9e3779b1) ^ (hash >>> 15);
  return (hash ^ (hash >>> 13)) >>> 0;
}
