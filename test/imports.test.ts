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

/** What each folder of `src` may import of the others. The files beside the folders, but those that put things together, are for all. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  ahead: [],
  domain: [],
  ports: ['domain'],
  processes: [],
  keeping: [],
  waiting: ['processes'],
  media: ['ports'],
  metadata: ['domain', 'media', 'processes'],
  limits: ['keeping', 'ports'],
  purge: [],
  config: [],
  downloads: ['domain', 'ports'],
  checking: ['api', 'config', 'domain', 'ports'],
  people: ['domain', 'ports', 'processes'],
  tokens: ['config', 'keeping', 'limits', 'ports'],
  search: ['domain', 'keeping', 'ports', 'waiting'],
  making: ['downloads', 'keeping', 'ports', 'processes'],
  renditions: ['domain', 'keeping', 'media', 'metadata', 'ports', 'processes', 'waiting'],
  playback: ['config', 'domain', 'keeping', 'making', 'media', 'ports', 'processes', 'renditions', 'waiting'],
  conversions: [
    ...['config', 'domain', 'keeping', 'making', 'media', 'metadata', 'playback', 'ports', 'processes', 'renditions'],
    'waiting',
  ],
  importing: ['domain', 'metadata', 'ports', 'waiting'],
  adapters: ['config', 'domain', 'downloads', 'keeping', 'media', 'ports', 'processes', 'renditions', 'tokens'],
  api: [
    ...['config', 'conversions', 'domain', 'downloads', 'making', 'metadata', 'people', 'playback', 'ports'],
    ...['processes', 'renditions', 'waiting'],
  ],
  http: ['api', 'config', 'domain', 'downloads', 'keeping', 'limits', 'ports', 'processes', 'tokens', 'waiting'],
  threads: ['search', 'index-app.ts'],
  app: [
    ...[
      'adapters',
      'api',
      'checking',
      'config',
      'conversions',
      'domain',
      'downloads',
      'http',
      'importing',
      'limits',
      'making',
    ],
    ...['media', 'people', 'playback', 'ports', 'processes', 'purge', 'renditions', 'search', 'threads', 'tokens'],
    ...['waiting', 'index-app.ts'],
  ],
  cli: [
    ...['adapters', 'app', 'checking', 'config', 'domain', 'importing', 'media', 'metadata', 'people', 'ports'],
    'renditions',
  ],
};

/** Files beside the folders that anybody may import. */
const FOR_ALL = [
  'crc32.ts',
  'errors.ts',
  'find-program.ts',
  'folders.ts',
  'log.ts',
  'program.ts',
  'regular-file.ts',
  'system-errors.ts',
];

/** The folder of `src` that a file is in, or the file where it is in none. */
function partOf(file: string): string {
  return file.split('/')[1] ?? file;
}

const BETWEEN_PARTS = IMPORTS.filter(({ from, to }) => from.startsWith('src/') && to.startsWith('src/'))
  .map(({ from, to }) => ({ from: partOf(from), to: partOf(to) }))
  .filter(({ from, to }) => from !== to);

test('the rule is over real import lines', () => {
  assert.ok(IMPORTS.length > FILES.length, `${IMPORTS.length} imports in ${FILES.length} files`);
  assert.ok(IMPORTS.some(({ isLate }) => isLate) && IMPORTS.some(({ isType }) => isType));
});

for (const [folder, allowed] of Object.entries(MAY_IMPORT)) {
  test(`src/${folder}/ imports nothing of the service but ${[folder, ...allowed].join(', ')}`, () => {
    const own = within(`src/${folder}/`).filter(({ to }) => to.startsWith('src/'));
    assertNone(own.filter(({ to }) => ![folder, ...FOR_ALL, ...allowed].includes(partOf(to))));
  });
}

test('every folder of src has its rule, and only what is there', () => {
  const folders = new Set(FILES.filter((file) => /^src\/[^/]+\//.test(file)).map(partOf));
  // Pages are for browsers.
  assert.deepEqual(Object.keys(MAY_IMPORT).toSorted(), [...folders.difference(new Set(['web']))].toSorted());
  const allowed = Object.entries(MAY_IMPORT).flatMap(([folder, others]) => others.map((other) => [folder, other]));
  const real = new Set(IMPORTS.map(({ from, to }) => `${partOf(from)} ${partOf(to)}`));
  assert.deepEqual(
    allowed.filter(([folder, other]) => !real.has(`${folder} ${other}`)),
    [],
  );
});

test('no folder of src imports itself by way of others, not even for a type', () => {
  assert.deepEqual(circles(Map.groupBy(BETWEEN_PARTS, ({ from }) => from)), []);
});

test('domain and ports import no package', () => {
  const packages = IMPORTS.filter(({ from, to }) => /^src\/(?:domain|ports)\//.test(from) && isPackage(to));
  // Ports name Node's own types, such as streams.
  assertNone(packages.filter(({ from, to, isType }) => !(from.startsWith('src/ports/') && isType && isBuiltin(to))));
});

test('src imports nothing of test, demo or bench', () => {
  assertNone(within('src/').filter(({ to }) => /^(?:test|demo|bench)\//.test(to)));
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
  const running = IMPORTS.filter(({ isType, isLate }) => !isType && !isLate);
  assert.deepEqual(circles(Map.groupBy(running, ({ from }) => from)), []);
});

/** Each way that leads back to where it began. */
function circles(next: ReadonlyMap<string, readonly { readonly to: string }[]>): readonly string[] {
  const finished = new Set<string>();
  const found: string[] = [];
  const visit = (at: string, path: readonly string[]): void => {
    if (path.includes(at)) found.push([...path.slice(path.indexOf(at)), at].join(' -> '));
    if (finished.has(at) || path.includes(at)) return;
    for (const { to } of next.get(at) ?? []) visit(to, [...path, at]);
    finished.add(at);
  };
  for (const at of next.keys()) visit(at, []);
  return found;
}

function within(folder: string): readonly Import[] {
  return IMPORTS.filter(({ from }) => from.startsWith(folder));
}

function assertNone(wrong: readonly Import[]): void {
  assert.deepEqual(
    wrong.map(({ from, to }) => `${from} imports ${to}`),
    [],
  );
}
