import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { QueueFull } from '../../concurrency/failures.ts';
import { openFlights } from '../../concurrency/flights.ts';
import { rememberFailures } from '../../concurrency/recent-failures.ts';
import { openRecentlyUsed } from '../../concurrency/recently-used.ts';
import { within } from '../../concurrency/within.ts';
import { type MadeFile, openMadeFiles } from '../derived/made-files.ts';
import type { Probe } from '../ffmpeg/probe.ts';
import type { SourceFile } from '../pictures/renderer.ts';
import type { WorkerPool } from '../workers/pool.ts';
import type { Answer, Job } from './jobs.ts';
import { type Conversion, type Way, wayToPlay } from './rule.ts';
import { planStrip } from './strip.ts';

/** Whoever has been told to come back keeps the place in the line for this long. */
const LINGER_SECONDS = 15;
/** Counts changes that alter what is made. Part of every key; ffmpeg's version is not, as with pictures. */
const REVISION = 1;
/** What could not be made isn't tried again for this long. */
const FAILURE_SECONDS = 600;
const MAX_REMEMBERED = 10_000;
/** Of the store that one film may take, so that it doesn't drive out all others. */
const LARGEST_SHARE = 0.5;

/** Plain data: it may be sent to another thread. */
export interface PlaybackOrder {
  readonly kind: 'film' | 'strip';
  readonly source: SourceFile & { readonly sha256: string };
  /** How long to wait for what has to be made; 0 only sets it going. */
  readonly seconds: number;
}

/** What there is to send. Plain data, too. */
export type Playable =
  /** The original plays as it is; or nothing better can be had just now, and it is worth asking again after `seconds`. */
  | { readonly kind: 'original'; readonly mediaType: string; readonly seconds?: number }
  | (MadeFile & { readonly kind: 'made'; readonly mediaType: string; readonly etag: string })
  /** Not ready yet. */
  | { readonly kind: 'pending' }
  /** There is no such strip, or it can't be made just now. */
  | { readonly kind: 'none' };

/** Films and sounds in a form that browsers play, and what players show beside them. Closed by its opener, before its pools. */
export interface Playback extends AsyncDisposable {
  /**
   * Rejects with QueueFull, the signal's reason, or trouble. Work that was begun is finished, whoever stops waiting; work that
   * waits in the line leaves it with the last who asked for it, a little later where they were told that it is pending.
   */
  get(order: PlaybackOrder, options: { signal: AbortSignal }): Promise<Playable>;
}

export interface PlaybackOptions {
  /** Made when needed; may be deleted at any time. */
  readonly directory: string;
  readonly storeMegabytes: number;
  /** Undefined where there are none, and originals are sent as they are. */
  readonly tools: string | undefined;
  readonly looking: WorkerPool<Job, Answer>;
  readonly drawing: WorkerPool<Job, Answer>;
  readonly making: WorkerPool<Job, Answer>;
  /** How long what is pending keeps its place without anybody; default 15 s. */
  readonly lingerSeconds?: number;
  /** Hears of sources that a process didn't survive; default: a warning of the process. */
  readonly report?: (trouble: Error) => void;
  /** Milliseconds, never going back. */
  readonly now?: () => number;
}

export function openPlayback(options: PlaybackOptions): Playback {
  const { tools, looking, drawing, making, storeMegabytes } = options;
  const { lingerSeconds = LINGER_SECONDS, report = warn, now = () => performance.now() } = options;
  const files = openMadeFiles({ directory: options.directory, megabytes: storeMegabytes, report });
  const failures = rememberFailures({ seconds: FAILURE_SECONDS, now });
  const probes = openRecentlyUsed<string, Probe>({ most: MAX_REMEMBERED });
  const flights = openFlights<MadeFile | undefined>();
  let isClosed = false;

  /** The file of that name, made when it isn't there; undefined where it can't be made just now. */
  function made(
    name: string,
    asker: AbortSignal,
    write: (target: string, signal: AbortSignal) => Promise<Answer>,
  ): Promise<MadeFile | undefined> {
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
        // Given up by those who asked, before it was begun.
        if (error instanceof QueueFull || isClosed || error === signal.reason) throw error;
        // A process that was lost, or a disk that is full: the original is still there.
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
    const { path, sha256, facts } = source;
    const probe = await probeOf(source, asker);
    if (!probe) return fallback(facts.mediaType);
    const way = wayToPlay(facts.mediaType, probe);
    if (way.kind === 'as-it-is') return { kind: 'original', mediaType: way.mediaType };
    const key = keyOf(['film', sha256, way]);
    const maxBytes = Math.floor(storeMegabytes * 2 ** 20 * LARGEST_SHARE);
    const file = await made(`${key}.${way.container}`, asker, (target, signal) =>
      making.run({ do: 'convert', source: path, target, conversion: way, probe, maxBytes }, { signal }),
    );
    return file ? { ...file, kind: 'made', etag: key, mediaType: typeOf(way) } : fallback(facts.mediaType);
  }

  async function strip({ source }: PlaybackOrder, asker: AbortSignal): Promise<Playable> {
    const { path, sha256, facts } = source;
    const probe = await probeOf(source, asker);
    if (!probe) return { kind: 'none' };
    const plan = probe.video && planStrip(facts);
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

  /** Names what is made by all that decides whether it is to be made anew. */
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
        return order.kind === 'film' ? fallback(order.source.facts.mediaType) : { kind: 'none' };
      }
      const start = (asker: AbortSignal) => (order.kind === 'film' ? film(order, asker) : strip(order, asker));
      return (await within(start, { signal, seconds: order.seconds, lingerSeconds })) ?? PENDING;
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      flights.end(new Error('playback was closed'));
      await files[Symbol.asyncDispose]();
    },
  };
}

/** Some player may know it; ours may do better when the failure is forgotten, or ffmpeg is there. */
function fallback(mediaType: string): Playable {
  return { kind: 'original', mediaType, seconds: FAILURE_SECONDS };
}

const PENDING: Playable = { kind: 'pending' };

/** The file is to blame. */
class CannotMake extends Error {
  override readonly name = 'CannotMake';
}

function typeOf({ container, video }: Conversion & Way): string {
  return `${video ? 'video' : 'audio'}/${container}`;
}

function warn(trouble: Error): void {
  process.emitWarning(trouble);
}
