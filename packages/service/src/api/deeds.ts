import { createHash } from 'node:crypto';
import type { AuditEntry } from '../auth/audit-log.ts';
import type { Caller } from './caller.ts';
import type { Services } from './operation.ts';

/** Records an action in the audit log. `user` is undefined if the user is unknown. */
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

/** Returns a short identifier of a PIN for places where its code must not appear, such as logs. */
export function pinMark(code: string): string {
  return createHash('sha256').update(code).digest('hex').slice(0, 8);
}
