import { open } from 'node:fs/promises';
import { openFlights } from '../../concurrency/flights.ts';
import { rememberFailures } from '../../concurrency/recent-failures.ts';
import { within } from '../../concurrency/within.ts';
import { OFFICE_TYPES } from '../../domain/office-types.ts';
import { crc32 } from '../../platform/crc32.ts';
import { isFullDisk, tellsOfFullDisk } from '../../platform/system-errors.ts';
import { type MadeFile, openMadeFiles } from '../derived/made-files.ts';
import { findPerl } from '../inspect/perl.ts';
import type { CannotRenderReason, SourceFile } from '../pictures/renderer.ts';
import type { Renditions } from '../pictures/renditions.ts';
import { sharpVersion } from '../pictures/sharp-version.ts';
import type { Answer, Job } from '../playback/jobs.ts';
import { WorkerDied, type WorkerPool, WorkerTimeout } from '../workers/pool.ts';
import { checksumOf } from './checksum.ts';
import { filmOrder } from './film.ts';
import type { ConversionAnswer, ConversionJob } from './jobs.ts';
import { conversionKey } from './key.ts';
import type { Misfit } from './layout.ts';
import type { ConversionPlan, FilmPlan, PicturePlan } from './plan.ts';

/** Counts changes of our own code that alter what is made. */
const REVISION = 4;
/** What could not be made isn't tried again for this long. */
const FAILURE_SECONDS = 60;
const LINGER_SECONDS = 15;
/** Of the store that one film may take, so that it doesn't drive out all others. */
const LARGEST_SHARE = 0.5;
const CHUNK_BYTES = 1024 * 1024;

/** Plain data: it may be sent to another thread. */
export interface ConversionOrder {
  readonly source: SourceFile & { readonly sha256: string };
  readonly plan: ConversionPlan;
  /** How long to wait for what has to be made; 0 only sets it going. */
  readonly seconds: number;
}

/** Why a file can't be converted, today or on another try. */
export type Refusal = CannotRenderReason | Misfit | 'no_tool';

/** What came of it. Plain data, too. */
export type Converted =
  | (MadeFile & {
      readonly kind: 'made';
      readonly crc32: number;
      /** Names these very bytes. */
      readonly etag: string;
    })
  /** Not ready yet. */
  | { readonly kind: 'pending' }
  | { readonly kind: 'cannot'; readonly reason: Refusal }
  /** A process did not survive it, or the store has no room: worth another try after `seconds`. */
  | { readonly kind: 'lost' | 'full'; readonly seconds: number };

/** Files in the form that a download format asks for: kept, being made, or made now. Closed by its opener, before its pools. */
export interface Conversions extends AsyncDisposable {
  /**
   * Callers of one file share one conversion. Once begun it is finished and kept, whoever stops waiting; what waits in the line
   * leaves it with the last who asked, a little later where they were told that it is pending. Rejects with QueueFull, the
   * signal's reason, or trouble.
   */
  get(order: ConversionOrder, options: { signal: AbortSignal }): Promise<Converted>;
}

export interface ConversionsOptions {
  /** Made when needed; may be deleted at any time. */
  readonly directory: string;
  readonly storeMegabytes: number;
  readonly pictures: WorkerPool<ConversionJob, ConversionAnswer>;
  /** Undefined where there is no ffmpeg. */
  readonly films?: { readonly looking: WorkerPool<Job, Answer>; readonly making: WorkerPool<Job, Answer> } | undefined;
  /** Gives documents as PDF. */
  readonly renditions: Pick<Renditions, 'pdf'>;
  readonly lingerSeconds?: number;
  /** Hears of processes that were lost and of a store without room; default: a warning of the process. */
  readonly report?: (trouble: Error) => void;
  /** Milliseconds, never going back. */
  readonly now?: () => number;
}

