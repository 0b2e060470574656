import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  type Checkout,
  ENTRY,
  ending,
  installedCheckout,
  NODE_FOLDER,
  openCheckout,
  type PACKAGES,
} from './checkout.ts';

/** Shell that puts back the installation of a folder set aside before. */
const RESTORE = 'cp -a installed node_modules';

/** A checkout with nothing installed, whose npm installs. */
async function freshCheckout(): Promise<Checkout> {
  const checkout = await openCheckout();
  await checkout.install();
  for (const folder of [checkout.root, join(checkout.root, 'runtime')]) {
    await cp(join(folder, 'node_modules'), join(folder, 'installed'), { recursive: true, verbatimSymlinks: true });
    await rm(join(folder, 'node_modules'), { recursive: true });
  }
  await checkout.npmDoes(`rm -rf node_modules; ${RESTORE}`);
  return checkout;
}

test('set-up prints and does nothing if everything is installed, except packages of other platforms', async () => {
  await using checkout = await openCheckout();
  await checkout.install();
  const { status, stdout, stderr } = await checkout.run('setup.mjs');
  assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: '', stderr: '' });
  assert.deepEqual(await checkout.npmCalls(), []);
});

test('set-up links Node where npm has not', async () => {
  await using checkout = await openCheckout();
  await checkout.install();
  const link = join(checkout.root, 'node_modules/.bin/node');
  await rm(link);
  assert.equal((await checkout.run('setup.mjs')).stderr, '');
  assert.equal(await realpath(link), process.execPath);
  assert.deepEqual(await checkout.npmCalls(), []);
});

test('set-up of a fresh checkout runs npm ci once in each folder, both at the same time, and prints one line', async () => {
  await using checkout = await freshCheckout();
  const other = '$([ "$(basename $PWD)" = runtime ] && echo .. || echo runtime)';
  const seen = `cp npm-shrinkwrap.json seen.json; until [ -e ${other}/seen.json ]; do sleep 0.02; done`;
  await checkout.npmDoes(`${seen}; ${RESTORE}`);
  const first = await checkout.run('setup.mjs');
  assert.deepEqual([first.stderr, first.stdout, first.status], ['Installing dependencies (once) ...\n', '', 0]);
  const call = 'ci --loglevel=silent --replace-registry-host=always --no-audit --no-fund --include=dev';
  assert.deepEqual((await checkout.npmCalls()).toSorted(), [call, `runtime: ${call}`]);
  // npm need not ask for the addresses of packages, and no file with them remains.
  const { packages } = JSON.parse(await readFile(join(checkout.root, 'seen.json'), 'utf8'));
  const { resolved } = packages['node_modules/@scope/deep'];
  assert.equal(resolved, 'https://registry.invalid/@scope/deep/-/deep-2.0.0.tgz');
  assert.equal(packages[''].resolved, undefined);
  assert.ok(!existsSync(join(checkout.root, 'npm-shrinkwrap.json')));
  assert.deepEqual([(await checkout.run('setup.mjs')).stderr, (await checkout.npmCalls()).length], ['', 2]);
});

test('set-up asks the registry where packages are if they are not where most registries have them', async () => {
  await using checkout = await freshCheckout();
  await checkout.npmDoes(`[ -e npm-shrinkwrap.json ] && exit 1; ${RESTORE}`);
  const { status, stderr } = await checkout.run('setup.mjs');
  assert.deepEqual([status, stderr], [0, 'Installing dependencies (once) ...\n']);
  assert.equal((await checkout.npmCalls()).length, 4);
});

const SPOILED: Readonly<Record<string, (root: string) => Promise<void>>> = {
  'a package of another version': (root) => edit(root, 'node_modules/flat', { version: '0.9.0' }),
  'a package that is recorded but gone': (root) => rm(join(root, 'node_modules/@scope/deep'), { recursive: true }),
  'an optional package for this platform that was left out': async (root) => {
    await edit(root, 'node_modules/here', undefined);
    await rm(join(root, 'node_modules/here'), { recursive: true });
  },
  'an installation that was cut off': (root) => rm(join(root, 'node_modules/.package-lock.json')),
  'no Node': (root) => rm(join(root, NODE_FOLDER, 'bin/node')),
  'another Node': async (root) => {
    await rm(join(root, NODE_FOLDER, 'bin/node'));
    await writeFile(join(root, NODE_FOLDER, 'bin/node'), '#!/bin/sh\necho v20.0.0', { mode: 0o755 });
  },
};

for (const [what, spoil] of Object.entries(SPOILED)) {
  test(`set-up repairs ${what}`, async () => {
    await using checkout = await freshCheckout();
    await checkout.install();
    await spoil(checkout.root);
    assert.deepEqual([(await checkout.run('setup.mjs')).status, (await checkout.npmCalls()).length], [0, 1]);
  });
}

