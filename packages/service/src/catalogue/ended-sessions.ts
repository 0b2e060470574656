/** Sessions of people that ended before their time, so that no copy of their cookie opens anything on any node. */
import type { EpochMs } from '../../../core/src/domain/model.ts';

/** An end of sessions: of all with this mark that began until then. */
export interface SessionEnd {
  /** What the sessions have in common: each session has several marks (`../auth/session.ts`). */
  readonly mark: string;
  readonly ended: EpochMs;
  /** When the last of these sessions would have ended anyway; then the end may be forgotten. */
  readonly expires: EpochMs;
}

/** A stored end. Each has a higher number than all that were stored before. */
export interface NumberedEnd extends SessionEnd {
  readonly number: number;
}

export interface EndedSessions extends AsyncDisposable {
  /**
   * Returns the highest number; 0 without an end. Undefined if it is unknown, because the store has not answered for too
   * long. Takes no time that a request would notice.
   */
  newest(): number | undefined;
  /** Returns the ends with higher numbers, in their order, at least as new as `newest` before the call. */
  after(number: number): Promise<readonly NumberedEnd[]>;
}

export interface EndedSessionsWriter {
  /** Stores an end, durable when the promise resolves, without creating a revision; forgets those that are over. */
  endSessions(end: SessionEnd): Promise<void>;
}
