/** The files of a release, made twice of the last commit, and installed with the usual programs. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { noRegistry, PROJECT, run } from './packed.ts';

/** The oldest Node that the client and the elements promise. */
const OLDEST = 'node@20.3.0';
const MAX_SERVICE_BYTES = 150e6;
const PROGRAMS = { pnpm: ['pnpm@10.20.0', 'add'], yarn: ['yarn@1.22.22', 'add'], npm: ['npm@11.6.2', 'install'] };

describe('a release', { skip: noRegistry() }, () => {
  const folder = newFolder();
  const [first, second] = [join(folder, 'one'), join(folder, 'below/two')];
  const files = join(first, 'release');
  const file = (name: string) => join(files, readdirSync(files).find((each) => each.startsWith(name)) ?? name);

  before(async () => {
    for (const [root, umask] of [
      [first, '022'],
      [second, '077'],
    ] as const) {
      await run(folder, 'sh', ['-c', `umask ${umask} && git clone --quiet ${PROJECT} ${root}`]);
      cpSync(join(PROJECT, 'node_modules'), join(root, 'node_modules'), { recursive: true, verbatimSymlinks: true });
      await run(root, 'sh', ['-c', `umask ${umask} && npm run release`]);
    }
  });

  test('has the same bytes wherever it is made, and their sums', async () => {
    const sums = readFileSync(join(files, 'SHA256SUMS'), 'utf8');
    assert.equal(sums.trim().split('\n').length, 6);
    assert.equal(readFileSync(join(second, 'release/SHA256SUMS'), 'utf8'), sums);
    await run(files, 'sha256sum', ['--check', '--quiet', 'SHA256SUMS']);
    // A release is made of what a commit has.
    writeFileSync(join(second, 'more.txt'), '');
    await assert.rejects(run(second, 'npm', ['run', 'release']), /there are changes that no commit has/);
  });

  for (const [name, [program = '', command = '']] of Object.entries(PROGRAMS)) {
    test(`is installed alone by ${name}, and the client and the elements load in the oldest Node`, async () => {
      for (const part of ['client', 'components']) {
        const project = join(folder, `${name}-${part}`);
        mkdirSync(project);
        writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
        await run(project, 'npx', ['--yes', program, command, file(`asset-browsing-service-${part}-`)]);
        const line = `import("@asset-browsing-service/${part}").then((all) => console.log(Object.keys(all).length > 3))`;
        const printed = await run(project, 'npx', ['--yes', '--package', OLDEST, 'node', '-e', line]);
        assert.equal(printed, 'true\n');
      }
    });
  }

  test(`has a service of at most ${MAX_SERVICE_BYTES / 1e6} MB, which names its commit`, async (context) => {
    const project = join(folder, 'service');
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{ "private": true }');
    await run(project, 'npm', ['install', file('asset-browsing-service-0.1.0.tgz')]);
    const bytes = Number(
      execFileSync('du', ['-sb', join(project, 'node_modules')])
        .toString()
        .split('\t')[0],
    );
    context.diagnostic(`${Math.round(bytes / 1e6)} MB`);
    assert.ok(bytes < MAX_SERVICE_BYTES, `${bytes}`);
    const commit = execFileSync('git', ['-C', first, 'log', '-1', '--format=%cs.%H']).toString().slice(0, 19);
    const version = (await run(project, 'npx', ['abs', '--version'])).trim();
    assert.equal(version.split('+')[1], commit);
    assert.ok(readFileSync(join(files, 'NOTES.md'), 'utf8').startsWith(`# Asset Browsing Service ${version}\n`));
    // The image tells the same commit: its build has no git directory, but the file that git has filled in.
    const stamp = execFileSync('tar', [
      '-xzOf',
      file('asset-browsing-service-0.1.0-image'),
      '--wildcards',
      '*/stamp.txt',
    ]);
    assert.ok(stamp.toString().startsWith(commit));
  });
});
