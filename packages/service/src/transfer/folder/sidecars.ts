import { FILE_CATEGORIES, type FileCategory } from '../../../../core/src/domain/file-properties.ts';
import { sameKeyword } from '../../../../core/src/domain/words.ts';
import { categoryOfExtension, extensionOf } from '../../../../media/src/inspect/categories.ts';

/** The .xmp files of a folder that are sidecars of other files in it. */
export interface Sidecars {
  /** Names of all sidecars, including ambiguous ones. */
  readonly names: ReadonlySet<string>;
  /** Name of a file -> name of its sidecar. */
  readonly of: ReadonlyMap<string, string>;
  /** Names of ambiguous sidecars: several files could claim them, so they apply to none. */
  readonly unclear: ReadonlySet<string>;
}

/**
 * Extensions of raw files, which programs don't write into. Only for these do Lightroom, Bridge and Camera Raw keep
 * `a.xmp`; they put the metadata of an `a.jpg` beside it into that file itself. DNG isn't in the list, because programs
 * write into it too.
 */
const RAW = new Set(
  `3fr arq arw bay cap cr2 cr3 crw cs1 dcr dcs drf eip erf fff iiq k25 kc2 kdc mdc mef mos mrw nef nrw orf ori pef ptx raf raw rw2 rwl
   rwz sr2 srf srw sti x3f`.split(/\s+/),
);

/** Without raw files, `a.xmp` belongs to the only file `a.*` of the first of these categories that occurs. */
const KINDS: readonly FileCategory[] = [
  FILE_CATEGORIES.image,
  FILE_CATEGORIES.video,
  FILE_CATEGORIES.audio,
  FILE_CATEGORIES.document,
];

/** What darktable puts into the name of a duplicate: `_01` before the extension. */
const DUPLICATE = /_\d{2,}(?=\.[^.]+$)/;

/**
 * Pairs the files of one folder as Adobe's programs and darktable do. `a.jpg.xmp` belongs to `a.jpg`. `a.xmp` belongs
 * to the only file `a.*`, or to the raw ones if there are several. If a file has both, the first takes precedence.
 * `a_01.jpg.xmp` is another way in which darktable develops `a.jpg`, and says nothing of the file. Where no file has exactly
 * the name, one that differs in case or Unicode form alone does, as on the disks of cameras and Macs. The sidecar of
 * a file that rules leave out (`leftOut`) says nothing of another. An .xmp file that belongs to no file is treated as an
 * ordinary file.
 */
export function pairSidecars(files: readonly string[], leftOut: readonly string[] = []): Sidecars {
  const names = new Set<string>();
  const of = new Map<string, string>();
  const unclear = new Set<string>();
  const sidecars = files.filter(isXmp);
  const others = files.filter((name) => !isXmp(name));
  const byName = new Alike(others, (name) => name);
  const byStem = new Alike(others, stemOf);
  const absent = leftOut.filter((name) => !isXmp(name));
  const absentByName = new Alike(absent, (name) => name);
  const absentByStem = new Alike(absent, stemOf);
  /** Names of files with a sidecar such as `a.jpg.xmp`. */
  const exact = new Set(sidecars.flatMap((name) => byName.get(stemOf(name))));
  for (const name of sidecars) {
    const stem = stemOf(name);
    const [file, another] = byName.get(stem);
    if (file !== undefined) {
      names.add(name);
      if (another !== undefined) unclear.add(name);
      // One that is spelt as the file precedes.
      else if (file === stem || !of.has(file)) of.set(file, name);
      continue;
    }
    const candidates = absentByName.get(stem).length > 0 ? [] : byStem.get(stem);
    if (candidates.length === 0) {
      const original = stem.replace(DUPLICATE, '');
      const named = [...absentByName.get(stem), ...absentByName.get(original), ...byName.get(original)];
      if (named.length > 0 || absentByStem.get(stem).length > 0) names.add(name);
      continue;
    }
    names.add(name);
    const free = candidates.filter((each) => !exact.has(each));
    const owners = ownersAmong(free);
    if (free.length > 0 && owners.length === 0) unclear.add(name);
    for (const owner of owners) if (!of.has(owner)) of.set(owner, name);
  }
  return { names, of, unclear };
}

/** Files by a part of their names: those that have exactly it, else those that differ in case or Unicode form alone. */
class Alike {
  readonly #same: ReadonlyMap<string, readonly string[]>;
  readonly #alike: ReadonlyMap<string, readonly string[]>;

  constructor(files: readonly string[], part: (name: string) => string) {
    this.#same = Map.groupBy(files, part);
    this.#alike = Map.groupBy(files, (name) => sameKeyword(part(name)));
  }

  get(part: string): readonly string[] {
    return this.#same.get(part) ?? this.#alike.get(sameKeyword(part)) ?? [];
  }
}

function ownersAmong(candidates: readonly string[]): readonly string[] {
  if (candidates.length === 1) return candidates;
  const raw = candidates.filter((name) => RAW.has(extensionOf(name)));
  if (raw.length > 0) return raw;
  for (const kind of KINDS) {
    const ofKind = candidates.filter((name) => categoryOfExtension(extensionOf(name)) === kind);
    if (ofKind.length > 0) return ofKind.length === 1 ? ofKind : [];
  }
  return [];
}

function isXmp(name: string): boolean {
  return name.toLowerCase().endsWith('.xmp');
}

function stemOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? name : name.slice(0, dot);
}
