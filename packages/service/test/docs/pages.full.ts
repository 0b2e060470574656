/** The commands of the documentation, page by page, and the answers that it shows. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Block, type ExecutablePage, faultIn, readExecutable } from './page-blocks.ts';
import { openTerminal, type Printed, type Terminal } from './terminal.ts';

const NOTHING: Printed = { stdout: '', stderr: '' };
const DOCS = fileURLToPath(new URL('../../../../docs/', import.meta.url));

/** Pages whose commands need several machines, root or podman, and the test that reads them. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['operate/system-service.md', 'test/docs/machine.full.ts'],
  ['operate/troubleshooting.md', 'test/docs/machine.full.ts'],
  ['operate/backup.md', 'test/docs/machine.full.ts'],
  ['operate/moving.md', 'test/docs/machine.full.ts'],
  ['operate/container.md', 'test/setup/container.full.ts'],
]);

const PAGES = globSync('**/*.md', { cwd: DOCS })
  .sort()
  .map(readExecutable)
  // What these pages set up with other programs is tested without its commands (test/nodes).
  .filter(({ path, blocks }) => !path.endsWith('many-nodes.md') && blocks.some(({ language }) => language === 'sh'));

test('every page with commands is run by a test', () => {
  const missing = [...ELSEWHERE.keys()].filter((path) => !PAGES.some((page) => page.path === path));
  assert.deepEqual(missing, []);
  for (const [path, test] of ELSEWHERE) {
    const text = readFileSync(new URL(`../../${test}`, import.meta.url), 'utf8');
    assert.ok(text.includes(path), `${test} does not read ${path}`);
  }
  assert.ok(PAGES.length >= 12);
});

const HERE = PAGES.filter(({ path }) => !ELSEWHERE.has(path));

for (const page of HERE.filter(({ after }) => after === undefined)) {
  test(`the commands of ${page.path} do what the page says`, async () => {
    await using terminal = await openTerminal();
    await runPage(page, terminal);
  });
}

/** The pages that begin where another one ends. */
const FOLLOWING = Object.groupBy(
  HERE.filter(({ after }) => after !== undefined),
  ({ after = '' }) => after,
);

for (const [first, pages = []] of Object.entries(FOLLOWING)) {
  // What a page leaves behind, or needs of another one, shows in one of the two orders.
  for (const [order, ordered] of [
    ['from A to Z', pages],
    ['from Z to A', pages.toReversed()],
  ] as const) {
    test(`after ${first}, the other pages do what they say in one terminal, ${order}`, async () => {
      await using terminal = await openTerminal();
      for (const page of [readExecutable(first), ...ordered]) await runPage(page, terminal);
    });
  }
}

async function runPage({ path, blocks }: ExecutablePage, terminal: Terminal): Promise<void> {
  let output = NOTHING;
  for (const block of blocks) {
    if (block.language === 'sh') output = await run(block, terminal);
    else if (block.use === 'answer') assert.equal(faultIn(output, block), undefined, `${path}:\n${block.text}`);
  }
}

async function run({ use, text }: Block, terminal: Terminal): Promise<Printed> {
  if (use === 'server') await terminal.serve(text);
  else if (use === 'background') await terminal.begin(text);
  else return await terminal.run(text);
  return NOTHING;
}
