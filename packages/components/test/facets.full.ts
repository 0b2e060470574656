/** Filters of services with limits, what the browser remembers of them, and what they leave behind. */
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import type { AbsFacets } from '../src/abs-facets.ts';
import type { AssetQuery } from '../src/assets/asset-query.ts';
import { drawn } from './support/drawn.ts';
import { CREATORS, prepareKeywords } from './support/keyword-tree.ts';
import { countNodes } from './support/nodes-left.ts';
import { test } from './support/test.ts';

const FACETS = '<abs-catalogue src="$SERVICE" locale="en"><abs-facets></abs-facets></abs-catalogue>';

test('the browser remembers which facets are open', async ({ host }) => {
  const page = await host.open(FACETS);
  const facet = (name: string) => page.getByRole('button', { name, exact: true });
  await facet('Kind').click();
  await facet('Modified').click();
  await page.reload();
  await expect(facet('Modified')).toHaveAttribute('aria-expanded', 'true');
  await expect(facet('Kind')).toHaveAttribute('aria-expanded', 'false');
});

test('a service without facets still offers dates, including those of fields', async ({ openHost }) => {
  const host = await openHost({ ABS_FACETS_ENABLED: 'false' });
  const page = await host.open(FACETS);
  await page.getByRole('button', { name: 'Uploaded' }).click();
  await page.getByRole('checkbox', { name: /^2024/ }).waitFor();
  await expect(page.getByRole('heading')).toHaveText(['Taken', 'Uploaded', 'Modified']);
});

test('if the tree is too large for the service, the keywords with the most assets are shown as a list', async ({
  openHost,
}) => {
  const host = await openHost({ ABS_MAX_TREE_NODES: '2' }, prepareKeywords);
  const page = await host.open(FACETS);
  await page.getByRole('button', { name: 'Keywords', exact: true }).click();
  await page.getByRole('checkbox', { name: /^Creators/ }).waitFor();
  await page.getByRole('checkbox', { name: /^Painters/ }).waitFor();
});

test.describe('filters by keywords', () => {
  test.use({ service: { settings: { ABS_FACETS_LIMIT: '20' }, catalogue: prepareKeywords } });

  test('values and chips that appear and disappear leave no nodes behind, not even comments', async ({ host }) => {
    const page = await host.open(FACETS);
    await page.getByRole('button', { name: 'Keywords', exact: true }).click();
    await page.getByRole('checkbox', { name: /^Creators/ }).waitFor();
    const show = async (query: AssetQuery) => {
      const counted = page.waitForResponse(/search_facets/);
      await page.locator('abs-facets').evaluate((facets: AbsFacets, given) => {
        facets.query = given;
      }, query);
      await expect(page.locator('abs-chips .chip')).toHaveCount(query.filters?.[0]?.values.length ?? 0);
      await (await counted).finished();
      await drawn(page);
    };
    const many = { text: 'drawing', filters: [{ facet: 'node_103', values: [CREATORS, 50_003, 50_004] }] };
    await show(many);
    await show({});
    const count = async () => (await countNodes(page, 'abs-chips')) + (await countNodes(page, 'abs-facets'));
    const before = await count();
    for (let round = 0; round < 5; round += 1) {
      await show(many);
      await show({});
    }
    // After the first round, the elements to reuse exist, and no further round adds any.
    assert.ok((await count()) <= before + 20, `${before} nodes became ${await count()}`);
  });
});
