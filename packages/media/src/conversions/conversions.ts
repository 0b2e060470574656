import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { Waiter } from '../../../core/src/concurrency/wait-budget.ts';
import { OFFICE_TYPES } from '../../../core/src/domain/office-types.ts';
import type { TilePlace } from '../../../core/src/domain/tiles.ts';
import { entryModule } from '../../../core/src/platform/entry-module.ts';
import type { CachedFile } from '../../../core/src/platform/file-cache/file-cache.ts';
import { CannotMake, type LastingReason } from '../derived/cannot-make.ts';
import { checksumOf, identified } from '../derived/checksum.ts';
import { derivedKey, NotMade } from '../derived/derived-files.ts';
import { DerivedStore, type DerivedStoreOptions } from '../derived/derived-store.ts';
import { type LocalOriginals, prepareOriginal } from '../derived/lease-original.ts';
import type { Probe } from '../ffmpeg/probe.ts';
import { type MediaTools, toolsEnvironment } from '../ffmpeg/tools.ts';
import { findPerl } from '../inspect/perl.ts';
import type { StoredSource } from '../pictures/renderer.ts';
import type { Renditions } from '../pictures/renditions.ts';
import { sharpVersion } from '../pictures/sharp-version.ts';
import type { PlaybackPools } from '../playback/pools.ts';
import { type Prepare, WorkerPool, type WorkLimits } from '../workers/pool.ts';
import type { conversionCalls } from './conversion-calls.ts';
import { type ConversionPlan, conversionKey, type FilmPlan, type PicturePlan } from './conversion-plan.ts';
import { filmOrder, isForAllPlayers } from './film-conversion.ts';
import { GrowingTiles } from './growing-tiles.ts';

/** Revision of the conversion code; raise it when a change alters the produced files. */
const REVISION = 7;
/** Negative cache: a file that could not be made is not tried again for this many seconds. */
const FAILURE_SECONDS = 60;

/** Request for a converted file. Plain data, so that it can be sent to another thread. */
interface ConversionOrder {
  readonly source: StoredSource;
  readonly plan: ConversionPlan;
  /** Of tiles, the one that the caller waits for: it may be cut before the others. */
  readonly tile?: TilePlace;
  /** How long to wait for a file that has to be made; 0 starts the work without waiting. */
  readonly seconds: number;
  /** As in `Waiter`. */
  readonly caller?: string | undefined;
}

/** Result of an order. Plain data, so that it can be sent to another thread. */
export type Converted =
  | (CachedFile & {
      readonly kind: 'made';
      readonly crc32: number;
      /** Identifies exactly these bytes. */
      readonly etag: string;
    })
  /** The bytes of the tile, of a file that is being made. */
  | { readonly kind: 'tile'; readonly bytes: Uint8Array }
  /** The original is what was asked for. */
  | { readonly kind: 'original' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'cannot'; readonly reason: LastingReason }
  /** A worker died or timed out (`lost`), or the store's disk is full (`full`). A retry may succeed after `seconds`. */
  | { readonly kind: 'worker_failed' | 'full'; readonly seconds: number };

type Films = Pick<PlaybackPools, 'probing' | 'converting'>;

/** Store, worker pools and renderer that conversions use. */
interface ConversionsOptions extends DerivedStoreOptions {
  readonly originals: LocalOriginals;
  readonly pictures: WorkerPool<typeof conversionCalls>;
  /** Undefined if ffmpeg is not installed. */
  readonly films?: Films | undefined;
  readonly renditions: Pick<Renditions, 'get' | 'documents'>;
}

/**
 * Provides files in the form that a download format asks for, from the store or by converting the original. Starts no
 * conversion before the first order. The opener disposes of it, before disposing of its pools.
 */
export class Conversions implements AsyncDisposable {
  readonly #options: ConversionsOptions;
  readonly #store: DerivedStore;
  readonly #growing = new GrowingTiles();
  readonly #converter = `${REVISION}/sharp-${sharpVersion()}${findPerl() === undefined ? '' : '/described'}`;

