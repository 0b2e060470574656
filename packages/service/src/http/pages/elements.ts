import { existsSync, readFileSync } from 'node:fs';
import { PACKAGE } from '../../config/package.ts';
import type { Answer, Request } from '../answer.ts';
import { fileVersion, openBuiltFiles } from '../built-files.ts';

/** Where the build leaves the bundles: in a checkout in the package of the elements, in a package beside the compiled code. */
const FOLDERS = ['../components/dist/elements/', 'dist/elements/'].map((path) => new URL(path, PACKAGE));

/** Names of modules whose names change with their content. */
const HASHED = /^shared\//;

/** The elements in the form that browsers load. */
export interface Elements {
  /** Answers the paths below `/elements/`; undefined for every other path. Pages of other sites may load them. */
  readonly answer: (request: Request) => Promise<Answer | undefined>;
  /** What pages are made of, of the build that is there now: the same object until another build has changed it. */
  build(): Promise<Build>;
}

/** What the build has told pages about the elements. */
export interface Build {
  /** The modules that a module needs at once, which pages load beside it, by its name. */
  readonly imports: Readonly<Record<string, readonly string[]>>;
  /** The style sheet of the pages; empty without one. */
  readonly sheet: string;
}

/** Opens the elements that the build has made in `folder`. */
export function openElements(folder: URL = folderOfElements()): Elements {
  const answer = openBuiltFiles({
    folder,
    path: '/elements/',
    namesFor: (rest) => [rest],
    headersOf: (name) => ({
      'cross-origin-resource-policy': 'cross-origin',
      ...(HASHED.test(name) && { 'cache-control': 'public, max-age=31536000, immutable' }),
    }),
  });
  const [imports, sheet] = [new URL('imports.json', folder), new URL('page.css', folder)];
  let last: { readonly versions: string; readonly build: Build } | undefined;
  return {
    answer,
    build: async () => {
      const versions = (await Promise.all([imports, sheet].map((file) => fileVersion(file).catch(() => '')))).join();
      if (last?.versions !== versions)
        last = { versions, build: { imports: JSON.parse(read(imports) ?? '{}'), sheet: read(sheet) ?? '' } };
      return last.build;
    },
  };
}

function folderOfElements(): URL {
  const [inCheckout, inPackage] = FOLDERS as [URL, URL];
  return existsSync(new URL('imports.json', inCheckout)) ? inCheckout : inPackage;
}

function read(file: URL): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
