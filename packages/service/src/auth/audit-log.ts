export type AuditEvent =
  | 'sign_in_failed'
  | 'sign_in_limited'
  | 'token_created'
  | 'token_revoked'
  | 'cache_flushed'
  | 'pin_created'
  | 'pin_opened'
  | 'review_posted'
  | 'review_deleted';

/** What happened, and who did it from where. Nobody puts a secret here: no token, no PIN code. */
export interface AuditEntry {
  readonly event: AuditEvent;
  /** IP address of the caller. */
  readonly address?: string;
  readonly user?: number;
  /** Name of the base address; absent: the one at `/`. */
  readonly endpoint?: string;
  readonly details?: Readonly<Record<string, string | number | boolean>>;
}

/** Remembers what an operator may have to account for. */
export interface AuditLog {
  /** Returns at once and never throws; the entry is written soon. */
  record(entry: AuditEntry): void;
}