test('set-up repairs a missing development package, which the command abs does not need', async () => {
  await using checkout = await freshCheckout();
  await writeFile(join(checkout.root, ENTRY), 'console.log("ran");');
  await checkout.install({ without: ['tool'] });
  const abs = await checkout.run('abs.mjs');
  assert.deepEqual([abs.status, abs.stdout, abs.stderr], [0, 'ran\n', '']);
  assert.deepEqual(await checkout.npmCalls(), []);
  assert.deepEqual([(await checkout.run('setup.mjs')).status, (await checkout.npmCalls()).length], [0, 1]);
});

test('the first start draws pictures of the demo while it builds, unless it is to serve a folder', async () => {
  await using checkout = await installedCheckout(
    `import { readdirSync } from 'node:fs';
    const { DEMO_BEGINNING: drawn } = process.env;
    console.log(drawn === undefined ? 'nothing' : readdirSync(drawn).join());`,
  );
  const { root } = checkout;
  const drawing = "import { writeFileSync } from 'node:fs';\nwriteFileSync(process.argv.slice(2).join('/'), '');";
  await writeFile(join(root, 'packages/demo/make.ts'), drawing);
  const printed = async (...args: readonly string[]) => (await checkout.run('abs.mjs', ...args)).stdout;
  assert.equal(await printed('start', '--port', '0', '--host=::1'), 'beginning\n');
  assert.equal(await printed('start'), 'nothing\n');
  for (const args of [['start', 'pictures'], ['start', '--port', '0', '--host=::1', 'pictures'], ['serve']]) {
    await rm(join(root, 'packages/service/dist'), { recursive: true });
    assert.equal(await printed(...args), 'nothing\n');
  }
});

test('an older Node is told in one sentence what is needed, before anything is installed', async () => {
  await using checkout = await freshCheckout();
  const tryOn = (version: string, script: string) => {
    checkout.environment['npm_config_user_agent'] = `npm/10.9.3 node/v${version} linux x64 workspaces/false`;
    return checkout.run(script, '--version');
  };
  for (const version of ['12.22.9', '18.20.8', '20.8.1']) {
    for (const script of ['abs.mjs', 'node.mjs']) {
      const stderr = `Node 20.9 or newer is needed, but this is Node ${version}. Nothing was installed or started.\n`;
      assert.deepEqual(await tryOn(version, script), { status: 1, stdout: '', stderr });
    }
  }
  assert.deepEqual(await checkout.npmCalls(), []);
  for (const version of ['20.9.0', '26.0.0'])
    assert.equal((await tryOn(version, 'node.mjs')).stdout, `${process.version}\n`);
  assert.equal((await checkout.npmCalls()).length, 2);
});

test('the Node that is asked for is the oldest on which npm leaves out no optional package', async () => {
  const read = async (name: string) =>
    JSON.parse(await readFile(new URL(`../../../../${name}`, import.meta.url), 'utf8'));
  const packages: { optional?: true; engines?: { node: string } }[] = Object.values(
    (await read('package-lock.json')).packages,
  );
  const asked = packages.flatMap(({ optional, engines }) =>
    optional && engines ? [engines.node.replace(/^\D+/, '')] : [],
  );
  const newest = asked.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
  assert.equal(`${(await read('package.json')).engines.node.slice('>='.length)}.0`, newest);
});

test('a failure of npm is passed on with its output, its status and advice, and nothing is started', async () => {
  await using checkout = await openCheckout();
  await writeFile(join(checkout.root, ENTRY), 'console.log("ran");');
  await checkout.npmDoes('[ -e npm-shrinkwrap.json ] || echo "npm error network" >&2; exit 7');
  for (const script of ['setup.mjs', 'abs.mjs', 'node.mjs']) {
    const { status, stdout, stderr } = await checkout.run(script);
    assert.deepEqual([status, stdout], [7, '']);
    assert.match(stderr, /^Installing .*\n(?:npm error network\n){2}Setting up failed: npm ci ended with status 7/);
  }
});

test('of two concurrent set-ups one installs and the other waits for it', async () => {
  await using checkout = await freshCheckout();
  const { root } = checkout;
  await checkout.npmDoes(`until [ -e ${root}/go ]; do sleep 0.02; done; rm -rf node_modules; ${RESTORE}`);
  const children = [checkout.start('setup.mjs'), checkout.start('setup.mjs')];
  const ends = children.map(ending);
  // Each prints one line: one that it installs, the other that it waits.
  await Promise.all(children.map(async ({ stderr }) => stderr && (await once(stderr, 'data'))));
  await writeFile(join(root, 'go'), '');
  const both = await Promise.all(ends);
  const statuses = both.map(({ status }) => status);
  assert.deepEqual(statuses, [0, 0]);
  const [first, second] = both.map(({ stderr }) => stderr).toSorted();
  assert.equal(first, 'Installing dependencies (once) ...\n');
  assert.match(second ?? '', /^Waiting for another set-up to end \(process \d+\) \.\.\.\n$/);
  assert.equal((await checkout.npmCalls()).length, 2);
});

async function edit(root: string, path: keyof typeof PACKAGES, change: object | undefined): Promise<void> {
  const file = join(root, 'node_modules/.package-lock.json');
  const record = JSON.parse(await readFile(file, 'utf8'));
  record.packages[path] = change && { ...record.packages[path], ...change };
  await writeFile(file, JSON.stringify(record));
}
