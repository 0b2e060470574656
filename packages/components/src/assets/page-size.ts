import type { SystemInformation } from '@asset-browsing-service/client';

/** Number of entries to request at once: as many as wanted, unless the service says that it allows fewer. */
export function pageSizeFor({ maxPageSize = Number.POSITIVE_INFINITY }: SystemInformation, wanted: number): number {
  return Math.min(wanted, maxPageSize);
}
