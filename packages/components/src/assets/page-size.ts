import type { SystemInformation } from '@asset-browsing-service/client';

/** What a service says of it. Older ones say nothing. */
export type PageLimits = Partial<Pick<SystemInformation, 'maxPageSize'>>;

/** Number of entries to request at once: as many as wanted, unless the service says that it allows fewer. */
export function pageSizeFor({ maxPageSize = Number.POSITIVE_INFINITY }: PageLimits, wanted: number): number {
  return Math.min(wanted, maxPageSize);
}
