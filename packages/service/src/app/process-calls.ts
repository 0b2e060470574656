/** Calls from HTTP threads to the core in the main thread. */
import type { MessagePort } from 'node:worker_threads';
import type { AuditEntry, AuditLog } from '../auth/audit-log.ts';
import type { Outcome, PresentedToken, SignIn } from '../auth/sign-in.ts';
import { DiskFails } from '../catalogue/catalogue.ts';
import type { NewReview, Posting } from '../catalogue/people.ts';
import type { PeopleQueue } from '../catalogue/people-queue.ts';
import { answerCalls, openCaller } from '../concurrency/calls.ts';
import { QueueFull } from '../concurrency/failures.ts';
import type { Pin } from '../domain/people.ts';
import type { DownloadLog } from '../downloads/download-log.ts';
import type { ProcessState } from '../http/metrics/figures.ts';
import type { ConversionOrder, Conversions, Converted } from '../media/conversions/conversions.ts';
import type {
  PdfRendition,
  Rendition,
  RenditionOrder,
  Renditions,
  StoredSource,
} from '../media/pictures/renditions.ts';
import type { Playable, Playback, PlaybackOrder } from '../media/playback/playback.ts';
import type { ViewMark } from '../search/columnar/index-publisher.ts';
import type { PublishedView } from '../search/columnar/indexer.ts';
import type { SharedIndex } from './index/index-threads.ts';

/** The part of the core that all threads use. */
export interface ProcessCalls {
  readonly index: Pick<SharedIndex, 'reach' | 'replaced'>;
  readonly renditions: Pick<Renditions, 'get' | 'pdf'>;
  readonly playback: Pick<Playback, 'get'>;
  readonly conversions: Pick<Conversions, 'get'>;
  readonly downloads: DownloadLog;
  readonly peopleQueue: PeopleQueue;
  readonly signIn: SignIn;
  readonly audit: AuditLog;
  /** Snapshot of the process for metrics; rejects with the signal's reason if it aborts first. */
  state(options: { signal: AbortSignal }): Promise<ProcessState>;
}

/** Answers calls that arrive at `port` with the core of this thread. */
export function serveProcessCalls(port: MessagePort, core: ProcessCalls): void {
  answerCalls(
    port,
    {
      view: (known) => core.index.reach(known as ViewMark | undefined),
      replaced: (base, options) => core.index.replaced(base as number, options),
      rendition: (order, options) => core.renditions.get(order as RenditionOrder, options),
      pdf: (source, options) => core.renditions.pdf(source as StoredSource, options),
      playback: (order, options) => core.playback.get(order as PlaybackOrder, options),
      conversion: (order, options) => core.conversions.get(order as ConversionOrder, options),
      downloads: (assets) => core.downloads.count(assets as readonly number[]),
      review: (review) => core.peopleQueue.post(review as NewReview),
      pin: (pin) => core.peopleQueue.makePin(pin as Omit<Pin, 'code'>),
      signIn: (attempt, options) => core.signIn.attempt(attempt as PresentedToken, options),
      audit: (entry) => core.audit.record(entry as AuditEntry),
      state: (_, options) => core.state(options),
      downloadsWritten: () => core.downloads.written(),
    },
    packed,
  );
}

/** Returns a core whose methods call the main thread through `port`. */
export function callProcess(port: MessagePort): ProcessCalls {
  const call = openCaller(port, (packed) => {
    const { queueFull, diskFails, error } = packed as { queueFull?: string; diskFails?: string; error?: string };
    if (diskFails !== undefined) return new DiskFails(diskFails);
    return queueFull === undefined ? new Error(`in the main thread: ${error}`) : new QueueFull(queueFull);
  });
  return {
    index: {
      reach: async (known) =>
        (await call('view', known && { base: known.base, revision: known.revision })) as PublishedView | undefined,
      replaced: async (base, { signal }) => {
        await call('replaced', base, signal);
      },
    },
    renditions: {
      get: async (order, { signal }) => (await call('rendition', order, signal)) as Rendition,
      pdf: async (source, { signal }) => (await call('pdf', source, signal)) as PdfRendition | undefined,
    },
    playback: { get: async (order, { signal }) => (await call('playback', order, signal)) as Playable },
    peopleQueue: {
      post: async (review) => (await call('review', review)) as Posting,
      makePin: async (pin) => (await call('pin', pin)) as Pin,
    },
    conversions: {
      get: async (order, { signal }) => (await call('conversion', order, signal)) as Converted,
    },
    downloads: {
      count: (assets) => {
        call('downloads', assets).catch((error: unknown) =>
          process.emitWarning(`downloads were not counted: ${error}`),
        );
      },
      written: async () => {
        await call('downloadsWritten', undefined);
      },
    },
    signIn: { attempt: async (attempt, { signal }) => (await call('signIn', attempt, signal)) as Outcome },
    audit: {
      record: (entry) => {
        call('audit', entry).catch((error: unknown) => process.emitWarning(`the audit log lacks an entry: ${error}`));
      },
    },
    state: async ({ signal }) => (await call('state', undefined, signal)) as ProcessState,
  };
}

function packed(error: unknown): { queueFull: string } | { diskFails: string } | { error: string } {
  if (error instanceof QueueFull) return { queueFull: error.message };
  return error instanceof DiskFails ? { diskFails: inWords(error) } : { error: inWords(error) };
}

/** Converts an error and its causes to text, because only text is sent between threads. */
function inWords(error: unknown): string {
  return error instanceof Error && error.cause !== undefined
    ? `${error}; because: ${inWords(error.cause)}`
    : String(error);
}
