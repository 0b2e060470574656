import { open } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { waitAtMost } from '../../concurrency/wait-at-most.ts';
import type { Waiter } from '../../concurrency/wait-budget.ts';
import type { Config } from '../../config/settings.ts';
import { OFFICE_TYPES } from '../../domain/office-types.ts';
import { crc32 } from '../../platform/crc32.ts';
import { entryModule } from '../../platform/entry-module.ts';
import { type DerivedFile, openFileCache } from '../../platform/file-cache/file-cache.ts';
import { CannotMake, type CannotMakeReason } from '../derived/cannot-make.ts';
import { NotMade, openDerivedFiles } from '../derived/derived-files.ts';
import { type LocalOriginals, leaseOriginal } from '../derived/lease-original.ts';
import { type MediaTools, toolsEnvironment } from '../ffmpeg/tools.ts';
import { findPerl } from '../inspect/perl.ts';
import type { StoredSource } from '../pictures/renderer.ts';
import type { Renditions } from '../pictures/renditions.ts';
import { sharpVersion } from '../pictures/sharp-version.ts';
import type { PlaybackPools } from '../playback/pools.ts';
import { openPool, type WorkerPool } from '../workers/pool.ts';
import { checksumOf } from './checksum.ts';
import type { conversionCalls } from './conversion-calls.ts';
import { filmOrder } from './film.ts';
import { type ConversionPlan, conversionKey, type FilmPlan, type PicturePlan } from './plan.ts';

/** Revision of the conversion code; raise it when a change alters the produced files. */
const REVISION = 4;
/** Negative cache: a file that could not be made is not tried again for this many seconds. */
const FAILURE_SECONDS = 60;
const LINGER_SECONDS = 15;
/** Largest share of the store that one film may take, so that it does not evict all others. */
const LARGEST_SHARE = 0.5;
const CHUNK_BYTES = 1024 * 1024;

/** Request for a converted file. Plain data, so that it can be sent to another thread. */
interface ConversionOrder {
  readonly source: StoredSource;
  readonly plan: ConversionPlan;
  /** How long to wait for a file that has to be made; 0 starts the work without waiting. */
  readonly seconds: number;
}

/** A file whose bytes are known by their CRC-32. */
type Summed = DerivedFile & { readonly crc32: number };

/** Result of an order. Plain data, so that it can be sent to another thread. */
export type Converted =
  | (Summed & {
      readonly kind: 'made';
      /** Identifies exactly these bytes. */
      readonly etag: string;
    })
  /** The file is still being made. */
  | { readonly kind: 'pending' }
  | { readonly kind: 'cannot'; readonly reason: CannotMakeReason }
  /** A worker died or timed out (`lost`), or the store's disk is full (`full`). A retry may succeed after `seconds`. */
  | { readonly kind: 'worker_failed' | 'full'; readonly seconds: number };

/**
 * Provides files in the form that a download format asks for, from the store or by converting the original. The opener
 * disposes of it, before disposing of its pools.
 */
export interface Conversions extends AsyncDisposable {
  /**
   * Gets or makes the converted file. Concurrent callers for the same file share one conversion (single-flight). A
   * conversion that has started runs to its end and is stored, even if all callers leave. One that is still in the
   * queue is removed when its last caller leaves; after a `pending` result it stays for `lingerSeconds` more. Rejects
   * with QueueFull, the signal's reason, or an internal error.
   */
  get(order: ConversionOrder, options: { signal: AbortSignal }): Promise<Converted>;
}

/** Store, worker pools and renderer that conversions use. */
interface ConversionsOptions {
  /** Created when needed; may be deleted at any time. */
  readonly directory: string;
  readonly storeMegabytes: number;
  readonly originals: LocalOriginals;
  readonly pictures: WorkerPool<typeof conversionCalls>;
  /** Undefined if ffmpeg is not installed. */
  readonly films?: Pick<PlaybackPools, 'probing' | 'converting'> | undefined;
  /** Renders documents as PDF. */
  readonly renditions: Pick<Renditions, 'pdf'>;
  readonly lingerSeconds?: number;
  /** Called when a worker is lost or the store's disk is full; default: emits a process warning. */
  readonly report?: (trouble: Error) => void;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
}

