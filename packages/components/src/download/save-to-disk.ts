import type { SaveRequest } from './save.ts';
import { writeFile } from './write-file.ts';

type SavePicker = (options: { readonly suggestedName?: string }) => Promise<FileSystemFileHandle>;

/** True if the browser lets people choose a place for a file, at least in a page that is no frame of another site. */
export function hasSavePicker(): boolean {
  return 'showSaveFilePicker' in globalThis;
}

/**
 * Lets the person choose a place, and writes a file there as it arrives. Must be called within the event of a click. Returns false
 * if the browser forbids the page to ask.
 */
export async function saveToDisk(request: SaveRequest, suggestedName: string | undefined): Promise<boolean> {
  const place = await choosePlace(suggestedName);
  if (!place) return false;
  try {
    await writeFile(request, await place.createWritable());
  } catch (error) {
    await removeEmpty(place).catch(() => {});
    throw error;
  }
  return true;
}

/** Returns undefined if the browser forbids it, as in a frame of another site. */
async function choosePlace(suggestedName: string | undefined): Promise<FileSystemFileHandle | undefined> {
  const { showSaveFilePicker } = globalThis as unknown as { readonly showSaveFilePicker: SavePicker };
  try {
    return await showSaveFilePicker(suggestedName === undefined ? {} : { suggestedName });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'SecurityError') return undefined;
    throw error;
  }
}

/** Removes the empty file that the browser has made at the place, where browsers can. */
async function removeEmpty(place: FileSystemFileHandle & { remove?(): Promise<void> }): Promise<void> {
  if ((await place.getFile()).size === 0) await place.remove?.();
}
