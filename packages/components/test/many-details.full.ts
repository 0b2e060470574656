/** Details of an asset that is in many nodes. */
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { layoutShifts } from './support/layout-shifts.ts';
import { assetOf, changeSample, nodeOf } from './support/records.ts';
import { test } from './support/test.ts';

/** The asset in many nodes, and their number. */
const SPREAD = 90_000;
const NODES = 40;

/** Adds the asset to the sample, in an empty data folder. */
async function prepare(data: string): Promise<void> {
  const nodes = Array.from({ length: NODES }, (_, place) => 10_000 + place);
  await changeSample(data, async (changes) => {
    for (const id of nodes) await changes.put('node', nodeOf(id, `Place ${id}`));
    await changes.put('asset', assetOf(SPREAD, 'spread.jpg', { nodes, properties: { width: 3, height: 2 } }));
  });
}

test.use({ service: { catalogue: prepare } });

test('the first nodes are shown with the number of the others, which come by keyboard', async ({ host }) => {
  const page = await host.open(
    `<main><h1>Host</h1><abs-catalogue src="$SERVICE"><abs-details asset-id="${SPREAD}"></abs-details></abs-catalogue></main>`,
    { viewport: { width: 375, height: 800 } },
  );
  const paths = page.locator('abs-details .places > li');
  await expect(paths.getByRole('button', { name: 'Place' })).toHaveCount(8);
  assert.deepEqual(await layoutShifts(page), []);
  for (const [left, shown, focused] of [
    [32, 32, 8],
    [8, NODES, 32],
  ] as const) {
    await page.getByRole('button', { name: `Show more (${left} left)` }).press('Enter');
    await expect(paths.getByRole('button', { name: 'Place' })).toHaveCount(shown);
    await expect(paths.nth(focused)).toBeFocused();
  }
  await expect(page.getByRole('button', { name: /^Show more/ })).toHaveCount(0);
});
