/** The published packages: checked, and installed into folders of pages and of the oldest Node that they support. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { buildSync } from 'esbuild';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { startLongService } from '../support/long-service.ts';
import { install, noRegistry, type PackageName, PROJECT, pack, run } from './packed.ts';

const PUBLINT = 'publint@0.3.25';
const ATTW = '@arethetypeswrong/cli@0.18.5';

/** Files of each package, besides those that all have. */
const BUILDS: Readonly<Record<PackageName, readonly string[]>> = {
  service: [
    'bin/abs.js',
    'dist/service/src/cli/entry.js',
    'dist/service/src/cli/serve.d.ts',
    'dist/elements/abs-grid.js',
  ],
  demo: ['dist/make.js', 'dist/make.d.ts'],
  client: ['dist/index.js', 'dist/index.d.ts'],
  components: ['dist/index.js', 'dist/index.d.ts', 'custom-elements.json'],
};
const NAMES = Object.keys(BUILDS) as PackageName[];
/** What may be in a package: neither sources nor tests. */
const DELIVERED =
  /^package\/(?:(?:bin|dist)\/[^.].*(?:\.d\.ts|(?<!\.ts))|LICENSE|film\/[^/]+\.mp4|custom-elements\.json|README\.md|package\.json)$/;

describe('the packages', { skip: noRegistry() }, () => {
  const root = newFolder();
  const [installed, page] = [join(root, 'installed'), join(root, 'page')];
  const abs = join(installed, 'node_modules/asset-browsing-service/bin/abs.js');
  const elements = join(page, 'node_modules/@asset-browsing-service/components');
  const tarballs = new Map<PackageName, string>();
  const tarballOf = (name: PackageName) => tarballs.get(name) ?? '';

  before(async () => {
    const files = await pack(root, ...NAMES);
    for (const [place, name] of NAMES.entries()) tarballs.set(name, files[place] ?? '');
    await install(installed, tarballOf('service'));
    await install(page, tarballOf('client'), tarballOf('components'));
  });

  for (const name of NAMES) {
    test(`${name} has its build and no problem that publint or attw reports`, async () => {
      const files = (await run(root, 'tar', ['-tzf', tarballOf(name)])).trim().split('\n');
      for (const file of ['LICENSE', 'README.md', ...BUILDS[name]]) assert.ok(files.includes(`package/${file}`), file);
      const others = files.filter((file) => !DELIVERED.test(file));
      assert.deepEqual(others, []);
      await run(root, 'npx', ['--yes', PUBLINT, 'run', tarballOf(name), '--strict']);
      await run(join(PROJECT, 'packages', name), 'npx', ['--yes', ATTW, tarballOf(name)]);
    });
  }

  test('the command says that the demo is missing, and serves it once it is installed', async () => {
    const { status, stderr } = spawnSync(process.execPath, [abs, 'start'], { cwd: installed, encoding: 'utf8' });
    assert.equal(status, 2);
    assert.match(stderr, /needs the package @asset-browsing-service\/demo; install it, or name a folder or bundle/);
    await run(installed, 'npm', ['install', tarballOf('demo')]);
    await using program = await startLongService(join(root, 'data-demo'), {}, { program: abs, command: 'start' });
    // It serves the first pictures while it draws the rest.
    const response = await fetch(`${program.url}/node.do?search=&paginate=5`);
    assert.notEqual(((await response.json()) as { total: number }).total, 0);
    assert.equal(await program.stop(), 0);
  });

  test('the elements have types one by one as well as together', async () => {
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
    for (const [module, resolution] of Object.entries({ esnext: 'bundler', nodenext: 'nodenext' })) {
      await run(page, process.execPath, [
        ...[join(PROJECT, 'node_modules/typescript/bin/tsc'), '--strict', '--noEmit', '--target', 'es2022'],
        ...['--lib', 'es2023,dom,dom.iterable', '--module', module, '--moduleResolution', resolution, 'page.ts'],
      ]);
    }
  });

  test('the elements are, for pages without a bundler, modules that import only files beside them', () => {
    const folder = join(elements, 'dist/elements');
    const entryPoints = globSync('{abs-*,open-picker}.js', { cwd: folder }).map((path) => join(folder, path));
    const { metafile } = buildSync({
      ...{ entryPoints, outdir: page, bundle: true, splitting: true, format: 'esm', write: false, metafile: true },
      // A name without a path would be external.
      packages: 'external',
    });
    const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
    assert.ok(imports.length > 50);
    const outside = imports.filter(({ external }) => external);
    assert.deepEqual(outside, []);
  });
});
