import { readFile, writeFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { QueueFull, WorkerDied, WorkerTimeout } from '../../concurrency/failures.ts';
import { waitAtMost } from '../../concurrency/wait-at-most.ts';
import type { Waiter } from '../../concurrency/wait-budget.ts';
import { OriginalsUnreachable } from '../../originals/originals.ts';
import { type DerivedFile, openFileCache } from '../../platform/file-cache/file-cache.ts';
import { isFullDisk, lacksDescriptors } from '../../platform/system-errors.ts';
import { CannotMake } from '../derived/cannot-make.ts';
import { derivedKey, NotMade, openDerivedFiles } from '../derived/derived-files.ts';
import { type LocalOriginals, leaseOriginal } from '../derived/lease-original.ts';
import type { Probe } from '../ffmpeg/probe.ts';
import type { StoredSource } from '../pictures/renderer.ts';
import type { PlaybackPools } from './pools.ts';
import { planStrip } from './strip.ts';
import { type FilmConversion, type Way, wayToPlay } from './way-to-play.ts';

/** Seconds that a pending job keeps its place in the queue after its last caller was told to come back. */
const LINGER_SECONDS = 15;
/**
 * Revision of the produced files; raise it when a change alters them. Part of every key. ffmpeg's version is not part
 * of the key, as with pictures.
 */
const REVISION = 1;
/** Negative cache: a file that could not be made is not tried again for this many seconds. */
const FAILURE_SECONDS = 600;
const MAX_REMEMBERED = 10_000;
/** Largest share of the store that one film may take, so that it does not evict all others. */
const LARGEST_SHARE = 0.5;

/** Request for a playable film or its strip. Plain data, so that it can be sent to another thread. */
export interface PlaybackOrder {
  readonly kind: 'film' | 'strip';
  readonly source: StoredSource;
  /** How long to wait for a file that has to be made; 0 starts the work without waiting. */
  readonly seconds: number;
}

/** Result of an order. Plain data, so that it can be sent to another thread. */
export type Playable =
  /**
   * Send the original: either browsers play it as it is, or nothing better is available now and the client should ask
   * again after `seconds`.
   */
  | { readonly kind: 'original'; readonly mediaType: string; readonly seconds?: number }
  | (DerivedFile & { readonly kind: 'made'; readonly mediaType: string; readonly etag: string })
  /** The file is still being made. */
  | { readonly kind: 'pending' }
  /** The source has no strip, or the strip can't be made at present. */
  | { readonly kind: 'none' };

/**
 * Provides films and sounds in a form that browsers play, and the pictures that players show beside them. The opener
 * disposes of it, before disposing of its pools.
 */
export interface Playback extends AsyncDisposable {
  /**
   * Gets or makes the ordered file. Rejects with QueueFull, the signal's reason, or an internal error. Work that has
   * started runs to its end, even if all callers leave. Work still in the queue is removed when its last caller leaves;
   * after a `pending` result it stays for `lingerSeconds` more.
   */
  get(order: PlaybackOrder, options: { signal: AbortSignal }): Promise<Playable>;
}

/** Store, tools and worker pools that playback uses. */
interface PlaybackOptions extends Pick<PlaybackPools, 'probing' | 'drawing' | 'converting'> {
  /** Created when needed; may be deleted at any time. */
  readonly directory: string;
  readonly storeMegabytes: number;
  readonly originals: LocalOriginals;
  /** Undefined if ffmpeg is not installed; originals are then sent as they are. */
  readonly tools: string | undefined;
  /** Seconds that pending work stays in the queue without a caller; default 15. */
  readonly lingerSeconds?: number;
  /** Called for sources that a worker did not survive; default: emits a process warning. */
  readonly report?: (trouble: Error) => void;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
}

/** Opens the store of playable files. Starts no work before the first order. */
export function openPlayback(options: PlaybackOptions): Playback {
  const { tools, probing, drawing, converting, directory, storeMegabytes, originals } = options;
  const { lingerSeconds = LINGER_SECONDS, report = warn, now = () => performance.now() } = options;
  const files = openFileCache({
    directory,
    megabytes: storeMegabytes,
    report: (what, cause) => report(new Error(`the store of playable files fails to ${what}`, { cause })),
  });
  const notReady = (cause: unknown) =>
    report(new Error('a film or sound could not be made ready for playing', { cause }));
  const derived = openDerivedFiles<DerivedFile>({
    failureSeconds: FAILURE_SECONDS,
    reportWorkerFailure: notReady,
    reportFull: notReady,
    now,
  });
  const probes = new LRUCache<string, Probe>({ max: MAX_REMEMBERED });
  let isClosed = false;

  /** Returns the file with this name and makes it if needed. Resolves with undefined if it can't be made at present. */
  async function made(
    name: string,
    { sha256, signal }: { readonly sha256: string; readonly signal: AbortSignal },
    write: (target: string, path: string, waiter: Waiter) => Promise<void>,
  ): Promise<DerivedFile | undefined> {
    const make = async (waiter: Waiter) => {
      try {
        await using source = await leaseOriginal(originals, sha256, waiter.signal);
        return await files.make(name, (target) => write(target, source.path, waiter));
      } catch (error) {
        const isExpected =
          error instanceof CannotMake ||
          error instanceof WorkerDied ||
          error instanceof WorkerTimeout ||
          isFullDisk(error) ||
          lacksDescriptors(error);
        // All callers left before the work started, so this is not a failure of the source.
        const isUntried =
          error instanceof QueueFull ||
          error instanceof OriginalsUnreachable ||
          isClosed ||
          error === waiter.signal.reason;
        if (isExpected || isUntried) throw error;
        // Does not fail the request: the original can still be sent.
        notReady(error);
        throw new CannotMake('corrupt', 'it could not be tried', { cause: error });
      }
    };
    const file = await derived.get({ key: name, find: () => files.find(name), make }, { signal });
    return file instanceof NotMade ? undefined : file;
  }

  async function probeOf({ sha256 }: StoredSource, signal: AbortSignal): Promise<Probe | undefined> {
    const name = `${keyOf(['probe', sha256])}.json`;
    const remembered = probes.get(name);
    if (remembered) return remembered;
    const file = await made(name, { sha256, signal }, async (target, path, waiter) => {
      await writeFile(target, JSON.stringify(await probing.run('probe', { source: path }, waiter)));
    });
    if (!file) return undefined;
    const probe = JSON.parse(await readFile(file.path, 'utf8')) as Probe;
    probes.set(name, probe);
    return probe;
  }

  async function film({ source }: PlaybackOrder, signal: AbortSignal): Promise<Playable> {
    const { sha256, properties } = source;
    const probe = await probeOf(source, signal);
    if (!probe) return fallback(properties.mediaType);
    const way = wayToPlay(properties.mediaType, probe);
    if (way.kind === 'as-it-is') return { kind: 'original', mediaType: way.mediaType };
    const key = keyOf(['film', sha256, way]);
    const maxBytes = Math.floor(storeMegabytes * 2 ** 20 * LARGEST_SHARE);
    const file = await made(`${key}.${way.container}`, { sha256, signal }, (target, path, waiter) =>
      converting.run('convert', { source: path, target, conversion: way, probe, maxBytes }, waiter),
    );
    return file ? { ...file, kind: 'made', etag: key, mediaType: typeOf(way) } : fallback(properties.mediaType);
  }

  async function strip({ source }: PlaybackOrder, signal: AbortSignal): Promise<Playable> {
    const { sha256, properties } = source;
    const probe = await probeOf(source, signal);
    if (!probe) return { kind: 'none' };
    const plan = probe.video && planStrip(properties);
    if (probe.video && !plan) return { kind: 'none' };
    const key = keyOf(['strip', sha256, plan ?? 'bars']);
    const file = await made(`${key}.${plan ? 'jpg' : 'png'}`, { sha256, signal }, (target, path, waiter) => {
      const job = { source: path, target, probe };
      return plan ? drawing.run('strip', { ...job, plan }, waiter) : drawing.run('bars', job, waiter);
    });
    return file ? { ...file, kind: 'made', etag: key, mediaType: plan ? 'image/jpeg' : 'image/png' } : { kind: 'none' };
  }

  return {
    async get(order, { signal }) {
      signal.throwIfAborted();
      if (tools === undefined) {
        return order.kind === 'film' ? fallback(order.source.properties.mediaType) : { kind: 'none' };
      }
      const start = (asker: AbortSignal) => (order.kind === 'film' ? film(order, asker) : strip(order, asker));
      return (await waitAtMost(start, { signal, seconds: order.seconds, lingerSeconds })) ?? PENDING;
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      derived.end(new Error('playback was closed'));
      await files[Symbol.asyncDispose]();
    },
  };
}

/** A changed input gives a new key. */
function keyOf(parts: readonly unknown[]): string {
  return derivedKey([REVISION, ...parts]);
}

/**
 * Sends the original, which some player may support. `seconds` tells the client when to ask again: by then the failure
 * has been forgotten, or ffmpeg may be installed.
 */
function fallback(mediaType: string): Playable {
  return { kind: 'original', mediaType, seconds: FAILURE_SECONDS };
}

const PENDING: Playable = { kind: 'pending' };

function typeOf({ container, video }: FilmConversion & Way): string {
  return `${video ? 'video' : 'audio'}/${container}`;
}

function warn(trouble: Error): void {
  process.emitWarning(trouble);
}
