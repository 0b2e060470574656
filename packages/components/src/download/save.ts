import type { Client, Progress, ServiceFile } from '@asset-browsing-service/client';
import { readAtMost } from './read-at-most.ts';
import { MAX_BYTES_IN_MEMORY } from './way-to-save.ts';
import { whenReady } from './when-ready.ts';

/** What to download, and who waits for it. */
export interface SaveRequest {
  readonly client: Client;
  readonly query: Parameters<Client['asset']['download']>[0];
  readonly hasToken: boolean;
  readonly signal: AbortSignal;
  readonly progressed: (progress: Progress) => void;
}

/** Asks the service for the file. Waits while it is converted. */
export async function requestFile({ client, query, signal, progressed }: SaveRequest): Promise<ServiceFile> {
  return await whenReady(() => client.asset.download(query, { signal, onProgress: progressed }), { signal });
}

/** Collects a file in memory and saves it. Returns false, and stops the file, if more than `MAX_BYTES_IN_MEMORY` arrive. */
export async function saveFromMemory(file: ServiceFile): Promise<boolean> {
  const content = await readAtMost(file, MAX_BYTES_IN_MEMORY);
  if (!content) return false;
  saveBlob(content, file.name);
  return true;
}

/** How long a browser may read what is in memory. If files stayed longer, several large ones would fill the memory of a phone. */
const READ_MILLISECONDS = 60_000;

/** Saves what is in memory or on the disk under a name. Its address is valid for `milliseconds`. */
export function saveBlob(content: Blob, name = '', milliseconds = READ_MILLISECONDS): void {
  const address = URL.createObjectURL(content);
  follow(address, name);
  // The browser reads the object URL only after the click.
  setTimeout(() => URL.revokeObjectURL(address), milliseconds);
}

/**
 * Leaves a download to the browser, which writes it to the disk as it arrives and resumes it. Returns false without doing so if the
 * browser would block it, because too much time has passed since the person's last press.
 */
export function saveByBrowser({ client, query }: Pick<SaveRequest, 'client' | 'query'>): boolean {
  const address = client.asset.download.url(query);
  // A link to another origin opens a window, so that a refusal does not replace this page. Old browsers have no `userActivation`.
  const isBlocked = new URL(address).origin !== location.origin && navigator.userActivation?.isActive === false;
  if (!isBlocked) follow(address, '', '_blank');
  return !isBlocked;
}

function follow(address: string, name: string, target = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.target = target;
  link.rel = 'noopener';
  link.click();
}
