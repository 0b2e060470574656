import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { spareBytes } from '../disk-room.ts';
import { openOwnership } from './folder-ownership.ts';
import { blocks, type CachedEntry, type CacheFolderOptions, namesIn, scanFolder } from './scan-folder.ts';

/** Precision of a file's modification time, which tells other threads and the next start when the file was last used. */
export const TOUCH_MILLISECONDS = 60_000;
const UPKEEP_MILLISECONDS = 10_000;
/** Scans for the files of other processes take at most one part in this many of the time. */
const SCAN_SHARE = 20;
/** At least so many bytes go at a time when the disk is full although its figures don't say so, as with a quota. */
const RELIEF_BYTES = 16 * 2 ** 20;

/** Path of the file with this key and name in the folder. */
export function pathIn(directory: string, key: string, file: string): string {
  return join(directory, key.slice(0, 2), file);
}

/**
 * Tracks the size and last use of the files in a cache folder; the caller decides what the files hold. Evicts the least
 * recently used files when the folder exceeds its limit or the disk has no more than its reserve, but never the newest, for
 * which a caller may be waiting. Files can be made again, so the folder may be deleted at any time.
 *
 * Several processes may use the folder. The first one owns it until it ends: only the owner evicts files, among them
 * those of the others, which it counts every ten seconds and when it adds a file. The others count again every ten
 * seconds while they have no room.
 */
export class CacheFolder implements AsyncDisposable {
  readonly #options: CacheFolderOptions;
  readonly #owner: ReturnType<typeof openOwnership>;
  readonly #timer: NodeJS.Timeout;
  /** From the least to the most recently used. */
  readonly #tracked = new Map<string, CachedEntry>();
  /** Key that was tracked last. */
  #newest = '';
  #totalBytes = 0;
  #isCounting = true;
  #isClosed = false;
  /** True if this process had no room for a file since the last count. */
  #lacksRoom = false;
  /** Monotonic time in milliseconds before which no further scan for the files of others begins. */
  #nextScan = 0;
  /** The startup scan and all evictions scheduled so far. */
  #upkeep: Promise<void>;

  /** Opens the folder without waiting. Counts its existing files in the background, without reading their content. */
  constructor(options: CacheFolderOptions) {
    const { directory, upkeepMilliseconds = UPKEEP_MILLISECONDS, report } = options;
    this.#options = options;
    this.#owner = openOwnership(`${directory}.lock`);
    this.#upkeep = this.#countEarlier()
      .catch((error: unknown) => report('count', error))
      .then(() => {
        this.#isCounting = false;
      });
    this.#scheduleEviction();
    this.#timer = setInterval(() => this.#scheduleEviction(), upkeepMilliseconds).unref();
  }

