import { createHash } from 'node:crypto';
import type { AuditEntry } from '../auth/audit-log.ts';
import type { Caller } from './caller.ts';
import type { Services } from './operation.ts';

/** Tells the audit log what somebody did; `user` is absent where nobody knows who. */
export function recordDeed(
  event: 'pin_created' | 'pin_opened' | 'review_posted',
  user: number | undefined,
  { caller, services }: { readonly caller: Caller; readonly services: Pick<Services, 'audit'> },
  details: NonNullable<AuditEntry['details']>,
): void {
  services.audit.record({
    event,
    address: caller.address,
    ...(user === undefined ? {} : { user }),
    ...(caller.endpoint === '' ? {} : { endpoint: caller.endpoint }),
    details,
  });
}

/** Tells one PIN from another where its code must not stand. */
export function pinMark(code: string): string {
  return createHash('sha256').update(code).digest('hex').slice(0, 8);
}
