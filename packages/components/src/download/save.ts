import type { Client, Progress, ServiceFile } from '@asset-browsing-service/client';
import { whenReady } from '../catalogue/when-ready.ts';
import { type WayToSave, wayToSave } from './way-to-save.ts';

/** A file that the service has ready, and the way to save it. */
export interface ReadyFile {
  readonly file: ServiceFile;
  readonly way: WayToSave;
}

/** What a download needs to know. */
export interface SaveRequest {
  readonly client: Client;
  readonly query: Parameters<Client['asset']['download']>[0];
  readonly hasToken: boolean;
  readonly signal: AbortSignal;
  readonly progressed: (progress: Progress) => void;
}

/** Asks the service for the file. Waits while it is converted. */
export async function requestFile({ client, query, hasToken, signal, progressed }: SaveRequest): Promise<ReadyFile> {
  const file = await whenReady(() => client.asset.download(query, { signal, onProgress: progressed }), { signal });
  return { file, way: wayToSave(file.size, { hasToken, hasPicker: 'showSaveFilePicker' in globalThis }) };
}

/** Collects a file in memory and saves it. */
export async function saveFromMemory(file: ServiceFile): Promise<void> {
  const address = URL.createObjectURL(await file.blob());
  follow(address, file.name ?? '');
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Leaves a download to the browser, which writes it to the disk as it arrives and resumes it. */
export function saveByBrowser({ client, query }: Pick<SaveRequest, 'client' | 'query'>): void {
  // A refusal of another origin is no download: it must not replace the page.
  follow(client.asset.download.url(query), '', '_blank');
}

function follow(address: string, name: string, target = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.target = target;
  link.rel = 'noopener';
  link.click();
}

type SavePicker = (options: { readonly suggestedName?: string }) => Promise<FileSystemFileHandle>;

/** Lets the person choose a place, and writes a file there as it arrives. Must be called within the event of a click. */
export async function saveToDisk(request: SaveRequest, suggestedName: string | undefined): Promise<void> {
  const { showSaveFilePicker } = globalThis as unknown as { readonly showSaveFilePicker: SavePicker };
  const place = await showSaveFilePicker(suggestedName === undefined ? {} : { suggestedName });
  const { file } = await requestFile(request);
  await file.stream.pipeTo(await place.createWritable(), { signal: request.signal });
}
