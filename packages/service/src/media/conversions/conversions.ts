import { open } from 'node:fs/promises';
import { openNegativeCache } from '../../concurrency/negative-cache.ts';
import { openSingleFlight } from '../../concurrency/single-flight.ts';
import { waitAtMost } from '../../concurrency/wait-at-most.ts';
import { OFFICE_TYPES } from '../../domain/office-types.ts';
import { crc32 } from '../../platform/crc32.ts';
import { isFullDisk, tellsOfFullDisk } from '../../platform/system-errors.ts';
import { type DerivedFile, openDerivedFiles } from '../derived/derived-files.ts';
import { findPerl } from '../inspect/perl.ts';
import type { CannotRenderReason, SourceFile } from '../pictures/renderer.ts';
import type { Renditions } from '../pictures/renditions.ts';
import { sharpVersion } from '../pictures/sharp-version.ts';
import type { FilmJob, FilmResult } from '../playback/jobs.ts';
import { WorkerDied, type WorkerPool, WorkerTimeout } from '../workers/pool.ts';
import { checksumOf } from './checksum.ts';
import { filmOrder } from './film.ts';
import type { ConversionJob, ConversionResult } from './jobs.ts';
import { conversionKey } from './key.ts';
import type { Misfit } from './layout.ts';
import type { ConversionPlan, FilmPlan, PicturePlan } from './plan.ts';

/** Revision of the conversion code; raise it when a change alters the produced files. */
const REVISION = 4;
/** Negative cache: a file that could not be made is not tried again for this many seconds. */
const FAILURE_SECONDS = 60;
const LINGER_SECONDS = 15;
/** Largest share of the store that one film may take, so that it does not evict all others. */
const LARGEST_SHARE = 0.5;
const CHUNK_BYTES = 1024 * 1024;

/** Request for a converted file. Plain data, so that it can be sent to another thread. */
export interface ConversionOrder {
  readonly source: SourceFile & { readonly sha256: string };
  readonly plan: ConversionPlan;
  /** How long to wait for a file that has to be made; 0 starts the work without waiting. */
  readonly seconds: number;
}

/** Why a file can't be converted. Covers both temporary and permanent reasons. */
export type Refusal = CannotRenderReason | Misfit | 'no_tool';

/** Result of an order. Plain data, so that it can be sent to another thread. */
export type Converted =
  | (DerivedFile & {
      readonly kind: 'made';
      readonly crc32: number;
      /** Identifies exactly these bytes. */
      readonly etag: string;
    })
  /** The file is still being made. */
  | { readonly kind: 'pending' }
  | { readonly kind: 'cannot'; readonly reason: Refusal }
  /** A worker died or timed out (`lost`), or the store's disk is full (`full`). A retry may succeed after `seconds`. */
  | { readonly kind: 'lost' | 'full'; readonly seconds: number };

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
export interface ConversionsOptions {
  /** Created when needed; may be deleted at any time. */
  readonly directory: string;
  readonly storeMegabytes: number;
  readonly pictures: WorkerPool<ConversionJob, ConversionResult>;
  /** Undefined if ffmpeg is not installed. */
  readonly films?:
    | { readonly looking: WorkerPool<FilmJob, FilmResult>; readonly making: WorkerPool<FilmJob, FilmResult> }
    | undefined;
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
  const { directory, storeMegabytes, pictures, films, renditions } = options;
  const { lingerSeconds = LINGER_SECONDS, report = warn, now = () => performance.now() } = options;
  const files = openDerivedFiles({ directory, megabytes: storeMegabytes, report });
  const failures = openNegativeCache({ seconds: FAILURE_SECONDS, now });
  const flights = openSingleFlight<Converted>();
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

  /** Writes the converted file and returns its CRC-32. */
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
    { path, properties, ...source }: ConversionOrder['source'],
    plan: PicturePlan,
    target: string,
    signal: AbortSignal,
  ): Promise<number> {
    const isOffice = OFFICE_TYPES.has(properties.mediaType);
    const opened = isOffice ? { pdf: await pdfOf({ path, properties, ...source }, signal) } : { path, properties };
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
        (await waitAtMost((asker) => convert(order, asker), { signal, seconds, lingerSeconds })) ?? { kind: 'pending' }
      );
    },
    async [Symbol.asyncDispose]() {
      flights.end(new Error('the conversions were closed'));
      await files[Symbol.asyncDispose]();
    },
  };
}

function made(key: string, file: DerivedFile, sum: number): Converted {
  // The ETag includes the CRC-32, because another version of a program may produce different bytes for the same key.
  return { ...file, kind: 'made', crc32: sum, etag: `${key}-${sum.toString(16).padStart(8, '0')}` };
}

const LOST = 'lost';

function afterFailure(reason: string): Converted {
  return reason === LOST ? { kind: 'lost', seconds: FAILURE_SECONDS } : { kind: 'cannot', reason: reason as Refusal };
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

function noRoom(message: string): Error {
  return Object.assign(new Error(message), { code: 'ENOSPC' });
}

/** The source can't be converted as requested. */
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
