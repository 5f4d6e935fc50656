/**
 * Work that is started before its turn: time spent waiting for another process is overlapped.
 */

/**
 * Yields the result of `start` for each item, in order, while the next `count` are already running. If the consumer stops early, their
 * results are discarded.
 */
export async function* ahead<T, R>(
  items: readonly T[],
  count: number,
  start: (item: T) => Promise<R>,
): AsyncGenerator<readonly [item: T, result: R]> {
  const begun: Promise<R>[] = [];
  for (const [at, item] of items.entries()) {
    while (begun.length <= count && at + begun.length < items.length) {
      const result = start(items[at + begun.length]!);
      // The rejection is reported when its turn comes, if it does.
      result.catch(() => {});
      begun.push(result);
    }
    yield [item, await begun.shift()!];
  }
}