export function openConversions(options: ConversionsOptions): Conversions {
  const { directory, storeMegabytes, pictures, films, renditions } = options;
  const { lingerSeconds = LINGER_SECONDS, report = warn, now = () => performance.now() } = options;
  const files = openMadeFiles({ directory, megabytes: storeMegabytes, report });
  const failures = rememberFailures({ seconds: FAILURE_SECONDS, now });
  const flights = openFlights<Converted>();
  const converter = `${REVISION}/sharp-${sharpVersion()}${findPerl() === undefined ? '' : '/described'}`;

  async function convert({ source, plan }: ConversionOrder, asker: AbortSignal): Promise<Converted> {
    const key = conversionKey(source, plan, plan.kind === 'picture' ? converter : String(REVISION));
    const name = `${key}.${plan.kind === 'picture' ? plan.to : plan.kind === 'film' ? 'mp4' : 'pdf'}`;
    const failure = failures.reason(name);
    if (failure !== undefined) return afterFailure(failure);
    return await flights.join(name, asker, async (signal) => {
      const found = await files.find(name);
      if (found?.crc32 !== undefined) return made(key, found, found.crc32);
      try {
        let sum = 0;
        const file = await files.make(name, async (target) => {
          sum = await write(source, plan, target, signal);
          return sum;
        });
        return made(key, file, sum);
      } catch (error) {
        return failed(name, error);
      }
    });
  }

  function failed(name: string, error: unknown): Converted {
    if (error instanceof CannotConvert) {
      failures.note(name, error.reason);
      return { kind: 'cannot', reason: error.reason };
    }
    if (error instanceof WorkerDied || error instanceof WorkerTimeout) {
      report(new Error('a file could not be converted', { cause: error }));
      failures.note(name, LOST);
      return { kind: 'lost', seconds: FAILURE_SECONDS };
    }
    if (isFullDisk(error)) {
      report(new Error('the store of converted files has no room', { cause: error }));
      return { kind: 'full', seconds: FAILURE_SECONDS };
    }
    throw error;
  }

  /** Gives the CRC-32 of what was written. */
  async function write(
    source: ConversionOrder['source'],
    plan: ConversionPlan,
    target: string,
    signal: AbortSignal,
  ): Promise<number> {
    if (plan.kind === 'picture') return await writePicture(source, plan, target, signal);
    if (plan.kind === 'film') return await writeFilm(source, plan, target, signal);
    return await writeWhole(await pdfOf(source, signal), target);
  }

  async function pdfOf(source: ConversionOrder['source'], signal: AbortSignal): Promise<Uint8Array> {
    const pdf = await renditions.pdf(source, { signal });
    if (!pdf) throw new CannotConvert('unsupported');
    return pdf.bytes;
  }

  async function writePicture(
    { path, facts, ...source }: ConversionOrder['source'],
    plan: PicturePlan,
    target: string,
    signal: AbortSignal,
  ): Promise<number> {
    const isOffice = OFFICE_TYPES.has(facts.mediaType);
    const opened = isOffice ? { pdf: await pdfOf({ path, facts, ...source }, signal) } : { path, facts };
    const answer = await pictures.run({ source: opened, plan, target }, { signal });
    if ('full' in answer) throw noRoom(answer.full);
    if ('lost' in answer) throw new WorkerDied(answer.lost);
    if ('cannot' in answer) throw new CannotConvert(answer.cannot);
    return answer.crc32;
  }

  async function writeFilm(
    { path }: ConversionOrder['source'],
    plan: FilmPlan,
    target: string,
    signal: AbortSignal,
  ): Promise<number> {
    if (!films) throw new CannotConvert('no_tool');
    const looked = await films.looking.run({ do: 'probe', source: path }, { signal });
    if (!('probe' in looked)) throw new CannotConvert('corrupt');
    const { probe } = looked;
    const order = filmOrder(plan, probe);
    if (!order) throw new CannotConvert(probe.video ? 'too_large' : 'unsupported');
    const maxBytes = Math.floor(storeMegabytes * 2 ** 20 * LARGEST_SHARE);
    const answer = await films.making.run(
      { do: 'convert', source: path, target, ...order, probe, maxBytes },
      { signal },
    );
    if ('cannot' in answer) throw tellsOfFullDisk(answer.cannot) ? noRoom(answer.cannot) : new CannotConvert('corrupt');
    return await checksumOf(target);
  }

  return {
    async get(order, { signal }) {
      const { seconds } = order;
      return (
        (await within((asker) => convert(order, asker), { signal, seconds, lingerSeconds })) ?? { kind: 'pending' }
      );
    },
    async [Symbol.asyncDispose]() {
      flights.end(new Error('the conversions were closed'));
      await files[Symbol.asyncDispose]();
    },
  };
}

function made(key: string, file: MadeFile, sum: number): Converted {
  // Another version of a program may make other bytes of the same.
  return { ...file, kind: 'made', crc32: sum, etag: `${key}-${sum.toString(16).padStart(8, '0')}` };
}

const LOST = 'lost';

function afterFailure(reason: string): Converted {
  return reason === LOST ? { kind: 'lost', seconds: FAILURE_SECONDS } : { kind: 'cannot', reason: reason as Refusal };
}

/** Everything at once would hold up other calls for its checksum. */
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

function noRoom(message: string): Error {
  return Object.assign(new Error(message), { code: 'ENOSPC' });
}

/** The source is to blame, or what is asked of it. */
class CannotConvert extends Error {
  override readonly name = 'CannotConvert';
  readonly reason: Refusal;

  constructor(reason: Refusal) {
    super(reason);
    this.reason = reason;
  }
}

function warn(trouble: Error): void {
  process.emitWarning(trouble);
}
