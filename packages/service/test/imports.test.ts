import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import manifest from '../../../package.json' with { type: 'json' };
import components from '../../components/package.json' with { type: 'json' };
import demo from '../../demo/package.json' with { type: 'json' };
import service from '../package.json' with { type: 'json' };

const within = (folder: string): readonly Import[] => IMPORTS.filter(({ from }) => from.startsWith(folder));

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

interface Import {
  /** Both relative to the project's root, or the name of a package. */
  readonly from: string;
  readonly to: string;
  /** A type import, erased at run time. */
  readonly isType: boolean;
  /** A dynamic import, run when a function is called and not when the file is loaded. */
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

const FILES = globSync(['packages/*/**/*.ts', 'scripts/**/*.mjs'], {
  cwd: ROOT,
  exclude: (path) => /(?:^|\/)(?:node_modules|dist)$/.test(path),
}).toSorted();
const IMPORTS = FILES.flatMap(importsOf);
const SERVICE = 'packages/service/src/';

const isPackage = (name: string): boolean => !/^(?:packages|scripts)\//.test(name) && !name.endsWith('package.json');

/** What each module of the service may import of the others, from the lowest up. */
const MAY_IMPORT = Object.entries({
  platform: '',
  domain: '',
  concurrency: '',
  config: 'domain',
  coordination: 'concurrency platform',
  catalogue: 'concurrency domain platform',
  originals: 'concurrency domain platform',
  downloads: 'catalogue domain platform',
  auth: 'concurrency config coordination domain platform',
  search: 'catalogue concurrency domain platform',
  media: 'catalogue concurrency config domain originals platform',
  transfer: 'catalogue concurrency domain media originals platform',
  api: 'auth catalogue concurrency config coordination domain downloads media originals platform search',
  http: 'api auth catalogue concurrency config coordination domain downloads media originals platform search',
  app: 'api auth catalogue concurrency config coordination domain downloads http media originals platform search transfer',
  cli: 'api app auth catalogue concurrency config domain media platform transfer',
}).map(([module, others]) => ({ module, others: others.split(' ').filter((other) => other !== '') }));

/** The module that a file of the service is in. */
const moduleOf = (file: string): string => file.slice(SERVICE.length).split('/')[0] ?? file;

const WITHIN_SERVICE = IMPORTS.filter(({ from, to }) => from.startsWith(SERVICE) && to.startsWith(SERVICE));
const BETWEEN_MODULES = WITHIN_SERVICE.map(({ from, to }) => ({ from: moduleOf(from), to: moduleOf(to) })).filter(
  ({ from, to }) => from !== to,
);

test('the rules find actual import statements', () => {
  assert.ok(IMPORTS.length > FILES.length, `${IMPORTS.length} imports in ${FILES.length} files`);
  assert.ok(IMPORTS.some(({ isLate }) => isLate) && IMPORTS.some(({ isType }) => isType));
});

test('each module of the service imports only those that its rule names', () => {
  const rules = new Map(MAY_IMPORT.map(({ module, others }) => [module, [module, ...others]]));
  assertNone(WITHIN_SERVICE.filter(({ from, to }) => !rules.get(moduleOf(from))?.includes(moduleOf(to))));
});

test('every rule allows only imports that exist, and none a circle', () => {
  const real = new Set(BETWEEN_MODULES.map(({ from, to }) => `${from} ${to}`));
  const allowed = MAY_IMPORT.flatMap(({ module, others }) => others.map((other) => `${module} ${other}`));
  const unused = allowed.filter((arrow) => !real.has(arrow));
  assert.deepEqual(unused, []);
  assert.deepEqual(circles(Map.groupBy(BETWEEN_MODULES, ({ from }) => from)), []);
});

test('page templates do not import operations, domain imports no package, and the service nothing of its tests', () => {
  const inTemplates = `${SERVICE}api/pages/`;
  const ofTemplates = within(inTemplates).filter(({ to }) => to.startsWith(SERVICE));
  assertNone(ofTemplates.filter(({ to }) => moduleOf(to) !== 'domain' && !to.startsWith(inTemplates)));
  assertNone(within(`${SERVICE}domain/`).filter(({ to }) => isPackage(to)));
  assertNone(within(SERVICE).filter(({ to }) => to.startsWith('packages/') && !to.startsWith(SERVICE)));
});

test('only app imports adapters of the catalogue, coordination, the search index and the originals', () => {
  // `originals/` also has the port, and a reader of local files for adapters and for derived files.
  const adapter = new RegExp(
    `^${SERVICE}(?:(?:catalogue|coordination|search)/[^/]+/|originals/(?!(?:originals|file-reader)\\.ts$))`,
  );
  const imports = WITHIN_SERVICE.filter(({ from, to }) => adapter.test(to) && !adapter.test(from));
  assert.ok(imports.length > 0);
  assertNone(imports.filter(({ from }) => moduleOf(from) !== 'app'));
});

test('every imported package is declared, and packages needed at run time are not development dependencies', () => {
  const RUNNING = { demo, components, service };
  const running = (from: string) =>
    Object.keys(RUNNING[from.split('/')[1] as keyof typeof RUNNING]?.dependencies ?? {});
  const all = [service, demo, components, manifest].map(({ dependencies }) => dependencies);
  const everywhere = Object.keys(Object.assign({}, ...all, manifest.devDependencies));
  const packages = IMPORTS.filter(({ to }) => isPackage(to) && !isBuiltin(to));
  assertNone(
    packages.filter(({ from, to, isType }) => {
      const name = to.startsWith('@') ? to.split('/').slice(0, 2).join('/') : (to.split('/')[0] ?? to);
      const isForUsers = /^packages\/(?:service\/src|components\/src|demo)\//.test(from);
      return !(isType || !isForUsers ? everywhere : running(from)).includes(name);
    }),
  );
});

test('the set-up scripts import only modules of Node and one another, and what tells an old Node imports none of those', () => {
  const parsedByAnyNode = ['abs', 'needed-node', 'node'].map((name) => `scripts/${name}.mjs`);
  const early = ['build', 'daily-tests', 'hand-over', 'installed', 'lock', 'run-node', 'setup', 'start-abs'].map(
    (name) => `scripts/${name}.mjs`,
  );
  for (const group of [parsedByAnyNode, early]) {
    const loaded = IMPORTS.filter(({ from, to, isLate }) => group.includes(from) && !isLate && !isBuiltin(to));
    assert.ok(loaded.length > 0);
    assertNone(loaded.filter(({ to }) => !group.includes(to)));
  }
});

test('no file imports itself indirectly, even for a type or when a function is called', () =>
  assert.deepEqual(circles(Map.groupBy(IMPORTS, ({ from }) => from)), []));

/** Every path that leads back to its start. */
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

function assertNone(wrong: readonly Import[]): void {
  const arrows = wrong.map(({ from, to }) => `${from} imports ${to}`);
  assert.deepEqual(arrows, []);
}