  constructor(options: ConversionsOptions) {
    this.#options = options;
    this.#store = new DerivedStore('converted files', {
      ...options,
      failureSeconds: FAILURE_SECONDS,
      failure: 'a file could not be converted',
    });
  }

  /**
   * Gets or makes the converted file. Concurrent callers for the same file share one conversion (single-flight). A
   * conversion that has started runs to its end and is stored, even if all callers leave. One that is still in the
   * queue is removed when its last caller leaves; after a `pending` result it stays for `lingerSeconds` more. Rejects
   * with QueueFull, the signal's reason, or an internal error.
   */
  async get(order: ConversionOrder, { signal }: { signal: AbortSignal }): Promise<Converted> {
    const start = (asker: AbortSignal) => this.#convert(order, asker);
    return (await this.#store.waitAtMost(order.seconds, signal, start)) ?? { kind: 'pending' };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#store[Symbol.asyncDispose]();
  }

  async #convert({ source, plan, tile, caller }: ConversionOrder, signal: AbortSignal): Promise<Converted> {
    const { films } = this.#options;
    let probe: Probe | undefined;
    if (plan.kind === 'film' && plan.mayStay) {
      // Without ffmpeg nobody knows more, and a film may be played as it is.
      if (!films) return { kind: 'original' };
      probe = await this.#probeOf(source, films, { signal, caller });
      if (probe && isForAllPlayers(probe)) return { kind: 'original' };
    }
    const key = conversionKey(source, plan, plan.kind === 'picture' ? this.#converter : String(REVISION));
    const name = `${key}.${plan.kind === 'picture' ? plan.to : plan.kind === 'film' ? 'mp4' : 'pdf'}`;
    const writeWhole = (target: string, waiter: Waiter) => this.#write({ source, plan, probe }, target, waiter);
    const write = tile
      ? (target: string, waiter: Waiter) => this.#growing.during(name, target, () => writeWhole(target, waiter))
      : writeWhole;
    const read = (file: CachedFile) => identified(file, key);
    const whole = this.#store.read(name, { read, write }, { signal, caller });
    const file = tile ? await this.#growing.first(name, tile, whole) : await whole;
    if (Buffer.isBuffer(file)) return { kind: 'tile', bytes: file };
    if (!(file instanceof NotMade)) return { ...file, kind: 'made' };
    const { reason } = file;
    return reason === 'worker_failed' || reason === 'full'
      ? { kind: reason, seconds: FAILURE_SECONDS }
      : { kind: 'cannot', reason };
  }

  /** Undefined if the file can't be read: the conversion then tells why. */
  async #probeOf(source: StoredSource, { probing }: Films, asker: Waiter): Promise<Probe | undefined> {
    const name = `${derivedKey([REVISION, 'probe', source.sha256])}.json`;
    const write = async (target: string, waiter: Waiter) => {
      await writeFile(target, JSON.stringify(await probing.run('probe', this.#preparedFilm(source, waiter), waiter)));
      return await checksumOf(target);
    };
    const read = async ({ path }: CachedFile) => JSON.parse(await readFile(path, 'utf8')) as Probe;
    const probe = await this.#store.read(name, { read, write }, asker);
    return probe instanceof NotMade ? undefined : probe;
  }

  /** Writes the converted file and returns its CRC-32. `probe` is that of a film, if it is known. */
  async #write(
    { source, plan, probe }: Pick<ConversionOrder, 'source' | 'plan'> & { readonly probe: Probe | undefined },
    target: string,
    waiter: Waiter,
  ): Promise<number> {
    if (plan.kind === 'picture') return await this.#writePicture(source, plan, target, waiter);
    if (plan.kind === 'film') return await this.#writeFilm(source, plan, target, waiter, probe);
    if (plan.mayStay) {
      const original = { key: source.sha256, signal: waiter.signal };
      const bare = prepareOriginal(this.#options.originals, original, (path) => ({ path, target }));
      return await this.#options.pictures.run('bare', bare, waiter);
    }
    await writeFile(target, await this.#pdfOf(source, 'all', waiter));
    return await checksumOf(target);
  }

  async #pdfOf(source: StoredSource, pages: 'all' | 'shown', { signal, caller }: Waiter): Promise<Uint8Array> {
    const pdf = await this.#options.renditions.documents.pdf({ source, pages, caller }, { signal });
    if (pdf === 'later') throw new CannotMake('too_slow', 'no PDF for now');
    if (!pdf) throw new CannotMake('unsupported', 'no PDF can be made of the document');
    return pdf.bytes;
  }

  async #writePicture(source: StoredSource, plan: PicturePlan, target: string, waiter: Waiter): Promise<number> {
    const { sha256, properties } = source;
    if (plan.from) {
      const { category } = properties;
      const order = { plan: plan.from.plan, source: plan.from.source, category, caller: waiter.caller };
      const drawn = await this.#options.renditions.get(order, { signal: waiter.signal });
      if (drawn.kind !== 'picture' || drawn.isPlaceholder) throw new CannotMake('corrupt', 'it has no picture');
      return await this.#options.pictures.run('convert', { source: { jpeg: drawn.bytes }, plan, target }, waiter);
    }
    if (OFFICE_TYPES.has(properties.mediaType)) {
      const pdf = await this.#pdfOf(source, 'shown', waiter);
      return await this.#options.pictures.run('convert', { source: { pdf }, plan, target }, waiter);
    }
    const job = prepareOriginal(this.#options.originals, { key: sha256, signal: waiter.signal }, (path) => ({
      source: { path, properties },
      plan,
      target,
    }));
    return await this.#options.pictures.run('convert', job, waiter);
  }

  async #writeFilm(
    source: StoredSource,
    plan: FilmPlan,
    target: string,
    waiter: Waiter,
    known: Probe | undefined,
  ): Promise<number> {
    const { films, originals } = this.#options;
    if (!films) throw new CannotMake('no_tool', 'ffmpeg is not installed');
    const probe = known ?? (await films.probing.run('probe', this.#preparedFilm(source, waiter), waiter));
    const order = filmOrder(plan, probe);
    if (!order) throw new CannotMake(probe.video ? 'too_large' : 'unsupported', 'it has no film of this size');
    const job = { target, ...order, probe, maxBytes: this.#store.maxFileBytes };
    const original = { key: source.sha256, signal: waiter.signal };
    const converting = prepareOriginal(originals, original, (path) => ({ source: path, ...job }));
    await films.converting.run('convert', converting, waiter);
    return await checksumOf(target);
  }

  #preparedFilm({ sha256 }: StoredSource, { signal }: Waiter): Prepare<{ readonly source: string }> {
    return prepareOriginal(this.#options.originals, { key: sha256, signal }, (source) => ({ source }));
  }
}

/**
 * Opens a pool just for conversions, so that large pictures for downloads do not delay pages. No process starts before
 * the first conversion.
 */
export function openConversionPool(
  { processes, seconds, megabytes, queue }: WorkLimits,
  media: MediaTools | undefined,
): WorkerPool<typeof conversionCalls> {
  return new WorkerPool({
    module: entryModule('conversion-worker', import.meta.url),
    processes: processes || availableParallelism(),
    secondsPerJob: seconds,
    queue,
    megabytes,
    // Makes the allocator return freed pixels to the system instead of keeping them for each thread.
    env: { MALLOC_ARENA_MAX: '2', ...toolsEnvironment(media) },
  });
}
