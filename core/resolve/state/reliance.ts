/**
 * The dependencies of evaluations: files and names that they asked about.
 *
 * Stage: resolve. During an evaluation a frame collects its dependencies; at its end the frame becomes a node, which is added to every
 * evaluation that uses the result. A file's resolution depends on everything reachable from its nodes. Invariant: whatever could change a
 * result is among its dependencies, regardless of who evaluated it first.
 *
 * A node is a number: 0 has no dependencies, an even number is a single file or name, an odd one is a set of nodes. Each set is stored once
 * (most evaluations of a file depend on the same few others), and small sets are flat, so that equal dependencies are equal sets. The node of a
 * file is four times its number plus two, that of a name four times its number plus four.
 */

/** The dependencies of a finished evaluation. */
export type Node = number;

/** Maximum size of a flat set; a larger one refers to the sets that it consists of. */
const MOST_FLAT = 24;
const FIRST_SIZE = 1024;
/** Frames with up to this many entries are cached, in a cache of that size. */
const MOST_REMEMBERED = 6;
const REMEMBERED_WIDTH = MOST_REMEMBERED + 2;
const REMEMBERED = 4096;

const isSet = (node: Node): boolean => (node & 1) !== 0;

/** The frames of one resolver and the nodes made from them. */
export class Reliance {
  readonly #names: string[] = [];
  readonly #nameIds = new Map<string, number>();
  readonly #sets = new NodeSets();
  /** The nodes of all open frames, one after the other; the current frame starts at `#start`. */
  #stack = new Int32Array(FIRST_SIZE);
  #top = 0;
  #start = 0;
  /** File, own file, start and stamp of the enclosing frames, and how many numbers these are. */
  readonly #outer: number[] = [];
  #depth = 0;
  /** By node: the stamp of the last frame that it was added to, so that it is added once. */
  #taken = new Int32Array(FIRST_SIZE);
  #stamp = 0;
  #lastStamp = 0;
  #file = 0;
  /** The file that the current frame need not record; -1: none. */
  #own = 0;

  /** The file that is never recorded: the library, which is the same in every index. */
  library = -1;

  /** The file whose facts the current frame reads. */
  get file(): number {
    return this.#file;
  }
  /** Starts again with a single frame; open frames are dropped. */
  begin(file: number): void {
    this.#depth = 0;
    this.#top = 0;
    this.#start = 0;
    this.#file = file;
    this.#own = file;
    this.#stamp = ++this.#lastStamp;
  }
  /** Opens a frame inside the current one, for facts of `file`; closed by `leave`. @param own the file that it need not record; -1: none */
  enter(file: number, own: number = file): void {
    const outer = this.#outer;
    const at = this.#depth;
    outer[at] = this.#file;
    outer[at + 1] = this.#own;
    outer[at + 2] = this.#start;
    outer[at + 3] = this.#stamp;
    this.#depth = at + 4;
    this.#start = this.#top;
    this.#stamp = ++this.#lastStamp;
    this.#file = file;
    this.#own = own;
  }
  /** Opens a frame for a result that does not belong to one file: it also records the file that is read, because the result is shared. */
  enterShared(file: number = this.#file): void {
    this.enter(file, -1);
  }
  /** Closes the current frame. @returns its node, which is added to the outer frame */
  leave(): Node {
    const node = this.drop();
    this.use(node);
    return node;
  }
  /** Closes the current frame without adding it to the outer one. */
  drop(): Node {
    const count = this.#top - this.#start;
    const node = count === 0 ? 0 : count === 1 ? this.#stack[this.#start]! : this.#sets.of(this.#stack, this.#start, this.#top);
    const outer = this.#outer;
    const at = this.#depth -= 4;
    this.#top = this.#start;
    this.#file = outer[at]!;
    this.#own = outer[at + 1]!;
    this.#start = outer[at + 2]!;
    this.#stamp = outer[at + 3]!;
    return node;
  }
  /** Adds the dependencies of `node` to the current frame. */
  use(node: Node): void {
    if (node >= this.#taken.length) this.#growTaken(node);
    if (node === 0 || this.#taken[node] === this.#stamp) return;
    this.#taken[node] = this.#stamp;
    if (this.#top === this.#stack.length) this.#stack = grown(this.#stack);
    this.#stack[this.#top++] = node;
  }
  #growTaken(node: Node): void {
    while (node >= this.#taken.length) this.#taken = grown(this.#taken);
  }
  /** Records that the current frame depends on a file. */
  ask(file: number): void {
    if (file !== this.#own && file !== this.library) this.use(4 * file + 2);
  }
  /** Records that the current frame depends on the definitions of a name. @returns its node */
  askName(name: string): Node {
    let id = this.#nameIds.get(name);
    if (id === undefined) {
      id = this.#names.push(name) - 1;
      this.#nameIds.set(name, id);
    }
    const node = 4 * id + 4;
    this.use(node);
    return node;
  }
  /** All files and names reachable from the open frames, without duplicates; `joinAsked` sorts them. */
  collect(): { files: number[]; names: string[] } {
    const files: number[] = [];
    const names: string[] = [];
    const stamp = ++this.#lastStamp;
    const open: Node[] = [];
    for (let i = 0; i < this.#top; i++) open.push(this.#stack[i]!);
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (node >= this.#taken.length) this.#growTaken(node);
      if (this.#taken[node] === stamp) continue;
      this.#taken[node] = stamp;
      if (isSet(node)) this.#sets.addItems(node, open);
      else if ((node & 2) === 0) names.push(this.#names[(node - 4) >> 2]!);
      else if (node >> 2 !== this.#file) files.push(node >> 2);
    }
    return { files, names };
  }
}

/** Sets of nodes, each stored once. */
class NodeSets {
  /** The sets, one after the other: the number of nodes (negative if one of them is a set), then the nodes in ascending order. */
  #pool = new Int32Array(FIRST_SIZE);
  #end = 0;
  /** The start of each set. */
  #places = new Int32Array(FIRST_SIZE);
  #count = 0;
  /** Hash table of set numbers plus 1, with open addressing. */
  #table = new Int32Array(FIRST_SIZE);
  #scratch = new Int32Array(FIRST_SIZE);
  /** Cache entries: a count, that many entries, and the resulting node. */
  readonly #last = new Int32Array(REMEMBERED * REMEMBERED_WIDTH);

  /** The node for the entries of `stack` from `start` to `end`, two at least. */
  of(stack: Int32Array, start: number, end: number): Node {
    const count = end - start;
    if (count > MOST_REMEMBERED) return this.#make(stack, start, end);
    // Most frames have the same entries as an earlier one.
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

  /** Copies the entries to the scratch area, small sets expanded. @returns their number, or -1 if they are too many */
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

  /** The set with the nodes in the scratch area. */
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

function grown(old: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const next = new Int32Array(2 * old.length);
  next.set(old);
  return next;
}

/** Sorts the first `length` numbers and removes duplicates. @returns how many remain */
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