  /** Returns false for a file that is too large for the folder, or for which this process may not make room. */
  hasRoomFor(bytes: number): boolean {
    const hasRoom = blocks(bytes) + (this.#owner.claim() ? 0 : this.#totalBytes) <= this.#options.megabytes * 2 ** 20;
    if (!hasRoom) this.#lacksRoom = true;
    return hasRoom;
  }

  /**
   * Evicts files until the disk has more than its reserve. Returns false if it still has not; if even all files would not
   * be enough, none is evicted.
   */
  async makeRoom(): Promise<boolean> {
    if ((await this.#spare()) >= 0) return true;
    this.#upkeep = this.#upkeep.then(async () => {
      if ((await this.#spare()) + this.#evictable() >= 0) await this.#evict();
    });
    await this.#upkeep;
    return (await this.#spare()) >= 0;
  }

  /**
   * Evicts files of so many bytes for a disk that is full in spite of its figures, or of 16 MiB for a smaller number.
   * Returns false without evicting any if all have fewer bytes.
   */
  async relieve(bytes: number): Promise<boolean> {
    if (!this.#owner.claim()) return false;
    let isEnough = false;
    this.#upkeep = this.#upkeep.then(async () => {
      isEnough = this.#tracked.size > 1 && this.#evictable() >= bytes;
      const most = this.#totalBytes - Math.max(blocks(bytes), RELIEF_BYTES);
      if (isEnough) await this.#evictWhile(() => this.#totalBytes > most);
    });
    await this.#upkeep;
    return isEnough;
  }

  /**
   * Returns the name of the file for `key`, or undefined if none is tracked. While the startup scan runs, and if
   * another process uses the folder, an untracked file may exist on disk.
   */
  fileOf(key: string): string | undefined {
    return this.#tracked.get(key)?.file;
  }

  /** Path of the file with this key and name. */
  pathOf(key: string, file: string): string {
    return pathIn(this.#options.directory, key, file);
  }

  /**
   * Lists all names in the folder that holds the files of `key`, those files included; empty if there is no such
   * folder.
   */
  beside(key: string): Promise<readonly string[]> {
    return namesIn(this.#folderOf(key));
  }

  /**
   * Returns a unique path to write to. If the process is killed, a later start removes the leftover once it is two days
   * old.
   */
  async temporary(key: string): Promise<string> {
    await mkdir(this.#folderOf(key), { recursive: true });
    return this.pathOf(key, `${randomUUID()}.tmp`);
  }

  /** Moves a finished file to its final path and removes the previous file of this key. Rejects if the move fails. */
  async place(
    from: string,
    { key, file, bytes }: { readonly key: string; readonly file: string; readonly bytes: number },
  ): Promise<void> {
    await rename(from, this.pathOf(key, file));
    const former = this.#tracked.get(key)?.file;
    this.#track(key, { file, bytes: blocks(bytes), touched: Date.now() });
    if (former !== undefined && former !== file) await this.#remove(this.pathOf(key, former));
    if (!this.#owner.isOwner()) await this.#owner.tell();
    this.#scheduleEviction();
  }

  /** Records that the file was used. Ignores a file that has been evicted or replaced in the meantime. */
  used(key: string, file: string, bytes: number): void {
    const before = this.#tracked.get(key);
    if (before === undefined && !this.#isCounting)
      this.#upkeep = this.#upkeep.then(() => this.#useUntracked(key, file, bytes));
    else if (before === undefined || before.file === file) this.#use(key, file, bytes);
  }

  /** Stops tracking a file that no longer exists. */
  gone(key: string): void {
    this.#totalBytes -= this.#tracked.get(key)?.bytes ?? 0;
    this.#tracked.delete(key);
  }

  /** Resolves after the startup scan and all evictions scheduled so far. */
  settled(): Promise<void> {
    return this.#upkeep;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#upkeep;
    this.#owner[Symbol.dispose]();
  }

  #folderOf(key: string): string {
    return this.pathOf(key, '');
  }

  /** Bytes that the disk has free beyond its reserve. */
  #spare(): Promise<number> {
    const { spare = spareBytes, directory } = this.#options;
    return spare(directory);
  }

  #scheduleEviction(): void {
    this.#upkeep = this.#upkeep.then(() => this.#evict());
  }

  #track(key: string, entry: CachedEntry): void {
    this.gone(key);
    this.#tracked.set(key, entry);
    this.#newest = key;
    this.#totalBytes += entry.bytes;
  }

  async #remove(path: string): Promise<void> {
    await rm(path, { force: true }).catch((error: unknown) => this.#options.report('remove', error));
  }

  /** Adds the files of earlier runs to the LRU order, as older than every file used in this run. */
  async #countEarlier(): Promise<void> {
    const found = await scanFolder(this.#options, () => this.#isClosed);
    const ofThisRun = [...this.#tracked];
    const replaced: string[] = [];
    this.#tracked.clear();
    this.#totalBytes = 0;
    for (const [key, entry] of [...found, ...ofThisRun]) {
      const former = this.#tracked.get(key)?.file;
      if (former !== undefined && former !== entry.file) replaced.push(this.pathOf(key, former));
      this.#track(key, entry);
    }
    for (const path of replaced) await this.#remove(path);
  }

  /**
   * Adds the files that other processes have added, in the order of their last use. A process that does not own the
   * folder forgets its own ones, which the owner may have evicted.
   */
  async #countOthers(isOwner: boolean): Promise<void> {
    const begin = performance.now();
    const found = await scanFolder(this.#options, () => this.#isClosed);
    if (this.#isClosed) return;
    const end = performance.now();
    this.#nextScan = end + (end - begin) * SCAN_SHARE;
    const ours = isOwner ? [...this.#tracked] : [];
    const others = found.filter(([key]) => !isOwner || !this.#tracked.has(key)).values();
    this.#tracked.clear();
    this.#totalBytes = 0;
    let other = others.next().value;
    for (const [key, entry] of ours) {
      for (; other && other[1].touched <= entry.touched; other = others.next().value) this.#track(...other);
      this.#track(key, entry);
    }
    for (; other; other = others.next().value) this.#track(...other);
  }

  /** Bytes that could be evicted: all but the newest file. */
  #evictable(): number {
    let newest = 0;
    for (const { bytes } of this.#tracked.values()) newest = bytes;
    return this.#totalBytes - newest;
  }

  async #evict(): Promise<void> {
    const isOwner = this.#owner.claim();
    if (performance.now() >= this.#nextScan && (isOwner ? this.#owner.hasChanged() : this.#lacksRoom)) {
      this.#lacksRoom = false;
      await this.#countOthers(isOwner).catch((error: unknown) => this.#options.report('count', error));
    }
    if (!isOwner) return;
    await this.#evictWhile(
      async () => this.#totalBytes > this.#options.megabytes * 2 ** 20 || (await this.#spare()) < 0,
    );
  }

  async #evictWhile(isNeeded: () => boolean | Promise<boolean>): Promise<void> {
    for (const [key, entry] of this.#tracked) {
      if (this.#tracked.size === 1 || !(await isNeeded())) return;
      const path = this.pathOf(key, entry.file);
      const touched = (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
      // Another thread or process has used it. It goes right before the newest, because a map cannot insert by time.
      if (touched > entry.touched + TOUCH_MILLISECONDS / 2) {
        const newest = this.#newest;
        const last = this.#tracked.get(newest);
        this.#track(key, { ...entry, touched });
        if (last) this.#track(newest, last);
        continue;
      }
      this.gone(key);
      await this.#remove(path);
    }
  }

  #use(key: string, file: string, bytes: number): void {
    const now = Date.now();
    const before = this.#tracked.get(key)?.touched ?? 0;
    const isDue = now - before > TOUCH_MILLISECONDS;
    // Ignores failures, so that a read-only folder still serves files.
    if (isDue) utimes(this.pathOf(key, file), now / 1000, now / 1000).catch(() => {});
    this.#track(key, { file, bytes: blocks(bytes), touched: isDue ? now : before });
  }

  /** Handles the use of an untracked file: it was evicted while it was read, or it exists but was not counted. */
  async #useUntracked(key: string, file: string, bytes: number): Promise<void> {
    if (!existsSync(this.pathOf(key, file)) || this.#tracked.has(key)) return;
    this.#use(key, file, bytes);
    await this.#evict();
  }
}
