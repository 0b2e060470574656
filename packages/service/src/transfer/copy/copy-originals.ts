import { forEachWithLimit } from '../../../../core/src/concurrency/for-each-with-limit.ts';
import { CannotTakeFile, DamagedOriginal, type Originals } from '../../../../core/src/originals/originals.ts';
import type { UsedFile } from '../files-in-use.ts';

/** Number of files that are copied at the same time. */
const FILES_AT_ONCE = 8;

export interface OriginalsCopy {
  /** Copies a file, unless the target has it. Reports a file that the source lacks or has damaged. */
  copy(used: UsedFile): Promise<void>;
  /** Copies many files at once. Rejects with the signal's reason, and with the first failure of a store. */
  copyAll(files: ReadonlyMap<string, UsedFile>, onProgress: (done: number, total: number) => void): Promise<void>;
  /** Number of files that were copied. */
  copied(): number;
  /** Keys of the files that the source lacks or has damaged. */
  readonly lost: ReadonlySet<string>;
}

/** Opens a copy of originals. A file is there whole or not at all, so a copy that was killed goes on where it was. */
export async function openOriginalsCopy(options: {
  readonly from: Originals;
  readonly to: Originals;
  /** Keys of what the target may have; default: what it lists. */
  readonly mayHave?: ReadonlySet<string>;
  readonly signal: AbortSignal;
  /** Called with a file that can't be copied, and why, as the end of a sentence. */
  onLost(used: UsedFile, what: string): void;
}): Promise<OriginalsCopy> {
  const { from, to, signal, onLost } = options;
  const lost = new Set<string>();
  /** Keys of all files that were to be copied so far. */
  const wanted = new Set<string>();
  let copied = 0;
  // One listing is faster than a question for each file that is missing.
  const present = new Set(options.mayHave ?? (await Array.fromAsync(to.keys({ signal }))));

  function reportLost(used: UsedFile, what: string): void {
    if (lost.has(used.file.sha256)) return;
    lost.add(used.file.sha256);
    onLost(used, what);
  }

  async function copy(used: UsedFile): Promise<void> {
    const { sha256, size } = used.file;
    wanted.add(sha256);
    if (present.has(sha256) && (await to.size(sha256, { signal })) === size) return;
    try {
      await using source = await from.leaseLocalFile(sha256, { signal });
      if (source === undefined) return reportLost(used, 'is missing');
      const stored = await to.put(source.path, { signal });
      if (stored.sha256 === sha256) {
        present.add(sha256);
        copied += 1;
        return;
      }
      // The bytes are damaged, and so were stored under the key that belongs to them, which another file may need.
      if (stored.isNew && !wanted.has(stored.sha256)) await to.remove(stored.sha256, { signal });
      reportLost(used, 'is damaged');
    } catch (error) {
      if (error instanceof CannotTakeFile && error.reason === 'unreadable') return reportLost(used, "can't be read");
      if (!(error instanceof DamagedOriginal)) throw error;
      reportLost(used, 'is damaged');
    }
  }

  return {
    copy,
    copyAll: async (files, onProgress) => {
      let done = 0;
      for (const { file } of files.values()) wanted.add(file.sha256);
      await forEachWithLimit(files.values(), { atOnce: FILES_AT_ONCE, signal }, async (used) => {
        await copy(used);
        done += 1;
        onProgress(done, files.size);
      });
    },
    copied: () => copied,
    lost,
  };
}

/** Returns one sentence for each file that the copy lacks or has with another size, except those that `lost` has. */
export async function missingFiles(
  files: ReadonlyMap<string, UsedFile>,
  options: {
    readonly to: Pick<Originals, 'size'>;
    readonly lost: ReadonlySet<string>;
    readonly signal: AbortSignal;
    onProgress(done: number, total: number): void;
  },
): Promise<readonly string[]> {
  const { to, lost, signal, onProgress } = options;
  const problems: string[] = [];
  let done = 0;
  await forEachWithLimit(files, { atOnce: FILES_AT_ONCE, signal }, async ([key, { file, owner }]) => {
    const size = lost.has(key) ? file.size : await to.size(key, { signal });
    if (size === undefined) problems.push(`original ${key} of ${owner} is missing in the copy`);
    else if (size !== file.size) problems.push(`original ${key} of ${owner} has ${size} bytes instead of ${file.size}`);
    done += 1;
    onProgress(done, files.size);
  });
  return problems;
}
