/** The published packages: packed, checked, installed into an empty folder, and run on each Node they support. */
import assert from 'node:assert/strict';
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { DOCUMENTS } from '../../src/api/documents.ts';
import { startLongService } from '../support/long-service.ts';
import { SAMPLE } from '../support/sample.ts';

const PROJECT = fileURLToPath(new URL('../../../../', import.meta.url));
const PUBLINT = 'publint@0.3.25';
const ATTW = '@arethetypeswrong/cli@0.18.5';
const OLDEST_NODE = '24.21.0';
/** The oldest Node that the client supports. */
const CLIENT_NODE = '20.3.0';

const hasRegistry = spawnSync('npm', ['view', PUBLINT, 'version']).status === 0;

/** The folders of the packages by their names. */
const NAMES = new Map([
  ['asset-browsing-service', 'service'],
  ['@asset-browsing-service/demo', 'demo'],
  ['@asset-browsing-service/client', 'client'],
  ['@asset-browsing-service/components', 'components'],
] as const satisfies readonly (readonly [string, string])[]);

describe('the packages', { skip: !hasRegistry && 'skipped: the npm registry cannot be reached' }, () => {
  const root = mkdtempSync(join(tmpdir(), 'abs-package-'));
  const installed = join(root, 'installed');
  const oldNode = join(root, 'old-node');
  const clientNode = join(root, 'client-node');
  const inPackage = (path: string) => join(installed, 'node_modules/asset-browsing-service', path);
  const abs = inPackage('bin/abs.js');
  const tarballs = { service: '', demo: '', client: '', components: '' };

  before(() => {
    run('npm', ['pack', '--workspaces', '--pack-destination', root], { cwd: PROJECT });
    for (const file of globSync('*.tgz', { cwd: root })) {
      const manifest = run('tar', ['-xzOf', file, 'package/package.json'], { cwd: root }).stdout;
      const name = NAMES.get(JSON.parse(manifest).name);
      assert.ok(name, file);
      tarballs[name] = join(root, file);
    }
    for (const folder of [installed, oldNode, clientNode]) {
      mkdirSync(folder);
      // npm runs only the install scripts that are allowed here.
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, allowScripts: { node: true } }));
    }
    run('npm', ['install', `node@${OLDEST_NODE}`], { cwd: oldNode });
    run('npm', ['install', `node@${CLIENT_NODE}`], { cwd: clientNode });
    run('npm', ['install', tarballs.service, tarballs.client], { cwd: installed });
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  function run(
    command: string,
    args: readonly string[],
    { cwd = installed, node = process.execPath } = {},
  ): SpawnSyncReturns<string> {
    const path = [dirname(node), process.env['PATH']].join(delimiter);
    const env = { ...process.env, PATH: path, npm_config_loglevel: 'error', npm_config_update_notifier: 'false' };
    const ended = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
    assert.equal(ended.status, 0, `${command} ${args.join(' ')}\n${ended.stdout}\n${ended.stderr}`);
    return ended;
  }

  test('have no problem that publint or attw reports', () => {
    for (const [name, tarball] of Object.entries(tarballs)) {
      run('npx', ['--yes', PUBLINT, 'run', tarball, '--strict'], { cwd: root });
      run('npx', ['--yes', ATTW, tarball], { cwd: join(PROJECT, 'packages', name) });
    }
  });

  test('contain the build and the licence, and neither sources nor tests', () => {
    const builds = {
      service: ['bin/abs.js', 'dist/cli/entry.js', 'dist/cli/serve.d.ts', 'dist/elements/abs-grid.js', 'man/abs.1'],
      demo: ['dist/make.js', 'dist/make.d.ts'],
      client: ['dist/index.js', 'dist/index.d.ts'],
      components: ['dist/index.js', 'dist/index.d.ts', 'custom-elements.json'],
    };
    for (const [name, build] of Object.entries(builds)) {
      const { stdout } = run('tar', ['-tzf', tarballs[name as keyof typeof builds]], { cwd: root });
      const files = stdout.trim().split('\n');
      for (const file of ['LICENSE', 'README.md', ...build])
        assert.ok(files.includes(`package/${file}`), `${name} ${file}`);
      assert.deepEqual(
        files.filter(
          (file) =>
            !/^package\/(?:(?:bin|dist|man)\/[^.]|LICENSE$|custom-elements\.json$|README\.md$|package\.json$)|(?<!\.d)\.ts$/.test(
              file,
            ),
        ),
        [],
      );
    }
  });

  test('say that the demo is missing if it is not installed', () => {
    const { status, stderr } = spawnSync(process.execPath, [abs, 'start'], { cwd: installed, encoding: 'utf8' });
    assert.equal(status, 2);
    assert.match(stderr, /needs the package @asset-browsing-service\/demo; install it, or name a folder or bundle/);
  });

  for (const [version, node] of [
    ['24', join(oldNode, 'node_modules/node/bin/node')],
    ['26', process.execPath],
  ] as const) {
    test(`import and serve on Node ${version}`, async () => {
      const data = join(root, `data-${version}`);
      assert.match(run('npx', ['abs', '--help'], { node }).stdout, /Usage: abs/);
      run('npx', ['abs', 'import', SAMPLE, '--data', data], { node });
      await using program = await startLongService(data, {}, { node, program: abs });
      const response = await fetch(`${program.url}/node.do?search=&paginate=5`);
      const { data: found } = (await response.json()) as { data: readonly { readonly id: number }[] };
      assert.equal(found.length, 5);
      const uploadedAfter = async (date: string) =>
        (await fetch(`${program.url}/node.do?search_uploaded_after=${date}`)).status;
      for (const date of ['2001-02', '2001-02-03T04:05', 'yesterday'])
        assert.equal(await uploadedAfter(date), 200, date);
      assert.equal(await uploadedAfter('2001-02-30'), 400);
      assert.equal((await fetch(program.url)).status, 200);
      for (const name of DOCUMENTS) assert.equal((await fetch(`${program.url}/${name}`)).status, 200, name);
      const thumb = await fetch(`${program.url}/asset.do?thumb=${found[0]?.id}`);
      assert.match(thumb.headers.get('content-type') ?? '', /^image\//);
      assert.equal(await program.stop(), 0, program.troubles.join('\n'));
    });
  }

  test(`call a service from Node ${CLIENT_NODE}`, async () => {
    const data = join(root, 'data-client');
    run('npx', ['abs', 'import', SAMPLE, '--data', data]);
    await using program = await startLongService(data, {}, { program: abs });
    const script = `
      import { connect, ServiceError } from '@asset-browsing-service/client';
      const client = connect(process.argv[2]);
      const controller = new AbortController();
      const first = await client.node.search({ search: '', paginate: 2 }, { signal: controller.signal });
      let count = 0;
      for await (const { id } of first.all()) count += id > 0;
      const file = await client.asset.thumb({ thumb: first.items[0].id });
      const { type } = await file.blob();
      const error = await client.node.tree({ tree: 987654 }).catch((each) => each);
      console.log(JSON.stringify([process.version, count === first.total, type, error instanceof ServiceError]));`;
    writeFileSync(join(installed, 'call.mjs'), script);
    const node = join(clientNode, 'node_modules/node/bin/node');
    const { stdout } = run(node, ['call.mjs', program.url]);
    assert.deepEqual(JSON.parse(stdout), [`v${CLIENT_NODE}`, true, 'image/jpeg', true]);
    assert.equal(await program.stop(), 0);
  });

  describe('the elements', () => {
    const page = join(root, 'page');
    const ELEMENTS = join(page, 'node_modules/@asset-browsing-service/components');
    before(() => {
      mkdirSync(page);
      writeFileSync(join(page, 'package.json'), '{ "private": true, "type": "module" }');
      run('npm', ['install', tarballs.client, tarballs.components], { cwd: page });
    });

    test('have types one by one as well as together', () => {
      writeFileSync(
        join(page, 'page.ts'),
        `import '@asset-browsing-service/components/elements/abs-catalogue.js';
         import { AbsGrid } from '@asset-browsing-service/components/elements/abs-grid.js';
         import { openPicker } from '@asset-browsing-service/components/elements/open-picker.js';
         import { AbsGrid as Same, type OpenPickerOptions } from '@asset-browsing-service/components';

         const grid: Same | null = document.querySelector('abs-grid');
         document.addEventListener('abs-open', ({ detail }) => console.log(detail.asset.name));
         const options: OpenPickerOptions = { service: 'https://media.example/', accept: 'image' };
         console.log(grid instanceof AbsGrid, await openPicker(options));
         // @ts-expect-error: there is no such view.
         new AbsGrid().view = 'circles';
         // @ts-expect-error: there is no such option.
         await openPicker({ ...options, accepts: 'image' });`,
      );
      for (const [module, resolution] of [
        ['esnext', 'bundler'],
        ['nodenext', 'nodenext'],
      ] as const) {
        run(
          process.execPath,
          [
            ...[join(PROJECT, 'node_modules/typescript/bin/tsc'), '--strict', '--noEmit', '--target', 'es2022'],
            ...['--lib', 'es2023,dom,dom.iterable', '--module', module, '--moduleResolution', resolution, 'page.ts'],
          ],
          { cwd: page },
        );
      }
    });

    test('are defined by a bundle that imports them one by one, each once', () => {
      const names = globSync('dist/elements/abs-*.js', { cwd: ELEMENTS }).map((path) => basename(path));
      assert.ok(names.length > 10);
      for (const [folder, together] of [
        ['@asset-browsing-service/components/elements', "import '@asset-browsing-service/components';"],
        ['./node_modules/@asset-browsing-service/components/dist/elements', ''],
      ] as const) {
        const imports = names.map((name) => `import '${folder}/${name}';`);
        const { outputFiles } = buildSync({
          stdin: { contents: [...imports, together].join('\n'), resolveDir: page },
          ...{ bundle: true, write: false, format: 'esm' },
        });
        const text = outputFiles.map((file) => file.text).join('');
        for (const name of names) {
          const definitions = text.match(new RegExp(`[\\w$]+\\("${basename(name, '.js')}", ?[\\w$]+\\)`, 'g')) ?? [];
          assert.equal(definitions.length, 1, `${folder}/${name}`);
        }
      }
    });

    test('are described by the manifest that the package names, with the paths of their modules', () => {
      const read = (path: string) => JSON.parse(readFileSync(join(ELEMENTS, path), 'utf8'));
      const { modules } = read(read('package.json').customElements) as { modules: readonly { path: string }[] };
      assert.ok(modules.length > 10);
      for (const { path } of modules) assert.ok(existsSync(join(ELEMENTS, path)), path);
    });

    test('are, for pages without a bundler, modules that import only files beside them', () => {
      const folder = join(ELEMENTS, 'dist/elements');
      const entryPoints = globSync('{abs-*,open-picker}.js', { cwd: folder }).map((path) => join(folder, path));
      const { metafile } = buildSync({
        ...{ entryPoints, outdir: page, bundle: true, splitting: true, format: 'esm', write: false, metafile: true },
        // A name without a path would be external.
        packages: 'external',
      });
      const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
      assert.ok(imports.length > 50);
      assert.deepEqual(
        imports.filter(({ external }) => external),
        [],
      );
    });
  });

  test('create and serve the demo catalogue in an empty folder', async () => {
    run('npm', ['install', tarballs.demo]);
    const data = join(root, 'data-demo');
    await using program = await startLongService(data, {}, { program: abs, command: 'start' });
    const response = await fetch(`${program.url}/node.do?search=&paginate=5`);
    const { total } = (await response.json()) as { total: number };
    assert.ok(total > 100);
    assert.equal(await program.stop(), 0);
  });
});
