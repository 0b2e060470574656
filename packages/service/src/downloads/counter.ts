import type { CatalogueWriter } from '../catalogue/catalogue.ts';
import { utcDay } from '../domain/dates.ts';
import type { DownloadLog } from './download-log.ts';

/** A count is on disk this long after the download at the latest. */
const FLUSH_MS = 25;
/** After a batch that could not be written; by itself, for there may be no further download. */
const RETRY_MS = 5000;

/** Collects counts in memory and writes them in batches; disposing writes the rest. */
export interface DownloadCounter extends DownloadLog, AsyncDisposable {}

export function openDownloadCounter(options: {
  readonly writer: Pick<CatalogueWriter, 'addDownloads'>;
  readonly retryMs?: number;
  /** Hears of a batch that could not be written; it is tried again after a while. */
  report(trouble: unknown): void;
  now?(): number;
}): DownloadCounter {
  const { writer, report, now = Date.now, retryMs = RETRY_MS } = options;
  /** UTC day -> asset -> downloads. */
  const pending = new Map<string, Map<number, number>>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let writing: Promise<void> = Promise.resolve();

  function add(day: string, asset: number, count: number): void {
    const counts = pending.get(day) ?? new Map<number, number>();
    counts.set(asset, (counts.get(asset) ?? 0) + count);
    pending.set(day, counts);
  }

  async function write(): Promise<void> {
    const batch = [...pending];
    pending.clear();
    for (const [day, counts] of batch) {
      try {
        await writer.addDownloads(day, counts);
      } catch (trouble) {
        report(trouble);
        for (const [asset, count] of counts) add(day, asset, count);
        if (!isClosed) timer ??= setTimeout(flush, retryMs);
      }
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    // One batch at a time, so that a batch that failed joins the next one.
    writing = writing.then(write);
    return writing;
  }

  return {
    count: (assets) => {
      for (const asset of assets) add(utcDay(now()), asset, 1);
      timer ??= setTimeout(flush, FLUSH_MS);
    },
    written: () => (pending.size > 0 ? flush() : writing),
    [Symbol.asyncDispose]: async () => {
      isClosed = true;
      await flush();
    },
  };
}
