/**
 * Work that is begun before its turn comes: what waits for another process need not wait for it alone.
 */

/** What `start` gives for each item, in their order; that of the next `count` is begun meanwhile. Whoever stops early leaves theirs unread. */
export async function* ahead<T, R>(
  items: readonly T[],
  count: number,
  start: (item: T) => Promise<R>,
): AsyncGenerator<readonly [item: T, result: R]> {
  const begun: Promise<R>[] = [];
  for (const [at, item] of items.entries()) {
    while (begun.length <= count && at + begun.length < items.length) {
      const result = start(items[at + begun.length]!);
      // Heard of when its turn comes, if it does.
      result.catch(() => {});
      begun.push(result);
    }
    yield [item, await begun.shift()!];
  }
}
