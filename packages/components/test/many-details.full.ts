/** Details of an asset that is in many nodes, and reviews that do not come. */
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { until } from '../../core/test/support/until.ts';
import { openStorage } from '../../service/src/app/storage.ts';
import type {} from '../src/abs-details.ts';
import { focusOf } from './support/focus.ts';
import type { Host } from './support/host.ts';
import { layoutShifts } from './support/layout-shifts.ts';
import { FIRST_ID, prepareAssets } from './support/many-assets.ts';
import { hold } from './support/picker.ts';
import { assetOf, nodeOf } from './support/records.ts';
import { test } from './support/test.ts';

/** The asset in many nodes, and their number. */
const SPREAD = 90_000;
const NODES = 40;

/** Adds the asset. */
async function prepare(data: string): Promise<void> {
  await prepareAssets(data, { count: 3 });
  await using storage = await openStorage({ data });
  const nodes = Array.from({ length: NODES }, (_, place) => 10_000 + place);
  await storage.writer.change(async (changes) => {
    for (const id of nodes) await changes.put('node', nodeOf(id, `Place ${id}`));
    const properties = { width: 3, height: 2 };
    await changes.put('asset', assetOf(SPREAD, 'spread.jpg', { nodes, properties }));
  });
}

test.describe('details of what has much in a browser', () => {
  test.use({ service: { catalogue: prepare } });

  const open = (host: Host, id: number) =>
    host.open(
      `<main><h1>Host</h1><abs-catalogue src="$SERVICE"><abs-details asset-id="${id}"></abs-details></abs-catalogue></main>`,
      { viewport: { width: 375, height: 800 } },
    );
  const sectionOf = (page: Page, title: string) =>
    page.locator('abs-details section').filter({ has: page.getByRole('heading', { name: title, level: 3 }) });

  const shown = (places: Locator, count: number) =>
    until(async () => (await places.getByRole('button', { name: 'Place' }).count()) === count);

  test('the first nodes are shown with the number of the others, which come by keyboard', async ({ host }) => {
    const page = await open(host, SPREAD);
    const places = sectionOf(page, 'Shown in');
    const paths = places.locator('.places > li');
    await shown(places, 8);
    assert.deepEqual(await layoutShifts(page), []);
    await places.getByRole('button', { name: 'Show more (32 left)' }).press('Enter');
    await shown(places, 32);
    await until(() => paths.nth(8).evaluate((path) => path.matches(':focus')));
    await places.getByRole('button', { name: 'Show more (8 left)' }).press('Enter');
    await shown(places, NODES);
    await until(() => paths.nth(32).evaluate((path) => path.matches(':focus')));
    assert.equal(await places.getByRole('button', { name: /^Show more/ }).count(), 0);
  });

  test('reviews that do not come say so, and come after another try', async ({ host }) => {
    const page = await host.open('<p>Host</p>', { elements: ['abs-catalogue.js', 'abs-details.js'] });
    await page.clock.install();
    const answer = await hold(page, /review\.do\?.*get=/);
    await page.evaluate(
      ([service, id]) => {
        document.body.innerHTML = `<abs-catalogue src="${service}"><abs-details asset-id="${id}"></abs-details></abs-catalogue>`;
      },
      [host.app.url, FIRST_ID] as const,
    );
    const reviews = sectionOf(page, 'Reviews');
    await reviews
      .getByRole('status')
      .getByText(/^Loading|taking a long time/)
      .waitFor();
    // What is above has come, so that nothing moves because of it.
    await page.locator('abs-details .places[aria-busy="false"]').waitFor();
    const placeOfForm = async () => (await reviews.getByRole('button', { name: 'Write a review' }).boundingBox())?.y;
    const before = await placeOfForm();
    await page.clock.runFor(6000);
    await reviews.getByText('The catalogue is taking a long time').waitFor();
    await reviews.getByRole('button', { name: 'Try again' }).focus();
    answer();
    await reviews.getByText('No reviews yet.').waitFor();
    assert.doesNotMatch(await focusOf(page), /^body/);
    assert.equal(await placeOfForm(), before);
  });
});
