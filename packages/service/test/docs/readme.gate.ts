/** The requests that the README sends to the demo catalogue, and the answers that it shows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { build } from '../../../../scripts/build.mjs';
import { findProgram } from '../../../core/src/platform/find-program.ts';
import { faultIn, readExecutable } from './page-blocks.ts';
import { openTerminal, type Printed } from './terminal.ts';

test('the requests of the README have the answers that it shows', {
  skip: findProgram('curl') === undefined && 'skipped: curl is not here',
}, async () => {
  // The program makes the demo with this package as it is built.
  assert.equal(await build({ names: ['demo'] }), 0);
  await using terminal = await openTerminal();
  // The service answers with the first pictures. What a stop leaves undrawn, the next start draws.
  await terminal.serve('npm start');
  assert.ok((await assetsAt(terminal.url)) >= 24);
  let isWhole = false;
  let output: Printed | undefined;
  let compared = 0;
  for (const block of readExecutable('../README.md').blocks) {
    if (block.use === 'server') {
      await terminal.serve(block.text, isWhole ? undefined : /^the demo: /);
      isWhole = true;
    } else if (block.use === 'answer') {
      assert.ok(output, block.text);
      const text = block.text.replaceAll('http://localhost:8080', terminal.url);
      assert.equal(faultIn(output, { ...block, text }), undefined, block.text);
      compared += 1;
    } else if (block.language === 'sh') {
      // The other commands need folders of the reader, or install programs.
      output = block.text.includes('http://localhost:8080') ? await terminal.run(block.text) : undefined;
    }
  }
  assert.ok(compared >= 6);
});

async function assetsAt(url: string): Promise<number> {
  const response = await fetch(`${url}/node.do?search=&paginate=1`);
  return ((await response.json()) as { total: number }).total;
}