/** Opens the store of converted files. Starts no conversion before the first order. */
export function openConversions(options: ConversionsOptions): Conversions {
  const { directory, storeMegabytes, originals, pictures, films, renditions } = options;
  const { lingerSeconds = LINGER_SECONDS, report = warn, now = () => performance.now() } = options;
  const files = openFileCache({
    directory,
    megabytes: storeMegabytes,
    report: (what, cause) => report(new Error(`the store of converted files fails to ${what}`, { cause })),
  });
  const derived = openDerivedFiles<Summed>({
    failureSeconds: FAILURE_SECONDS,
    reportWorkerFailure: (cause) => report(new Error('a file could not be converted', { cause })),
    reportFull: (cause) => report(new Error('the store of converted files has no room', { cause })),
    now,
  });
  const converter = `${REVISION}/sharp-${sharpVersion()}${findPerl() === undefined ? '' : '/described'}`;

  async function convert({ source, plan }: ConversionOrder, signal: AbortSignal): Promise<Converted> {
    const key = conversionKey(source, plan, plan.kind === 'picture' ? converter : String(REVISION));
    const name = `${key}.${plan.kind === 'picture' ? plan.to : plan.kind === 'film' ? 'mp4' : 'pdf'}`;
    const file = await derived.get(
      {
        key: name,
        find: async () => summed(await files.find(name)),
        make: (waiter) => make(name, (target) => write(source, plan, target, waiter)),
      },
      { signal },
    );
    if (!(file instanceof NotMade)) return { ...file, kind: 'made', etag: etagOf(key, file) };
    const { reason } = file;
    return reason === 'worker_failed' || reason === 'full'
      ? { kind: reason, seconds: FAILURE_SECONDS }
      : { kind: 'cannot', reason };
  }

  async function make(name: string, write: (target: string) => Promise<number>): Promise<Summed> {
    let crc32 = 0;
    const file = await files.make(name, async (target) => {
      crc32 = await write(target);
      return crc32;
    });
    return { ...file, crc32 };
  }

  /** Writes the converted file and returns its CRC-32. */
  async function write(source: StoredSource, plan: ConversionPlan, target: string, waiter: Waiter): Promise<number> {
    if (plan.kind === 'picture') return await writePicture(source, plan, target, waiter);
    if (plan.kind === 'film') return await writeFilm(source, plan, target, waiter);
    return await writeWhole(await pdfOf(source, waiter), target);
  }

  async function pdfOf(source: StoredSource, { signal }: Waiter): Promise<Uint8Array> {
    const pdf = await renditions.pdf(source, { signal });
    if (!pdf) throw new CannotMake('unsupported', 'no PDF can be made of the document');
    return pdf.bytes;
  }

  async function writePicture(
    source: StoredSource,
    plan: PicturePlan,
    target: string,
    waiter: Waiter,
  ): Promise<number> {
    const { sha256, properties } = source;
    if (OFFICE_TYPES.has(properties.mediaType)) {
      const pdf = await pdfOf(source, waiter);
      return await pictures.run('convert', { source: { pdf }, plan, target }, waiter);
    }
    await using file = await leaseOriginal(originals, sha256, waiter.signal);
    return await pictures.run('convert', { source: { path: file.path, properties }, plan, target }, waiter);
  }

  async function writeFilm({ sha256 }: StoredSource, plan: FilmPlan, target: string, waiter: Waiter): Promise<number> {
    if (!films) throw new CannotMake('no_tool', 'ffmpeg is not installed');
    await using file = await leaseOriginal(originals, sha256, waiter.signal);
    const { path } = file;
    const probe = await films.probing.run('probe', { source: path }, waiter);
    const order = filmOrder(plan, probe);
    if (!order) throw new CannotMake(probe.video ? 'too_large' : 'unsupported', 'it has no film of this size');
    const maxBytes = Math.floor(storeMegabytes * 2 ** 20 * LARGEST_SHARE);
    await films.converting.run('convert', { source: path, target, ...order, probe, maxBytes }, waiter);
    return await checksumOf(target);
  }

  return {
    async get(order, { signal }) {
      const { seconds } = order;
      return (
        (await waitAtMost((asker) => convert(order, asker), { signal, seconds, lingerSeconds })) ?? { kind: 'pending' }
      );
    },
    async [Symbol.asyncDispose]() {
      derived.end(new Error('the conversions were closed'));
      await files[Symbol.asyncDispose]();
    },
  };
}

/**
 * Opens a pool just for conversions, so that large pictures for downloads do not delay pages. No process starts before
 * the first conversion.
 */
export function openConversionPool(
  { processes, seconds, megabytes, queue }: Config['conversion'],
  media: MediaTools | undefined,
): WorkerPool<typeof conversionCalls> {
  return openPool({
    module: entryModule('conversion-worker', import.meta.url),
    processes: processes || availableParallelism(),
    secondsPerJob: seconds,
    queue,
    megabytes,
    // Makes the allocator return freed pixels to the system instead of keeping them for each thread.
    env: { MALLOC_ARENA_MAX: '2', ...toolsEnvironment(media) },
  });
}

/** Undefined for a file without a sum, which only another program can have put there. */
function summed(file: DerivedFile | undefined): Summed | undefined {
  return file?.crc32 === undefined ? undefined : { ...file, crc32: file.crc32 };
}

/** The ETag includes the CRC-32, because another version of a program may produce different bytes for the same key. */
function etagOf(key: string, { crc32 }: Summed): string {
  return `${key}-${crc32.toString(16).padStart(8, '0')}`;
}

/** Writes in chunks, because a CRC-32 over all bytes at once would block the event loop. */
async function writeWhole(bytes: Uint8Array, target: string): Promise<number> {
  await using file = await open(target, 'w');
  let sum = 0;
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const chunk = bytes.subarray(at, at + CHUNK_BYTES);
    sum = crc32(chunk, sum);
    await file.writeFile(chunk);
  }
  return sum;
}

function warn(trouble: Error): void {
  process.emitWarning(trouble);
}
