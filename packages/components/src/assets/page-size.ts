import type { SystemInformation } from '@asset-browsing-service/client';

/** Entries to ask for at once: as many as wanted, unless the service allows fewer. Older services don't tell. */
export function pageSizeFor({ maxPageSize = Number.POSITIVE_INFINITY }: SystemInformation, wanted: number): number {
  return Math.min(wanted, maxPageSize);
}
