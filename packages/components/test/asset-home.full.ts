/** Links to an asset in the middle of a long list: its place there, its neighbours, and where the list is after it is closed. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { pageViolations } from './support/axe.ts';
import { drawn } from './support/drawn.ts';
import { FIRST_ID, MANY_NODE, prepareAssets } from './support/many-assets.ts';
import { hold } from './support/picker.ts';
import { test } from './support/test.ts';

const COUNT = 5000;
/** Position of the asset in its folder. */
const PLACE = 3000;
const ASSET = FIRST_ID + PLACE;
/** A keyword of the sample with a lower ID than the folder. */
const KEYWORD = 33;

const placeIn = (page: Page) => page.locator('abs-viewer .head').getByRole('status');
const titleIn = (page: Page, position: number) =>
  page.locator('abs-viewer #title').getByText(`picture 000${position}.jpg`);

/** Closes the viewer, and waits until the list shows the asset at a position, whose tile has the focus. */
async function closeAt(page: Page, position: number, name: string): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  const list = page.locator(`abs-grid [role=listbox][aria-activedescendant=tile-${position}]`);
  await list.waitFor();
  await page.locator(`#tile-${position}[aria-label*="${name}"]`).waitFor();
  await page.waitForFunction((id) => {
    const root = document.querySelector('abs-page')?.shadowRoot?.querySelector('abs-browse')?.shadowRoot;
    const grid = root?.querySelector('abs-grid');
    const tile = grid?.shadowRoot?.getElementById(id);
    if (!grid || !tile) return false;
    const [outer, inner] = [grid.getBoundingClientRect(), tile.getBoundingClientRect()];
    const hasFocus = grid.shadowRoot?.activeElement?.getAttribute('role') === 'listbox';
    // The list scrolls by whole pixels.
    return hasFocus && inner.top > outer.top - 1 && inner.bottom < outer.bottom + 1;
  }, `tile-${position}`);
}

test.describe('links to an asset in a long list, in a browser', () => {
  test.use({
    service: SERVICE({}, (data) =>
      prepareAssets(data, {
        count: COUNT,
        nodesAt: (position) => (position === PLACE ? [KEYWORD, MANY_NODE] : [MANY_NODE]),
      }),
    ),
  });

  test('a link to the asset alone shows it in its folder, with its neighbours, and closing it shows it there', async ({
    host,
  }) => {
    const page = await host.visit('about:blank');
    const searches: string[] = [];
    page.on('request', (request) => /[?&]paginate=1000\b/.test(request.url()) && searches.push(request.url()));
    await page.goto(`${host.app.url}/#asset=${ASSET}`);
    await placeIn(page).getByText('3,001 of 5,000').waitFor();
    await page.waitForFunction(([node, place]) => location.hash.includes(`node=${node}&at=${place}&`), [
      MANY_NODE,
      PLACE,
    ] as const);
    assert.equal(searches.length, 4);
    assert.deepEqual(await pageViolations(page), []);
    await page.keyboard.press('ArrowRight');
    await titleIn(page, 3001).waitFor();
    await page.keyboard.press('ArrowLeft');
    await titleIn(page, PLACE).waitFor();
    await page.keyboard.press('ArrowLeft');
    await titleIn(page, 2999).waitFor();
    await placeIn(page).getByText('3,000 of 5,000').waitFor();
    await page.keyboard.press('ArrowRight');
    await titleIn(page, PLACE).waitFor();
    await closeAt(page, PLACE, 'picture 0003000.jpg');
    assert.deepEqual(await pageViolations(page), []);
  });

  test('the picture stays as it is while its place is found', async ({ host }) => {
    const page = await host.visit('about:blank');
    const find = await hold(page, /[?&]paginate=1000\b/);
    // What is near the place comes last, and is not needed for the picture.
    await page.route(/[?&]paginate=100&page=3\d\b/, () => {});
    await page.goto(`${host.app.url}/#asset=${ASSET}`);
    await titleIn(page, PLACE).waitFor();
    await page.keyboard.press('+');
    const zoom = page.getByRole('button', { name: '150%' });
    await zoom.waitFor();
    find();
    await placeIn(page).getByText('3,001 of 5,000').waitFor();
    await drawn(page);
    assert.equal(await titleIn(page, PLACE).count(), 1);
    assert.equal(await zoom.count(), 1);
  });

  for (const [what, address, position, next] of [
    ['a node and an order', `node=${MANY_NODE}&sort=name-desc`, 1999, 2999],
    ['an order alone', 'sort=id-desc', 1999, 2999],
    ['a text', 'q=picture&sort=name-asc', 3000, 3001],
    ['filters', `node=${MANY_NODE}&fileExtensions=jpg&fileCategory=1`, 3000, 3001],
  ] as const)
    test(`a link with ${what} keeps its list, and shows the asset there`, async ({ host }) => {
      const page = await host.visit(`/#${address}&asset=${ASSET}`);
      await placeIn(page)
        .getByText(`${(position + 1).toLocaleString('en')} of 5,0`)
        .waitFor();
      await page.keyboard.press('ArrowRight');
      await titleIn(page, next).waitFor();
      await page.keyboard.press('ArrowLeft');
      await titleIn(page, PLACE).waitFor();
      await closeAt(page, position, 'picture 0003000.jpg');
      const kept = new URLSearchParams(address).keys();
      for (const key of kept) assert.ok(new URLSearchParams(new URL(page.url()).hash.slice(1)).has(key), key);
    });

  test('an asset that the filters of a link leave out has no neighbours, nor after a reload, and closing it shows the list from its top', async ({
    host,
  }) => {
    const page = await host.visit('about:blank');
    const comeBy = async (come: () => Promise<unknown>) => {
      const looked = page.waitForResponse(/[?&]paginate=1000\b/);
      await come();
      await titleIn(page, PLACE).waitFor();
      await (await looked).finished();
      await drawn(page);
      await page.keyboard.press('ArrowRight');
      const places = placeIn(page).getByText(/\d of \d/);
      assert.equal(await places.count(), 0);
      await titleIn(page, PLACE).waitFor();
    };
    await comeBy(() => page.goto(`${host.app.url}/#fileExtensions=png&asset=${ASSET}`));
    // Turning pages writes what the history keeps of the asset.
    for (const number of [2, 1])
      await page.locator('abs-viewer').evaluate((viewer, detail) => {
        viewer.dispatchEvent(new CustomEvent('abs-page', { detail: { page: detail }, bubbles: true, composed: true }));
      }, number);
    await comeBy(() => page.reload());
    await closeAt(page, 0, 'png');
  });
});
