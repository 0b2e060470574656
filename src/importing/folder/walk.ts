import type { BigIntStats, Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** A file that becomes an asset. */
export interface FoundFile {
  /** Below the folder given, with `/`. */
  readonly path: string;
  readonly name: string;
  /** Absolute. */
  readonly location: string;
  /** Absolute path of the sidecar, where there is one. */
  readonly sidecar?: string;
  /** Changes whenever the file or its sidecar may have changed. */
  readonly stamp: string;
  readonly size: number;
  /** Epoch milliseconds. */
  readonly modified: number;
}

export interface FoundFolder {
  /** Paths below the folder given, with `/`, each after the one above it; the folder itself is ''. */
  readonly folders: readonly string[];
  readonly files: readonly FoundFile[];
  /** One sentence for each thing that was passed over. */
  readonly warnings: readonly string[];
}

/**
 * Lists what a folder import takes (catalogue: a plain folder): every directory, every file but hidden ones, `Thumbs.db` and
 * sidecars. Links are followed to files inside the folder alone, so nothing outside is reached and no way leads in circles.
 */
export async function walk(root: string, signal: AbortSignal): Promise<FoundFolder> {
  const folders: string[] = [];
  const files: FoundFile[] = [];
  const warnings: string[] = [];
  const waiting = [''];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    signal.throwIfAborted();
    folders.push(folder);
    const location = join(root, folder);
    let entries: Dirent[];
    try {
      entries = await readdir(location, { withFileTypes: true });
    } catch (error) {
      if (folder === '') throw new Error(`${root} can't be read`, { cause: error });
      warnings.push(`${JSON.stringify(folder)}: the folder can't be read (${codeOf(error)})`);
      continue;
    }
    const visible = entries.filter(({ name }) => !isIgnored(name)).sort((a, b) => (a.name < b.name ? -1 : 1));
    const sidecars = sidecarsOf(visible.map(({ name }) => name));
    const below: string[] = [];
    for (const entry of visible) {
      const { name } = entry;
      const path = folder === '' ? name : `${folder}/${name}`;
      if (entry.isDirectory()) below.push(path);
      else if (!sidecars.all.has(name)) await take(entry, path, sidecars.of.get(name));
    }
    waiting.push(...below.reverse());
  }
  return { folders, files, warnings };

  async function take(entry: Dirent, path: string, sidecarName: string | undefined): Promise<void> {
    const location = join(entry.parentPath, entry.name);
    try {
      if (entry.isSymbolicLink() && !(await realpath(location)).startsWith(root + sep)) {
        warnings.push(`${JSON.stringify(path)}: the link leads out of the folder and is not followed`);
        return;
      }
      const facts = await stat(location, { bigint: true });
      if (!facts.isFile()) {
        warnings.push(`${JSON.stringify(path)}: is no file and is not imported`);
        return;
      }
      const sidecar = sidecarName === undefined ? undefined : join(entry.parentPath, sidecarName);
      files.push({
        path,
        name: entry.name,
        location,
        ...(sidecar === undefined ? {} : { sidecar }),
        stamp: [stampOf(facts), sidecar === undefined ? '' : stampOf(await stat(sidecar, { bigint: true }))].join(' '),
        size: Number(facts.size),
        modified: Math.round(Number(facts.mtimeNs) / 1e6),
      });
    } catch (error) {
      warnings.push(`${JSON.stringify(path)}: can't be read (${codeOf(error)})`);
    }
  }
}

/** What tools that compare folders go by; the inode tells a file that was moved over another. */
function stampOf({ size, mtimeNs, ctimeNs, ino }: BigIntStats): string {
  return [size, mtimeNs, ctimeNs, ino].join('-');
}

function isIgnored(name: string): boolean {
  return name.startsWith('.') || name.toLowerCase() === 'thumbs.db';
}

/** `a.jpg.xmp` belongs to `a.jpg`, `a.xmp` to every `a.*`; the first goes before the second. An .xmp alone is a file like others. */
function sidecarsOf(names: readonly string[]): {
  readonly all: ReadonlySet<string>;
  readonly of: ReadonlyMap<string, string>;
} {
  const all = new Set<string>();
  const of = new Map<string, string>();
  const present = new Set(names);
  const others = names.filter((name) => !isXmp(name));
  const byStem = Map.groupBy(others, stemOf);
  for (const name of names.filter(isXmp)) {
    const stem = stemOf(name);
    if (present.has(stem) && !isXmp(stem)) {
      all.add(name);
      of.set(stem, name);
      continue;
    }
    for (const owner of byStem.get(stem) ?? []) {
      all.add(name);
      if (!of.has(owner)) of.set(owner, name);
    }
  }
  return { all, of };
}

function isXmp(name: string): boolean {
  return name.toLowerCase().endsWith('.xmp');
}

function stemOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? name : name.slice(0, dot);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
