/** The commands of docs/guides/many-nodes.md, in their order, on the servers that the page is about. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SAMPLE } from '../support/sample.ts';
import { NO_HAPROXY } from '../support/servers/haproxy.ts';
import { NO_POSTGRES } from '../support/servers/postgres.ts';
import { startRadosgw } from '../support/servers/radosgw.ts';
import { NO_REDIS } from '../support/servers/redis.ts';
import { GROUP, type Machines, openMachines } from './machines.ts';

const PAGE = readFileSync(new URL('../../../../docs/guides/many-nodes.md', import.meta.url), 'utf8');

interface Block {
  /** Text of the heading above it. */
  readonly section: string;
  /** Names of the machines on which it runs. */
  readonly machines: readonly string[];
  readonly commands: string;
}

/** Returns the blocks of commands. The word after `sh` says where a block runs. */
function blocksOf(page: string): readonly Block[] {
  return page.split(/^## /m).flatMap((section) =>
    [...section.matchAll(/^```sh(.*)\n([\s\S]*?)^```$/gm)].map(([, machines = '', commands = '']) => ({
      section: section.slice(0, section.indexOf('\n')),
      machines: machines.split(' ').filter((name) => name !== ''),
      commands,
    })),
  );
}

const MISSING = NO_POSTGRES || NO_REDIS || NO_HAPROXY;

test('every command of the page works, and callers notice no new version', { skip: MISSING }, async (context) => {
  const bucket = await startRadosgw();
  if (typeof bucket === 'string') return context.skip(bucket);
  await using stack = new AsyncDisposableStack();
  stack.use(bucket);
  const machines = stack.use(await openMachines(bucket));
  await machines.run('node1', `abs import ${SAMPLE}`);
  for (const name of ['node1', 'node2', 'node3']) await machines.setUp(name);

  const blocks = blocksOf(PAGE);
  assert.ok(blocks.length >= 12 && blocks.every(({ machines }) => machines.length > 0));
  const statuses = new Map<number, number>();
  for (const { section, machines: names, commands } of blocks) {
    const isUpgrade = section === 'A new version';
    const stopAsking = isUpgrade ? machines.askOften('/node.do?search=a&cache=false', statuses) : async () => {};
    for (const name of names) {
      const output = await machines.run(name, commands);
      if (section === '7. Check') assertEqualNodes(output);
      if (/^[36]\. /.test(section)) assertReadable(machines, name);
    }
    await stopAsking();
  }
  assert.deepEqual([...statuses.keys()], [200]);
  // The script of the page gives settings only to commands that have some.
  await machines.run(
    'node2',
    'abs --version\nabs openapi > /dev/null\nabs completion bash > /dev/null\nabs token list',
  );
  await assert.rejects(machines.run('node2', 'abs'), /a command is missing/);
});

/** The user abs can read the settings and secrets of a node, and nobody else can. */
function assertReadable({ at }: Machines, machine: string): void {
  const folder = at(machine, 'etc/abs');
  const files = readdirSync(folder).map((name) => ({ name, status: statSync(join(folder, name)) }));
  assert.ok(files.length >= 5);
  for (const { name, status } of files) {
    assert.deepEqual([name, status.gid, status.mode & 0o777], [name, GROUP, 0o640], machine);
  }
}

/** The page asks each of three nodes for a search and for its state. */
function assertEqualNodes(output: string): void {
  const sums = output.match(/^[0-9a-f]{64}/gm) ?? [];
  assert.equal(sums.length, 3, output);
  assert.equal(new Set(sums).size, 1, output);
  const revisions = output.match(/"revision":\d+/g) ?? [];
  assert.equal(revisions.length, 3, output);
  assert.equal(new Set(revisions).size, 1, output);
}
