import { expect } from '@playwright/test';
import { prepareKeywords } from './support/keyword-tree.ts';
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

test('if the tree is too large for the service, the most used keywords are a list', async ({ openHost }) => {
  const host = await openHost({ ABS_MAX_TREE_NODES: '2' }, prepareKeywords);
  const page = await host.open(FACETS);
  await page.getByRole('button', { name: 'Keywords', exact: true }).click();
  await page.getByRole('checkbox', { name: /^Creators/ }).waitFor();
  await page.getByRole('checkbox', { name: /^Painters/ }).waitFor();
});
