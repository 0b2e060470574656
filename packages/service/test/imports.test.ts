import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import manifest from '../../../package.json' with { type: 'json' };
import columnar from '../../columnar/package.json' with { type: 'json' };
import components from '../../components/package.json' with { type: 'json' };
import core from '../../core/package.json' with { type: 'json' };
import demo from '../../demo/package.json' with { type: 'json' };
import media from '../../media/package.json' with { type: 'json' };
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

/**
 * What each module may import of the others, from the lowest up: the packages that the service is made of, the modules of
 * `core`, and those of the service. What a catalogue stores of a noun is a module of its own, `store`, below the catalogue.
 */
const MAY_IMPORT = Object.entries({
  'core/platform': '',
  'core/domain': '',
  'core/concurrency': '',
  'core/licences': 'core/domain',
  'core/originals': 'core/concurrency core/domain core/platform',
  columnar: 'core/concurrency core/domain core/licences core/platform',
  media: 'core/concurrency core/domain core/originals core/platform',
  opensearch: 'columnar core/concurrency core/domain core/licences core/platform',
  config: 'core/domain',
  coordination: 'core/concurrency core/platform',
  'pins/store': 'core/domain',
  'reviews/store': 'core/domain',
  'webhooks/store': 'core/domain',
  catalogue: 'columnar core/concurrency core/domain core/platform pins/store reviews/store webhooks/store',
  feed: 'catalogue core/domain',
  downloads: 'catalogue core/domain core/platform pins/store',
  auth: 'catalogue config coordination core/concurrency core/domain core/platform',
  transfer:
    'catalogue core/concurrency core/domain core/licences core/originals core/platform media pins/store reviews/store',
  api: 'auth catalogue columnar config coordination core/concurrency core/domain core/licences core/originals core/platform downloads feed media pins/store reviews/store',
  reviews: 'api catalogue core/concurrency core/domain reviews/store',
  http: 'api auth catalogue columnar config coordination core/concurrency core/domain core/originals core/platform downloads media',
  pins: 'api auth catalogue config core/concurrency core/domain http pins/store',
  webhooks: 'config core/domain webhooks/store',
  app: 'api auth catalogue columnar config coordination core/concurrency core/domain core/originals core/platform downloads feed http media opensearch pins pins/store reviews reviews/store transfer webhooks webhooks/store',
  cli: 'api app auth catalogue columnar config core/concurrency core/domain core/platform media pins/store reviews/store transfer webhooks webhooks/store',
}).map(([module, others]) => ({ module, others: others.split(' ').filter((other) => other !== '') }));

/** The module that a source of the service, or of a package in it, is in; undefined for all other files. */
function moduleOf(file: string): string | undefined {
  const [, name, folder = ''] =
    /^packages\/(service|core|columnar|media)\/src\/(?:((?:pins|reviews|webhooks)\/store|[^/]+)\/)?/.exec(file) ?? [];
  if (name === 'service') return folder;
  return name === 'core' ? `core/${folder}` : name;
}

const WITHIN_SERVICE = IMPORTS.filter(({ from, to }) => moduleOf(from) !== undefined && moduleOf(to) !== undefined);
const BETWEEN_MODULES = WITHIN_SERVICE.map(({ from, to }) => ({
  from: moduleOf(from) ?? '',
  to: moduleOf(to) ?? '',
})).filter(({ from, to }) => from !== to);

test('the rules find actual import statements', () => {
  assert.ok(IMPORTS.length > FILES.length, `${IMPORTS.length} imports in ${FILES.length} files`);
  assert.ok(IMPORTS.some(({ isLate }) => isLate) && IMPORTS.some(({ isType }) => isType));
});

test('each module of the service imports only those that its rule names', () => {
  const rules = new Map(MAY_IMPORT.map(({ module, others }) => [module, [module, ...others]]));
  assertNone(WITHIN_SERVICE.filter(({ from, to }) => !rules.get(moduleOf(from) ?? '')?.includes(moduleOf(to) ?? '')));
});

test('every rule allows only imports that exist, and none a circle', () => {
  const real = new Set(BETWEEN_MODULES.map(({ from, to }) => `${from} ${to}`));
  const allowed = MAY_IMPORT.flatMap(({ module, others }) => others.map((other) => `${module} ${other}`));
  const unused = allowed.filter((arrow) => !real.has(arrow));
  assert.deepEqual(unused, []);
  assert.deepEqual(circles(Map.groupBy(BETWEEN_MODULES, ({ from }) => from)), []);
});

