import { QueueFull } from './failures.ts';

/** Maximum number of items in one batch. */
const MAX_AT_ONCE = 500;

interface Waiting<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Writes items in batches, one batch at a time: those that arrive during a write go into the next, and share its cost.
 * `write` gets at most 500 items and returns a result for each. Its failure rejects the calls of its batch alone. Where
 * `mayBeOfItem` says that one item may have caused the failure, each is written by itself, so that the others aren't lost;
 * then the failed write must have written nothing. Beyond `maxWaiting` items that are not yet written, further ones reject with
 * QueueFull, which says `what` they are.
 */
export function openBatchedWriter<Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
  options: { mayBeOfItem?(error: unknown): boolean; readonly maxWaiting?: number; readonly what?: string } = {},
): (item: Item) => Promise<Result> {
  const { mayBeOfItem = () => false, maxWaiting = Number.POSITIVE_INFINITY, what = 'items' } = options;
  const waiting: Waiting<Item, Result>[] = [];
  /** The items of the batch that is written now. */
  let written = 0;
  let isWriting = false;

  async function writeAll(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_AT_ONCE);
      written = batch.length;
      await writeBatch(batch).catch(async (error: unknown) => {
        const isSplit = batch.length > 1 && mayBeOfItem(error);
        if (!isSplit) for (const { reject } of batch) reject(error);
        else for (const each of batch) await writeBatch([each]).catch(each.reject);
      });
    }
    written = 0;
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
      if (written + waiting.length >= maxWaiting) throw new QueueFull(`too many ${what} wait to be written`);
      waiting.push({ item, resolve, reject });
      if (!isWriting) writeAll();
    });
}
