import { LRUCache } from 'lru-cache';
import { utcDay } from '../../../core/src/domain/dates.ts';
import type { CatalogueWriter } from '../catalogue/catalogue.ts';
import type { PinsWriter } from '../pins/store/pin-store.ts';
import type { DownloadLog } from './download-log.ts';

/** A count is written to disk at most this many milliseconds after the download. */
const FLUSH_MS = 25;
/** Delay before a failed batch is retried. A timer triggers the retry, because no further download may come. */
const RETRY_MS = 5000;

/**
 * How long the parts of a file are remembered for a caller. In this time, its end is not counted again, such as when a
 * player seeks.
 */
const RECENT_MS = 3600 * 1000;
const MAX_RECENT = 10_000;

/** Collects counts in memory and writes them in batches; disposing of it writes the rest. */
export interface DownloadCounter extends DownloadLog, AsyncDisposable {}

export function openDownloadCounter(options: {
  readonly writer: Pick<CatalogueWriter, 'addDownloads'> & Pick<PinsWriter, 'addPinDownloads'>;
  readonly retryMs?: number;
  /** Called if a batch could not be written; the batch is retried later. */
  report(trouble: unknown): void;
  now?(): number;
}): DownloadCounter {
  const { writer, report, now = Date.now, retryMs = RETRY_MS } = options;
  /** UTC day -> asset -> downloads. */
  const pending = new Map<string, Map<number, number>>();
  /** Code of a PIN -> downloads through it. */
  let pendingOfPins = new Map<string, number>();
  /** Keys of which an hour ago or later one kind of part was sent, or a download was counted. */
  const recent = new LRUCache<string, 'end' | 'earlier' | 'counted'>({
    max: MAX_RECENT,
    ttl: RECENT_MS,
    ttlResolution: 0,
    perf: { now },
  });
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let writing: Promise<void> = Promise.resolve();

  function add(day: string, asset: number, count: number): void {
    const counts = pending.getOrInsertComputed(day, () => new Map());
    counts.set(asset, (counts.get(asset) ?? 0) + count);
  }

  function addOfPin(code: string, count: number): void {
    pendingOfPins.set(code, (pendingOfPins.get(code) ?? 0) + count);
  }

  async function write(): Promise<void> {
    const batch = [...pending];
    const ofPins = pendingOfPins;
    pending.clear();
    pendingOfPins = new Map();
    for (const [day, counts] of batch) {
      await orAgain(writer.addDownloads(day, counts), () => {
        for (const [asset, count] of counts) add(day, asset, count);
      });
    }
    if (ofPins.size === 0) return;
    await orAgain(writer.addPinDownloads(ofPins), () => {
      for (const [code, count] of ofPins) addOfPin(code, count);
    });
  }

  /** Puts counts back and retries them later if they could not be written. */
  async function orAgain(writing: Promise<void>, putBack: () => void): Promise<void> {
    try {
      await writing;
    } catch (trouble) {
      report(trouble);
      putBack();
      if (!isClosed) timer ??= setTimeout(flush, retryMs);
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    // Writes one batch at a time, so that a failed batch is merged into the next one.
    writing = writing.then(write);
    return writing;
  }

  return {
    count: (assets, { key, part, pin }) => {
      const before = recent.get(key);
      if (part !== 'whole') {
        if (before === 'counted') return;
        if (before === undefined || before === part) {
          recent.set(key, part);
          return;
        }
      }
      recent.set(key, 'counted');
      for (const asset of assets) add(utcDay(now()), asset, 1);
      if (pin !== undefined) addOfPin(pin, 1);
      timer ??= setTimeout(flush, FLUSH_MS);
    },
    written: () => (pending.size + pendingOfPins.size > 0 ? flush() : writing),
    [Symbol.asyncDispose]: async () => {
      isClosed = true;
      await flush();
    },
  };
}
