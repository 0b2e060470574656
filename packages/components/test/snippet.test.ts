/** What a list says of the text of documents. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Asset } from '../../client/src/index.ts';
import type { Catalogue } from '../src/catalogue/catalogue.ts';
import { withSnippet } from '../src/grid/snippet-caption.ts';

const catalogue = {
  locale: 'en',
  say: (key: string, { page }: { page: string }) => `${key} ${page}`,
} as unknown as Catalogue;

test('a tooltip has the first snippet with its page, if there is one', () => {
  const assetWith = (page: number | null) =>
    ({ snippets: [{ text: 'old harbour', marks: [[4, 11]], page }] }) as unknown as Asset;
  assert.equal(withSnippet('a.pdf', assetWith(2), catalogue), 'a.pdf\ngrid.on-page 3\nold harbour');
  assert.equal(withSnippet('a.txt', assetWith(null), catalogue), 'a.txt\nold harbour');
  assert.equal(withSnippet('a.pdf', { snippets: [] } as unknown as Asset, catalogue), 'a.pdf');
});
