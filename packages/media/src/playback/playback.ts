import { readFile, writeFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import type { Waiter } from '../../../core/src/concurrency/wait-budget.ts';
import type { CachedFile } from '../../../core/src/platform/file-cache/file-cache.ts';
import { checksumOf, identified } from '../derived/checksum.ts';
import { derivedKey, NotMade } from '../derived/derived-files.ts';
import { DerivedStore, type DerivedStoreOptions } from '../derived/derived-store.ts';
import { type LocalOriginals, prepareOriginal } from '../derived/lease-original.ts';
import type { Probe } from '../ffmpeg/probe.ts';
import type { StoredSource } from '../pictures/renderer.ts';
import type { Prepare } from '../workers/pool.ts';
import type { PlaybackPools } from './pools.ts';
import { planStrip } from './strip.ts';
import { type FilmConversion, type Way, wayToPlay } from './way-to-play.ts';

/**
 * Revision of the produced files; raise it when a change alters them. Part of every key. ffmpeg's version is not part
 * of the key, as with pictures.
 */
const REVISION = 2;
/** Negative cache: a file that could not be made is not tried again for this many seconds. */
const FAILURE_SECONDS = 600;
const MAX_REMEMBERED = 10_000;

/** Request for a playable film, its strip or its chapters. Plain data, so that it can be sent to another thread. */
export interface PlaybackOrder {
  readonly kind: 'film' | 'strip' | 'chapters';
  readonly source: StoredSource;
  /** How long to wait for a file that has to be made; 0 starts the work without waiting. */
  readonly seconds: number;
  /** As in `Waiter`. */
  readonly caller?: string | undefined;
}

/** Result of an order. Plain data, so that it can be sent to another thread. */
export type Playable =
  /**
   * Send the original: either browsers play it as it is, or nothing better is available now and the client should ask
   * again after `seconds`.
   */
  | { readonly kind: 'original'; readonly mediaType: string; readonly seconds?: number }
  | (CachedFile & { readonly kind: 'made'; readonly mediaType: string; readonly etag: string })
  | { readonly kind: 'pending' }
  /** The source has no such part, or the part can't be made at present. */
  | { readonly kind: 'none' };

/** Store, tools and worker pools that playback uses. */
interface PlaybackOptions extends DerivedStoreOptions, Pick<PlaybackPools, 'probing' | 'drawing' | 'converting'> {
  readonly originals: LocalOriginals;
  /** Undefined if ffmpeg is not installed; originals are then sent as they are. */
  readonly tools: string | undefined;
}

/**
 * Provides films and sounds in a form that browsers play, and the pictures and chapters that players show beside them. Starts no
 * work before the first order. The opener disposes of it, before disposing of its pools.
 */
export class Playback implements AsyncDisposable {
  readonly #options: PlaybackOptions;
  readonly #store: DerivedStore;
  readonly #probes = new LRUCache<string, Probe>({ max: MAX_REMEMBERED });

  constructor(options: PlaybackOptions) {
    this.#options = options;
    this.#store = new DerivedStore('playable files', {
      ...options,
      failureSeconds: FAILURE_SECONDS,
      failure: 'a film or sound could not be made ready for playing',
      // An error does not fail the request: the original can still be sent.
      toleratesErrors: true,
    });
  }

  /**
   * Gets or makes the ordered file. Rejects with QueueFull, the signal's reason, or an internal error. Work that has
   * started runs to its end, even if all callers leave. Work still in the queue is removed when its last caller leaves;
   * after a `pending` result it stays for `lingerSeconds` more.
   */
  async get(order: PlaybackOrder, { signal }: { signal: AbortSignal }): Promise<Playable> {
    signal.throwIfAborted();
    const { kind, source, seconds, caller } = order;
    if (this.#options.tools === undefined) {
      return kind === 'film' ? fallback(source.properties.mediaType) : { kind: 'none' };
    }
    const start = (whileWanted: AbortSignal) => {
      const waiter = { signal: whileWanted, caller };
      if (kind === 'film') return this.#film(source, waiter);
      return kind === 'strip' ? this.#strip(source, waiter) : this.#chapters(source, waiter);
    };
    return (await this.#store.waitAtMost(seconds, signal, start)) ?? { kind: 'pending' };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#store[Symbol.asyncDispose]();
  }

  /** Reads the file with this name and makes it if needed. Resolves with undefined if it can't be made at present. */
  async #made<Result>(
    name: string,
    { sha256, ...waiter }: Waiter & { readonly sha256: string },
    {
      write,
      read,
    }: {
      write: (target: string, prepare: PrepareFilm, waiter: Waiter) => Promise<void>;
      read: (file: CachedFile) => Promise<Result>;
    },
  ): Promise<Result | undefined> {
    const { originals } = this.#options;
    const make = async (target: string, waiter: Waiter) => {
      const original = { key: sha256, signal: waiter.signal };
      const prepare: PrepareFilm = (job) => prepareOriginal(originals, original, (source) => ({ source, ...job }));
      await write(target, prepare, waiter);
      return await checksumOf(target);
    };
    const file = await this.#store.read(name, { read, write: make }, waiter);
    return file instanceof NotMade ? undefined : file;
  }

  async #probeOf({ sha256 }: StoredSource, waiter: Waiter): Promise<Probe | undefined> {
    const name = `${keyOf(['probe', sha256])}.json`;
    const remembered = this.#probes.get(name);
    if (remembered) return remembered;
    const probe = await this.#made(
      name,
      { sha256, ...waiter },
      {
        write: async (target, prepare, waiter) => {
          await writeFile(target, JSON.stringify(await this.#options.probing.run('probe', prepare({}), waiter)));
        },
        read: async ({ path }) => JSON.parse(await readFile(path, 'utf8')) as Probe,
      },
    );
    if (probe) this.#probes.set(name, probe);
    return probe;
  }

  async #film(source: StoredSource, waiter: Waiter): Promise<Playable> {
    const { sha256, properties } = source;
    const probe = await this.#probeOf(source, waiter);
    if (!probe) return fallback(properties.mediaType);
    const way = wayToPlay(properties.mediaType, probe);
    if (way.kind === 'as-it-is') return { kind: 'original', mediaType: way.mediaType };
    const key = keyOf(['film', sha256, way]);
    const maxBytes = this.#store.maxFileBytes;
    const film = await this.#made(
      `${key}.${way.container}`,
      { sha256, ...waiter },
      {
        write: (target, prepare, waiter) =>
          this.#options.converting.run('convert', prepare({ target, conversion: way, probe, maxBytes }), waiter),
        read: (file) => playable(file, key, typeOf(way)),
      },
    );
    return film ?? fallback(properties.mediaType);
  }

  async #strip(source: StoredSource, waiter: Waiter): Promise<Playable> {
    const { sha256, properties } = source;
    const probe = await this.#probeOf(source, waiter);
    if (!probe) return { kind: 'none' };
    const plan = probe.video && planStrip(properties);
    if (probe.video && !plan) return { kind: 'none' };
    const { drawing } = this.#options;
    const key = keyOf(['strip', sha256, plan ?? 'bars']);
    const job = (target: string) => ({ target, probe });
    const strip = await this.#made(
      `${key}.${plan ? 'jpg' : 'png'}`,
      { sha256, ...waiter },
      {
        write: (target, prepare, waiter) =>
          plan
            ? drawing.run('strip', prepare({ ...job(target), plan }), waiter)
            : drawing.run('bars', prepare(job(target)), waiter),
        read: (file) => playable(file, key, plan ? 'image/jpeg' : 'image/png'),
      },
    );
    return strip ?? { kind: 'none' };
  }

  async #chapters({ sha256, properties }: StoredSource, waiter: Waiter): Promise<Playable> {
    const seconds = properties.durationSeconds;
    const key = keyOf(['chapters', sha256, seconds]);
    const track = await this.#made(
      `${key}.vtt`,
      { sha256, ...waiter },
      {
        write: (target, prepare, waiter) => this.#options.probing.run('chapters', prepare({ target, seconds }), waiter),
        read: (file) => playable(file, key, 'text/vtt'),
      },
    );
    return track ?? { kind: 'none' };
  }
}

/** Prepares a job of a film worker, which also needs the path of the original. */
type PrepareFilm = <Job extends object>(job: Job) => Prepare<Job & { readonly source: string }>;

async function playable(file: CachedFile, key: string, mediaType: string): Promise<Playable> {
  return { ...(await identified(file, key)), kind: 'made', mediaType };
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

function typeOf({ container, video }: FilmConversion & Way): string {
  return `${video ? 'video' : 'audio'}/${container}`;
}