test('page templates do not import operations, domain imports no package, sources nothing of tests, and engines nothing of the service', () => {
  const isTemplate = (file: string) =>
    /^packages\/service\/src\/(?:api\/pages\/|pins\/pages\/(?:templates|page-frame)\.ts$)/.test(file);
  const ofTemplates = IMPORTS.filter(({ from, to }) => isTemplate(from) && moduleOf(to) !== undefined);
  assertNone(ofTemplates.filter(({ to }) => moduleOf(to) !== 'core/domain' && !isTemplate(to)));
  assertNone(within('packages/core/src/domain/').filter(({ to }) => isPackage(to)));
  const ofSources = IMPORTS.filter(({ from }) => moduleOf(from) !== undefined);
  assertNone(ofSources.filter(({ to }) => to.startsWith('packages/') && moduleOf(to) === undefined));
  const ofEngines = IMPORTS.filter(({ from }) => /^packages\/(?:core|columnar|media)\//.test(from));
  assertNone(ofEngines.filter(({ to }) => to.startsWith('packages/service/')));
});

test('only app imports adapters of the catalogue, coordination, the search index and the originals', () => {
  const adapter = new RegExp(
    `^(?:${SERVICE}(?:(?:catalogue|coordination)/[^/]+|opensearch)/|packages/columnar/src/(?!(?:search-index|index-source|shared-bases)\\.ts$)` +
      // This folder also has the port, and a reader of local files for adapters and for derived files.
      '|packages/core/src/originals/(?!(?:originals|file-reader)\\.ts$))',
  );
  const imports = WITHIN_SERVICE.filter(({ from, to }) => adapter.test(to) && !adapter.test(from));
  assert.ok(imports.length > 0);
  // The adapter for OpenSearch builds on parts of the one in memory.
  assertNone(imports.filter(({ from }) => !['app', 'columnar', 'opensearch'].includes(moduleOf(from) ?? '')));
});

test('every imported package is declared, and packages needed at run time are not development dependencies', () => {
  // The builds of the service and of the elements contain those that are their development dependencies.
  const [built, elements] = [service, components].map(({ dependencies, devDependencies }) => ({
    dependencies: { ...dependencies, ...devDependencies },
  }));
  const RUNNING = { columnar, components: elements, core, demo, media, service: built };
  const running = (from: string) =>
    Object.keys(RUNNING[from.split('/')[1] as keyof typeof RUNNING]?.dependencies ?? {});
  const all = [columnar, elements, core, demo, media, built, manifest].map((each) => each?.dependencies);
  const everywhere = Object.keys(Object.assign({}, ...all, manifest.devDependencies));
  const packages = IMPORTS.filter(({ to }) => isPackage(to) && !isBuiltin(to));
  assertNone(
    packages.filter(({ from, to, isType }) => {
      const name = to.startsWith('@') ? to.split('/').slice(0, 2).join('/') : (to.split('/')[0] ?? to);
      const isForUsers = moduleOf(from) !== undefined || /^packages\/(?:components\/src|demo)\//.test(from);
      return !(isType || !isForUsers ? everywhere : running(from)).includes(name);
    }),
  );
});

test('the package of the service depends on all that the three in it depend on, or contains it as a checkout has it', () => {
  const own: Readonly<Record<string, string>> = { ...service.dependencies, ...service.devDependencies };
  const engines = { ...columnar.dependencies, ...core.dependencies, ...media.dependencies };
  const within = Object.entries(engines);
  assert.deepEqual(
    within.filter(([name, version]) => own[name] !== version),
    [],
  );
  const installed: Readonly<Record<string, string>> = { ...engines, ...manifest.dependencies };
  const contained = Object.entries(service.devDependencies);
  assert.deepEqual(
    contained.filter(([name, version]) => installed[name] !== version),
    [],
  );
});

test('the set-up scripts import only modules of Node and one another, and what tells an old Node imports none of those', () => {
  const parsedByAnyNode = ['abs', 'needed-node', 'node'].map((name) => `scripts/${name}.mjs`);
  const early = [
    ...['build', 'daily-tests', 'frameworks', 'hand-over', 'installed', 'lock', 'run-node', 'setup', 'stamp'],
    ...['start-abs'],
  ].map((name) => `scripts/${name}.mjs`);
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
