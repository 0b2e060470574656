/** Maximum number of items in one batch. */
const MOST_AT_ONCE = 500;

interface Waiting<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Writes items in batches, one batch at a time: those that arrive during a write go into the next, and share its cost.
 * `write` gets at most 500 items and returns a result for each. Its failure rejects the calls of its batch alone. Where
 * `mayBeOfItem` says that one item may have caused the failure, each is written by itself, so that the others aren't lost;
 * then the failed write must have written nothing.
 */
export function openBatchedWriter<Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
  { mayBeOfItem = () => false }: { mayBeOfItem?(error: unknown): boolean } = {},
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let isWriting = false;

  async function writeAll(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MOST_AT_ONCE);
      await writeBatch(batch).catch(async (error: unknown) => {
        const isSplit = batch.length > 1 && mayBeOfItem(error);
        if (!isSplit) for (const { reject } of batch) reject(error);
        else for (const each of batch) await writeBatch([each]).catch(each.reject);
      });
    }
    isWriting = false;
  }

  async function writeBatch(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    const results = await write(batch.map(({ item }) => item));
    if (results.length !== batch.length) {
      throw new Error(`a write of ${batch.length} items has returned ${results.length} results`);
    }
    for (const [place, { resolve }] of batch.entries()) resolve(results[place] as Result);
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isWriting) writeAll();
    });
}
