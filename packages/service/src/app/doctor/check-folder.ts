import { type Dirent, statSync } from 'node:fs';
import { open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type DiskRoom, readDiskRoom } from '../../../../core/src/platform/disk-room.ts';
import { codeOf } from '../../../../core/src/platform/system-errors.ts';
import type { Config } from '../../config/settings.ts';
import { conversionStoreMegabytes } from '../media-limits.ts';
import { type Diagnosis, shownBytes, shownTime } from './diagnosis.ts';

/** Free space below which writing may soon fail. */
const MIN_FREE_BYTES = 2 ** 30;
const WRITTEN_BYTES = 8 * 2 ** 20;
/** A disk that takes longer to make a small write durable delays each commit noticeably. */
const SLOW_SYNC_MS = 100;

/** File systems across a network, by the number that Linux gives them, on which SQLite's locks don't work. */
const NETWORK: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0xfe534d42, 'SMB'],
  [0xff534d42, 'CIFS'],
]);

/** What may be in a data folder besides the catalogue. */
const PARTS = ['originals', 'originals-cache', 'renditions', 'playback', 'conversions'];

/** Looks at the data folder, and writes a small file into it for a moment. */
export async function* checkFolder(config: Config): AsyncGenerator<Diagnosis> {
  const { data, catalogue } = config;
  const part = 'data folder';
  const folder = resolve(data);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    yield {
      part,
      state: 'warning',
      text: `there is no folder ${folder}`,
      remedy: 'the first start or import makes it',
    };
    return;
  }
  const { type, bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const network = NETWORK.get(type);
  if (network !== undefined && catalogue.url === null) {
    const remedy = 'use a local disk, or PostgreSQL with catalogue.url';
    yield { part, state: 'problem', text: `${folder} is on ${network}, where SQLite loses data`, remedy };
  }
  if (free < MIN_FREE_BYTES) {
    yield { part, state: 'warning', text: `only ${shownBytes(free)} are free`, remedy: 'free some space' };
  }
  try {
    const { syncMilliseconds, bytesPerSecond } = await writeSpeed(folder);
    const speed = `a durable write takes ${shownTime(syncMilliseconds)}, ${shownBytes(bytesPerSecond)} are written per second`;
    yield { part, state: 'ok', text: `${folder}: ${shownBytes(free)} are free, ${speed}` };
    if (syncMilliseconds > SLOW_SYNC_MS) {
      yield { part, state: 'warning', text: 'durable writes are slow, and every import and review waits for one' };
    }
  } catch (error) {
    const remedy = 'give this user the right to write there';
    yield { part, state: 'problem', text: `${folder} can't be written (${codeOf(error)})`, remedy };
  }
  const held = new Map<string, number>();
  for (const name of PARTS) {
    const { files, bytes } = await sizeOf(join(folder, name));
    held.set(name, bytes);
    if (files > 0) yield { part, state: 'ok', text: `${name}: ${files} files, ${shownBytes(bytes)}` };
  }
  yield* checkLimits(config, held, await readDiskRoom(folder));
  const index = statSync(join(folder, 'search.index'), { throwIfNoEntry: false });
  if (index) yield { part, state: 'ok', text: `search.index: ${shownBytes(index.size)}; ${nextBuilds(index.size)}` };
}

/** What building the search index again takes, beside the index in use: seconds and bytes for each of its bytes. */
const BUILD = { seconds: 70e-9, bytes: 4 };
/** The same for merging changes into it (`mergeBase`). */
const MERGE = { seconds: 10e-9, bytes: 2 };

function nextBuilds(bytes: number): string {
  const taken = (of: typeof BUILD) =>
    `about ${Math.ceil(bytes * of.seconds)} s and ${shownBytes(bytes * of.bytes)} of memory`;
  return `to merge changes into it takes ${taken(MERGE)}, to build it again ${taken(BUILD)}`;
}

/** Compares the limits of the files that can be made again with what is free. */
function* checkLimits(
  { render, originals }: Config,
  held: ReadonlyMap<string, number>,
  room: DiskRoom | undefined,
): Generator<Diagnosis> {
  if (room === undefined) return;
  const { free, reserve } = room;
  const limits = [
    ['renditions', 'render.storeMegabytes', render.storeMegabytes],
    ['playback', 'render.storeMegabytes', conversionStoreMegabytes(render)],
    ['conversions', 'render.storeMegabytes', conversionStoreMegabytes(render)],
    ...(originals.url === null ? [] : [['originals-cache', 'render.storeMegabytes', render.storeMegabytes] as const]),
  ] as const;
  const more = limits.reduce((sum, [name, , most]) => sum + Math.max(0, most * 2 ** 20 - (held.get(name) ?? 0)), 0);
  if (more <= free - reserve) return;
  const keys = [...new Set(limits.map(([, key]) => key))].join(', ');
  yield {
    part: 'data folder',
    state: 'warning',
    text: `derived files may take ${shownBytes(more)} more, but ${shownBytes(free)} are free, of which ${shownBytes(reserve)} are kept as a reserve`,
    remedy: `lower ${keys} or free some space; else the files used least recently go before the limits are reached`,
  };
}

async function writeSpeed(folder: string) {
  const path = join(folder, `doctor-${process.pid}.tmp`);
  try {
    await using file = await open(path, 'wx');
    await file.write(Buffer.alloc(1));
    const start = performance.now();
    await file.sync();
    const synced = performance.now();
    await file.write(Buffer.alloc(WRITTEN_BYTES, 1));
    await file.sync();
    const seconds = (performance.now() - synced) / 1000;
    return { syncMilliseconds: synced - start, bytesPerSecond: WRITTEN_BYTES / seconds };
  } finally {
    await rm(path, { force: true });
  }
}

/** Counts files and their bytes; those that vanish meanwhile don't count. */
async function sizeOf(folder: string): Promise<{ readonly files: number; readonly bytes: number }> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
  let [files, bytes] = [0, 0];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const below = await sizeOf(path);
      files += below.files;
      bytes += below.bytes;
    } else if (entry.isFile()) {
      files += 1;
      bytes += (await stat(path).catch(() => undefined))?.size ?? 0;
    }
  }
  return { files, bytes };
}
