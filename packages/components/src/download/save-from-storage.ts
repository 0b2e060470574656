import { type SaveRequest, saveBlob } from './save.ts';
import { writeFile } from './write-file.ts';

/** How saving ended. `unavailable`: this browser gives the page no storage for files, and nothing was requested. */
export type StorageOutcome = 'done' | 'unavailable';

/** The folder of the files, in the storage that the browser keeps for this site alone. */
const FOLDER = 'asset-browsing-service-downloads';

/** How long a browser may take to start copying a file. */
const COPY_START_MILLISECONDS = 300_000;

/** Bytes that a slow disk copies per millisecond. */
const COPY_BYTES_PER_MILLISECOND = 10_000;

/**
 * Streams a file into the private storage of this site (the origin private file system) and saves it from there. The
 * browser's own download could send the token only in the address. The stored copy is deleted after the time that a browser
 * needs, at the latest, to copy it.
 */
export async function saveFromStorage(request: SaveRequest): Promise<StorageOutcome> {
  const folder = await folderOf({ create: true }).catch(() => undefined);
  if (!folder) return 'unavailable';
  // Differs from the names that other windows give.
  const name = Math.random().toString(36).slice(2);
  const remove = () => folder.removeEntry(name).catch(() => {});
  const place = await folder.getFileHandle(name, { create: true }).catch(() => undefined);
  // Older versions of Safari have no `createWritable`.
  const writable = await place?.createWritable?.().catch(() => undefined);
  if (!place || !writable) {
    await remove();
    return 'unavailable';
  }
  try {
    const { name: fileName } = await writeFile(request, writable, await freeBytes());
    const file = await place.getFile();
    const milliseconds = copyMilliseconds(file);
    saveBlob(file, fileName, milliseconds);
    setTimeout(remove, milliseconds);
    return 'done';
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Deletes files left behind by windows that were closed before they could delete them. */
export async function removeLeftovers(now = Date.now()): Promise<void> {
  // Before the first download there is no folder, and some browsers have no such storage at all.
  const folder = await folderOf({ create: false }).catch(() => undefined);
  for await (const entry of folder?.values() ?? []) {
    if (entry.kind !== 'file') continue;
    // Another window may have deleted the file meanwhile, and browsers refuse to delete one that is being written.
    await removeOld(entry).catch(() => {});
  }

  async function removeOld(entry: FileSystemFileHandle): Promise<void> {
    const file = await entry.getFile();
    if (file.lastModified + copyMilliseconds(file) < now) await folder?.removeEntry(entry.name);
  }
}

async function folderOf(options: FileSystemGetDirectoryOptions): Promise<FileSystemDirectoryHandle> {
  return await (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, options);
}

async function freeBytes(): Promise<number> {
  // Without an estimate, writing shows whether there is enough room.
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = await navigator.storage
    .estimate()
    .catch(() => ({}) as StorageEstimate);
  return quota - usage;
}

function copyMilliseconds({ size }: File): number {
  return COPY_START_MILLISECONDS + size / COPY_BYTES_PER_MILLISECOND;
}
