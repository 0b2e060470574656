/** One Office file through LibreOffice, which has to be on this machine. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { findOfficeTools } from '../../../src/media/pictures/office/sandbox.ts';
import type { Renderer } from '../../../src/media/pictures/renderer.ts';
import { openRenditions, type Renditions } from '../../../src/media/pictures/renditions.ts';
import { originalsAt } from '../../support/local-originals.ts';
import { greyGrid, gridDistance, patiently, planFor, sourceAt, useRenderer } from './pictures.ts';

const TWO_PAGES = '{\\rtf1\\ansi\\paperw11906\\paperh16838 First\\page {\\fs96 SECOND SECOND SECOND SECOND SECOND}}';

const tools = findOfficeTools();

test('an Office file is converted once for its pages, in every size, and its PDF, across a restart too', {
  skip: 'lack' in tools && tools.lack,
}, async () => {
  const { renderer, at } = useRenderer();
  let conversions = 0;
  const counted: Renderer = {
    version: renderer.version,
    render: (...order) => renderer.render(...order),
    toPdf: (...order) => {
      conversions += 1;
      return renderer.toPdf(...order);
    },
    [Symbol.asyncDispose]: async () => {},
  };
  const path = at('two.rtf');
  writeFileSync(path, TWO_PAGES);
  const { properties } = sourceAt(path, { mediaType: 'application/rtf', category: 2 });
  const source = { properties, sha256: 'a'.repeat(64) };
  const open = () =>
    openRenditions({
      ...{ directory: at('store'), renderer: counted, storeMegabytes: 10 },
      originals: originalsAt(() => path),
    });
  async function page(renditions: Renditions, request: Parameters<typeof planFor>[0]) {
    const rendition = await renditions.get({ plan: planFor(request), source, category: 2 }, patiently());
    assert.ok(rendition.kind === 'picture' && !rendition.isPlaceholder && rendition.pages === 2);
    return rendition;
  }
  {
    await using renditions = open();
    const [thumb, preview] = await Promise.all([page(renditions, {}), page(renditions, { kind: 'preview' })]);
    assert.deepEqual([thumb.width, thumb.height, preview.height], [181, 256, 1024]);
  }
  await using renditions = open();
  const [first, second] = [await page(renditions, {}), await page(renditions, { page: 1 })];
  assert.ok(gridDistance(await greyGrid(first.bytes), await greyGrid(second.bytes)) > 1);
  const third = await renditions.get({ plan: planFor({ page: 2 }), source, category: 2 }, patiently());
  assert.equal(third.kind, 'no-such-page');
  assert.equal((await renditions.pdf({ source }, patiently()))?.pages, 2);
  assert.equal(conversions, 1);
});
