/** Services of the main thread that HTTP threads call. */

import { SearchUnreachable } from '../../../columnar/src/search-index.ts';
import type { CallProtocol } from '../../../core/src/concurrency/calls.ts';
import { NoRoom, QueueFull, SlowQueueFull, WorkerDied, WorkerTimeout } from '../../../core/src/concurrency/failures.ts';
import { OriginalsUnreachable } from '../../../core/src/originals/originals.ts';
import type { MissingTool } from '../../../core/src/platform/find-program.ts';
import type { Conversions } from '../../../media/src/conversions/conversions.ts';
import type { Documents } from '../../../media/src/pictures/documents.ts';
import type { Means } from '../../../media/src/pictures/preview-size.ts';
import type { Renditions } from '../../../media/src/pictures/renditions.ts';
import type { Playback } from '../../../media/src/playback/playback.ts';
import type { AuditLog } from '../auth/audit-log.ts';
import type { TokenGate } from '../auth/token-gate.ts';
import { CatalogueBusy, CatalogueUnreachable, DiskFailure } from '../catalogue/catalogue-errors.ts';
import type { SessionEnd } from '../catalogue/ended-sessions.ts';
import type { ActionLimiter } from '../coordination/rate-limiter.ts';
import type { Sketch } from '../coordination/sketch.ts';
import type { DownloadLog } from '../downloads/download-log.ts';
import type { ProcessState } from '../http/metrics/figures.ts';
import type { PinQueue } from '../pins/store/pin-store.ts';
import type { ReviewQueue } from '../reviews/store/review-store.ts';
import type { SharedIndex } from './index/index-threads.ts';

/** The services of the process that all threads use. */
export interface ProcessCalls {
  readonly index: Pick<SharedIndex, 'reach' | 'published' | 'replaced'>;
  readonly renditions: Pick<Renditions, 'get' | 'looks' | 'noteLook'>;
  readonly documents: Pick<Documents, 'pdf' | 'pageSizes' | 'pageWords'>;
  readonly playback: Pick<Playback, 'get'>;
  readonly conversions: Pick<Conversions, 'get'>;
  readonly downloads: DownloadLog;
  readonly pinQueue: PinQueue;
  readonly reviewQueue: ReviewQueue;
  readonly tokenGate: TokenGate;
  readonly sessionEnds: { end(end: SessionEnd): Promise<void> };
  readonly rateLimiter: Pick<ActionLimiter, 'take' | 'refund'>;
  readonly audit: AuditLog;
  readonly metrics: {
    /** State of the process for metrics; rejects with the signal's reason if it aborts first. */
    state(options: { readonly signal: AbortSignal }): Promise<ProcessState>;
  };
}

/** Counts in memory that all threads share. */
export interface SharedCounts {
  readonly connections: Sketch;
  /** Requests of addresses and of tokens. */
  readonly addresses: Sketch;
  readonly tokens: Sketch;
}

/** What a thread gets with its start: plain data, and counts in memory that all share. */
export interface SharedFacts {
  /** What draws and converts. */
  readonly means: Means;
  /** Programs that this machine lacks, each with the consequence. */
  readonly missing: readonly MissingTool[];
  readonly counts: SharedCounts;
  /** Version of what draws pictures, which is part of the names of their files. */
  readonly rendererVersion: string;
  /** Identifies the service, whose nodes share a catalogue. */
  readonly service: string;
}

/** What threads share: services of the process, called in the same thread or another one, and facts. */
export interface SharedServices extends ProcessCalls, SharedFacts {}

export const PROCESS_CALLS: CallProtocol<ProcessCalls> = {
  thread: 'main',
  services: {
    index: { reach: 'call', published: 'call', replaced: 'call' },
    renditions: { get: 'call', looks: 'call', noteLook: 'send' },
    documents: { pdf: 'call', pageSizes: 'call', pageWords: 'call' },
    playback: { get: 'call' },
    conversions: { get: 'call' },
    downloads: { count: 'send', written: 'call' },
    pinQueue: { create: 'call', end: 'call' },
    reviewQueue: { post: 'call' },
    tokenGate: { attempt: 'call' },
    sessionEnds: { end: 'call' },
    rateLimiter: { take: 'call', refund: 'call' },
    audit: { record: 'send' },
    metrics: { state: 'call' },
  },
  errors: [
    ...[NoRoom, SlowQueueFull, QueueFull, WorkerDied, WorkerTimeout, DiskFailure],
    ...[CatalogueBusy, CatalogueUnreachable, OriginalsUnreachable, SearchUnreachable],
  ],
};
