import ignore, { type Ignore } from 'ignore';

/** What a folder import leaves out besides certain names. Paths lie below the imported folder and are separated by `/`. */
export interface IgnoreRules {
  /** Adds the lines of the file with rules in a folder. Folders above it must have been added before. */
  add(folder: string, lines: string): void;
  /** True if the file or folder is left out, or a folder above it. */
  has(path: string, kind: 'file' | 'folder'): boolean;
}

/** Names differ by case, as in `.gitignore` on Linux. */
const OPTIONS = { ignorecase: false, allowRelativePaths: true };
/** The package remembers each path that it was asked about; rules are renewed after so many, which bounds its memory. */
const MAX_REMEMBERED = 10_000;

/**
 * Opens rules in the syntax of `.gitignore`. As there, the last line that fits decides, and those of a folder come after
 * those of the folders above it; `exclude` comes last of all. What is in a folder that is left out can't be taken back.
 */
export function openIgnoreRules(exclude: readonly string[]): IgnoreRules {
  const last = exclude.map((line) => line.normalize());
  /** Folder -> its rules after those of the folders above it, relative to the imported folder. */
  const rules = new Map([['', rulesOf([])]]);
  const matchers = new Map([['', last.length === 0 ? undefined : matcherOf(rulesOf(last))]]);

  function matcherOf(own: Ignore): (path: string) => boolean {
    let matcher = own;
    let asked = 0;
    return (path) => {
      asked += 1;
      if (asked % MAX_REMEMBERED === 0) matcher = rulesOf([matcher]);
      return matcher.ignores(path);
    };
  }

  return {
    add(folder, text) {
      const own = text.split(/\r?\n/).flatMap((line) => fromRoot(line.normalize(), folder) ?? []);
      const all = rulesOf([nearest(rules, folder) ?? [], own].flat());
      rules.set(folder, all);
      matchers.set(folder, matcherOf(rulesOf([all, ...last])));
    },
    has(path, kind) {
      const parent = path.slice(0, Math.max(path.lastIndexOf('/'), 0));
      const matches = nearest(matchers, parent);
      return matches?.(kind === 'folder' ? `${path.normalize()}/` : path.normalize()) ?? false;
    },
  };
}

/** Rules that are added are shared, not read again. */
function rulesOf(added: readonly (string | Ignore)[]): Ignore {
  return ignore(OPTIONS).add(added);
}

/** Returns the value of the folder, or of the nearest one above it that has one. */
function nearest<T>(values: ReadonlyMap<string, T>, folder: string): T | undefined {
  for (let at = folder; ; at = at.slice(0, Math.max(at.lastIndexOf('/'), 0))) {
    if (values.has(at) || at === '') return values.get(at);
  }
}

/** Returns the same rule for the folder at the top; undefined for a line that is no rule. */
function fromRoot(line: string, folder: string): string | undefined {
  const text = line.startsWith('\ufeff') ? line.slice(1) : line;
  if (folder === '' || text.startsWith('#') || text.trim() === '') return folder === '' ? text : undefined;
  const isTakenBack = text.startsWith('!');
  // Behind the path of the folder, these two need no escape.
  const body = text.slice(isTakenBack ? 1 : 0).replace(/^\\(?=[#!])/, '');
  if (/^\/*\s*$/.test(body)) return undefined;
  const isAnchored = body.replace(/\/\s*$/, '').includes('/');
  const place = folder.replaceAll(/[\\*?[\]!# ]/g, '\\$&');
  return `${isTakenBack ? '!' : ''}/${place}/${isAnchored ? body.replace(/^\//, '') : `**/${body}`}`;
}
