import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { QueueFull } from '../../concurrency/failures.ts';
import { openNegativeCache } from '../../concurrency/negative-cache.ts';
import { openRecentlyUsed } from '../../concurrency/recently-used.ts';
import { openSingleFlight } from '../../concurrency/single-flight.ts';
import { waitAtMost } from '../../concurrency/wait-at-most.ts';
import { type DerivedFile, openDerivedFiles } from '../derived/derived-files.ts';
import type { Probe } from '../ffmpeg/probe.ts';
import type { SourceFile } from '../pictures/renderer.ts';
import type { WorkerPool } from '../workers/pool.ts';
import type { FilmJob, FilmResult } from './jobs.ts';
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
  readonly source: SourceFile & { readonly sha256: string };
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
export interface PlaybackOptions {
  /** Created when needed; may be deleted at any time. */
  readonly directory: string;
  readonly storeMegabytes: number;
  /** Undefined if ffmpeg is not installed; originals are then sent as they are. */
  readonly tools: string | undefined;
  readonly looking: WorkerPool<FilmJob, FilmResult>;
  readonly drawing: WorkerPool<FilmJob, FilmResult>;
  readonly making: WorkerPool<FilmJob, FilmResult>;
  /** Seconds that pending work stays in the queue without a caller; default 15. */
  readonly lingerSeconds?: number;
  /** Called for sources that a worker did not survive; default: emits a process warning. */
  readonly report?: (trouble: Error) => void;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
}

/** Opens the store of playable files. Starts no work before the first order. */
export function openPlayback(options: PlaybackOptions): Playback {
  const { tools, looking, drawing, making, storeMegabytes } = options;
  const { lingerSeconds = LINGER_SECONDS, report = warn, now = () => performance.now() } = options;
  const files = openDerivedFiles({ directory: options.directory, megabytes: storeMegabytes, report });
  const failures = openNegativeCache({ seconds: FAILURE_SECONDS, now });
  const probes = openRecentlyUsed<string, Probe>({ most: MAX_REMEMBERED });
  const flights = openSingleFlight<DerivedFile | undefined>();
  let isClosed = false;

  /** Returns the file with this name and makes it if needed. Resolves with undefined if it can't be made at present. */
  function made(
    name: string,
    asker: AbortSignal,
    write: (target: string, signal: AbortSignal) => Promise<FilmResult>,
  ): Promise<DerivedFile | undefined> {
    if (failures.reason(name) !== undefined) return Promise.resolve(undefined);
    return flights.join(name, asker, async (signal) => {
      const found = await files.find(name);
      if (found) return found;
      try {
        return await files.make(name, async (target) => {
          const answer = await write(target, signal);
          if ('cannot' in answer) throw new CannotMake(answer.cannot);
        });
      } catch (error) {
        // All callers left before the work started, so this is not a failure of the source.
        if (error instanceof QueueFull || isClosed || error === signal.reason) throw error;
        // Reports the loss of a worker or a full disk, but does not fail the request: the original can still be sent.
        if (!(error instanceof CannotMake)) {
          report(new Error('a film or sound could not be made ready for playing', { cause: error }));
        }
        failures.note(name, error instanceof Error ? error.message : String(error));
        return undefined;
      }
    });
  }

  async function probeOf({ path, sha256 }: PlaybackOrder['source'], asker: AbortSignal): Promise<Probe | undefined> {
    const name = `${keyOf(['probe', sha256])}.json`;
    const remembered = probes.get(name);
    if (remembered) return remembered;
    const file = await made(name, asker, async (target, signal) => {
      const answer = await looking.run({ do: 'probe', source: path }, { signal });
      if ('probe' in answer) await writeFile(target, JSON.stringify(answer.probe));
      return answer;
    });
    if (!file) return undefined;
    const probe = JSON.parse(await readFile(file.path, 'utf8')) as Probe;
    probes.set(name, probe);
    return probe;
  }

  async function film({ source }: PlaybackOrder, asker: AbortSignal): Promise<Playable> {
    const { path, sha256, properties } = source;
    const probe = await probeOf(source, asker);
    if (!probe) return fallback(properties.mediaType);
    const way = wayToPlay(properties.mediaType, probe);
    if (way.kind === 'as-it-is') return { kind: 'original', mediaType: way.mediaType };
    const key = keyOf(['film', sha256, way]);
    const maxBytes = Math.floor(storeMegabytes * 2 ** 20 * LARGEST_SHARE);
    const file = await made(`${key}.${way.container}`, asker, (target, signal) =>
      making.run({ do: 'convert', source: path, target, conversion: way, probe, maxBytes }, { signal }),
    );
    return file ? { ...file, kind: 'made', etag: key, mediaType: typeOf(way) } : fallback(properties.mediaType);
  }

  async function strip({ source }: PlaybackOrder, asker: AbortSignal): Promise<Playable> {
    const { path, sha256, properties } = source;
    const probe = await probeOf(source, asker);
    if (!probe) return { kind: 'none' };
    const plan = probe.video && planStrip(properties);
    if (probe.video && !plan) return { kind: 'none' };
    const key = keyOf(['strip', sha256, plan ?? 'bars']);
    const file = await made(`${key}.${plan ? 'jpg' : 'png'}`, asker, (target, signal) =>
      drawing.run(
        plan ? { do: 'strip', source: path, target, plan, probe } : { do: 'bars', source: path, target, probe },
        {
          signal,
        },
      ),
    );
    return file ? { ...file, kind: 'made', etag: key, mediaType: plan ? 'image/jpeg' : 'image/png' } : { kind: 'none' };
  }

  /** Hashes every input that affects the result, so that a changed input gives a new name. */
  function keyOf(parts: readonly unknown[]): string {
    return createHash('sha256')
      .update(JSON.stringify([REVISION, ...parts]))
      .digest('hex')
      .slice(0, 32);
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
      flights.end(new Error('playback was closed'));
      await files[Symbol.asyncDispose]();
    },
  };
}

/**
 * Sends the original, which some player may support. `seconds` tells the client when to ask again: by then the failure
 * has been forgotten, or ffmpeg may be installed.
 */
function fallback(mediaType: string): Playable {
  return { kind: 'original', mediaType, seconds: FAILURE_SECONDS };
}

const PENDING: Playable = { kind: 'pending' };

/** The source itself can't be converted. */
class CannotMake extends Error {
  override readonly name = 'CannotMake';
}

function typeOf({ container, video }: FilmConversion & Way): string {
  return `${video ? 'video' : 'audio'}/${container}`;
}

function warn(trouble: Error): void {
  process.emitWarning(trouble);
}
