import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { openSharpRenderer } from '../../src/adapters/renderer-sharp.ts';
import { patiently, planFor, sourceAt } from './pictures.ts';

suite('the size of an SVG', () => {
  const renderer = openSharpRenderer({ processes: 1, seconds: 10, megabytes: 512, queue: 10 });
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svg-size-'));
  });
  after(async () => {
    await renderer[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  // Attributes, pixels by the facts, pixels of the preview.
  const cases: [string, [number, number], [number, number]][] = [
    ['width="100" height="50"', [100, 50], [100, 50]],
    ['width="210mm" height="297mm"', [794, 1123], [724, 1024]],
    ['width="5in" height="3in"', [480, 288], [480, 288]],
    ['width="12pc" height="7pt"', [192, 9], [192, 9]],
    ['viewBox="0 0 2000 500"', [2000, 500], [1024, 256]],
    ['width="20" height="20"', [0, 0], [20, 20]],
  ];
  for (const [attributes, [width, height], expected] of cases) {
    test(`of ${attributes} is that of its facts, fitted`, async () => {
      const drawn = await render(attributes, { width, height });
      assert.deepEqual([drawn.width, drawn.height], expected);
    });
  }

  test('is its own where the facts are of another shape', async () => {
    const drawn = await render('width="100" height="50"', { width: 300, height: 300 });
    assert.deepEqual([drawn.width, drawn.height], [100, 50]);
  });

  async function render(attributes: string, facts: { width: number; height: number }) {
    const path = join(folder, 'tested.svg');
    await writeFile(path, `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><circle cx="9" cy="9" r="9"/></svg>`);
    return await renderer.render(planFor({ kind: 'preview' }, facts), sourceAt(path, facts), patiently());
  }
});
