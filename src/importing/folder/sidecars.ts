/** Which .xmp files of a folder speak for other files of it. */
export interface Sidecars {
  /** Names of all of them. */
  readonly names: ReadonlySet<string>;
  /** Name of a file -> name of its sidecar. */
  readonly of: ReadonlyMap<string, string>;
}

/**
 * Pairs the files of one folder: `a.jpg.xmp` belongs to `a.jpg`, `a.xmp` to every `a.*`; a file that has both listens to the
 * first. An .xmp that belongs to no file is a file like others.
 */
export function pairSidecars(files: readonly string[]): Sidecars {
  const names = new Set<string>();
  const of = new Map<string, string>();
  const [sidecars = [], others = []] = partition(files, isXmp);
  const present = new Set(others);
  const byStem = Map.groupBy(others, stemOf);
  for (const name of sidecars) {
    const stem = stemOf(name);
    if (present.has(stem)) {
      names.add(name);
      of.set(stem, name);
      continue;
    }
    for (const owner of byStem.get(stem) ?? []) {
      names.add(name);
      if (!of.has(owner)) of.set(owner, name);
    }
  }
  return { names, of };
}

function partition(names: readonly string[], isFirst: (name: string) => boolean): readonly string[][] {
  return [names.filter(isFirst), names.filter((name) => !isFirst(name))];
}

function isXmp(name: string): boolean {
  return name.toLowerCase().endsWith('.xmp');
}

function stemOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? name : name.slice(0, dot);
}
