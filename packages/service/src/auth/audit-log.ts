/** Names of the events in the audit log. */
type AuditEvent =
  | 'sign_in_failed'
  | 'sign_in_limited'
  | 'signed_in'
  | 'sign_in_refused'
  | 'signed_out'
  | 'token_created'
  | 'token_revoked'
  | 'cache_flushed'
  | 'pin_created'
  | 'pin_opened'
  | 'pin_revoked'
  | 'review_posted'
  | 'review_deleted';

/** What happened, who did it, and from where. Must never contain a secret: no token, no PIN code. */
export interface AuditEntry {
  readonly event: AuditEvent;
  /** IP address of the caller. */
  readonly address?: string;
  /** Undefined if nobody known did it. */
  readonly user?: number | undefined;
  /** Name of the base address; the log omits '', the one at `/`. */
  readonly endpoint?: string;
  readonly details?: Readonly<Record<string, string | number | boolean>>;
}

/** Records events for which an operator may be held accountable. */
export interface AuditLog {
  /** Returns immediately and never throws; the entry is written soon after. */
  record(entry: AuditEntry): void;
}
