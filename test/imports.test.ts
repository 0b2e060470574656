import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import manifest from '../package.json' with { type: 'json' };

const ROOT = fileURLToPath(new URL('../', import.meta.url));

interface Import {
  /** Both from the project's root; a package keeps its name. */
  readonly from: string;
  readonly to: string;
  /** Erased before anything runs. */
  readonly isType: boolean;
  /** Run when a function is called, not when the file is loaded. */
  readonly isLate: boolean;
}

const STATIC = /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm;
const LATE = /\bimport\(\s*'([^']+)'\s*\)/g;

function importsOf(file: string): readonly Import[] {
  // Comments may quote import lines.
  const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  const found = [
    ...[...text.matchAll(STATIC)].map(([, type, to = '']) => ({ to, isType: type !== undefined, isLate: false })),
    ...[...text.matchAll(LATE)].map(([, to = '']) => ({ to, isType: false, isLate: true })),
  ];
  return found.map(({ to, ...kind }) => ({
    from: file,
    to: to.startsWith('.') ? normalize(join(dirname(file), to)) : to,
    ...kind,
  }));
}

const FILES = globSync('{src,test,demo,bench,scripts}/**/*.{ts,mjs}', { cwd: ROOT }).toSorted();
const IMPORTS = FILES.flatMap(importsOf);

function isPackage(name: string): boolean {
  return !/^(?:src|test|demo|bench|scripts)\//.test(name) && name !== 'package.json';
}

/** What a folder may import from the project's own `src`, beside itself. `errors.ts` and `program.ts` belong to everybody. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'src/domain/': [],
  'src/ports/': ['src/domain/'],
};
const MAY_NOT_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'src/api/': ['src/http/', 'src/adapters/', 'src/cli/', 'src/app.ts'],
  'src/adapters/': ['src/http/', 'src/api/', 'src/cli/', 'src/app.ts'],
  'src/http/': ['src/adapters/', 'src/cli/', 'src/app.ts'],
  'src/search/': ['src/http/', 'src/api/', 'src/adapters/', 'src/threads/', 'src/cli/', 'src/app.ts'],
  'src/renditions/': ['src/http/', 'src/api/', 'src/adapters/', 'src/cli/', 'src/app.ts'],
  'src/config/': ['src/http/', 'src/api/', 'src/adapters/', 'src/cli/', 'src/app.ts'],
  'src/': ['test/', 'demo/', 'bench/'],
};

test('the rule is over real import lines', () => {
  assert.ok(IMPORTS.length > FILES.length, `${IMPORTS.length} imports in ${FILES.length} files`);
  assert.ok(IMPORTS.some(({ isLate }) => isLate) && IMPORTS.some(({ isType }) => isType));
});

for (const [folder, allowed] of Object.entries(MAY_IMPORT)) {
  test(`${folder} imports nothing but ${[folder, ...allowed].join(' and ')}`, () => {
    const wrong = within(folder).filter(({ to }) => ![folder, ...allowed].some((start) => to.startsWith(start)));
    // Ports name Node's own types, such as streams.
    assertNone(wrong.filter(({ to, isType }) => !(folder === 'src/ports/' && isType && isBuiltin(to))));
  });
}

for (const [folder, forbidden] of Object.entries(MAY_NOT_IMPORT)) {
  test(`${folder} never imports ${forbidden.join(' or ')}`, () => {
    assertNone(within(folder).filter(({ to }) => forbidden.some((start) => to.startsWith(start))));
  });
}

test('only src/app.ts, src/index-app.ts and src/cli/ import adapters', () => {
  const outside = IMPORTS.filter(({ from, to }) => from.startsWith('src/') && to.startsWith('src/adapters/'));
  assertNone(outside.filter(({ from }) => !/^src\/(?:(?:index-)?app\.ts$|cli\/|adapters\/)/.test(from)));
});

test('every package that is imported is declared, and what runs for users is no package for development', () => {
  const everywhere = new Set([...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)]);
  const running = new Set(Object.keys(manifest.dependencies));
  const packages = IMPORTS.filter(({ to }) => isPackage(to) && !isBuiltin(to));
  assertNone(
    packages.filter(({ from, to, isType }) => {
      const name = to.startsWith('@') ? to.split('/').slice(0, 2).join('/') : (to.split('/')[0] ?? to);
      return !(isType || !/^(?:src|scripts)\//.test(from) ? everywhere : running).has(name);
    }),
  );
});

test('modules of Node are imported with node: before their name', () => {
  assertNone(IMPORTS.filter(({ to }) => isBuiltin(to) && !to.startsWith('node:')));
});

test('the scripts that set up import nothing but Node and one another', () => {
  const early = ['abs', 'hand-over', 'installed', 'lock', 'node', 'setup'].map((name) => `scripts/${name}.mjs`);
  const wrong = IMPORTS.filter(({ from, to, isLate }) => early.includes(from) && !isLate && !early.includes(to));
  assertNone(wrong.filter(({ to }) => !isBuiltin(to)));
});

test('no file imports itself by way of others', () => {
  const next = Map.groupBy(
    IMPORTS.filter(({ isType, isLate }) => !isType && !isLate),
    ({ from }) => from,
  );
  const finished = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
    if (finished.has(file) || path.includes(file)) return;
    for (const { to } of next.get(file) ?? []) visit(to, [...path, file]);
    finished.add(file);
  };
  for (const file of FILES) visit(file, []);
  assert.deepEqual(cycles, []);
});

function within(folder: string): readonly Import[] {
  return IMPORTS.filter(({ from }) => from.startsWith(folder));
}

function assertNone(wrong: readonly Import[]): void {
  assert.deepEqual(
    wrong.map(({ from, to }) => `${from} imports ${to}`),
    [],
  );
}
