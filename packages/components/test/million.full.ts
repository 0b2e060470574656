/** A list of a million assets: what does not depend on the pace of the machine. `npm run bench:grid` has the rest. */
import assert from 'node:assert/strict';
import { expect, type Page } from '@playwright/test';
import { answerMillion, idAt, MILLION, pictureWidthOf } from './support/million.ts';
import { openGrid } from './support/open-grid.ts';
import { test } from './support/test.ts';

/** Positions of jumps. */
const FAR = 900_000;
const MIDDLE = 500_000;

const viewport = { width: 1280, height: 720 };

/** The tiles on the screen in the order of their positions, with the asset and the loaded pixels of each picture. */
async function tilesOn(page: Page) {
  const tiles = await page.locator('abs-grid').evaluate(({ shadowRoot }) => {
    const screen = shadowRoot?.querySelector('[role=listbox]')?.getBoundingClientRect() ?? new DOMRect();
    return [...(shadowRoot?.querySelectorAll<HTMLElement>('[role=option]') ?? [])].flatMap((tile) => {
      const { top, bottom } = tile.getBoundingClientRect();
      const picture = tile.querySelector('img');
      const shown = {
        position: Number(tile.dataset['position']),
        place: `${tile.getAttribute('aria-posinset')} of ${tile.getAttribute('aria-setsize')}`,
        pictureOf: Number(/\b(?:thumb|preview)=(\d+)/.exec(picture?.src ?? '')?.[1]),
        width: picture?.complete ? picture.naturalWidth : 0,
      };
      return bottom >= screen.top + 1 && top <= screen.bottom - 1 ? [shown] : [];
    });
  });
  return tiles.sort((one, other) => one.position - other.position);
}

/** Waits until the screen is full of tiles without a gap, each with its own picture and number, and one of them at `position`. */
async function showsAround(page: Page, position: number, reach = 0): Promise<void> {
  await expect(async () => {
    const tiles = await tilesOn(page);
    const first = tiles[0]?.position ?? Number.NaN;
    assert.ok(tiles.length >= 10, `${tiles.length} tiles`);
    assert.ok(first <= position + reach && first + tiles.length > position - reach, `from ${first}`);
    const expected = tiles.map((_, index) => {
      const id = idAt(first + index);
      const place = `${first + index + 1} of ${MILLION}`;
      return { position: first + index, place, pictureOf: id, width: pictureWidthOf(id) };
    });
    assert.deepEqual(tiles, expected);
  }).toPass();
}

test.describe('a list of a million assets', () => {
  for (const view of ['square', 'justified', 'list'] as const)
    test(`a jump shows exactly the pictures of its place, ${view}`, async ({ host }) => {
      const grid = await openGrid(host, { query: { text: 'xyzzy' }, view }, { viewport });
      await answerMillion(grid.page, host.app.url);
      await grid.set({ query: {} });
      await showsAround(grid.page, 0);
      const scrubber = await grid.page.getByRole('slider', { name: 'Position in the list' }).boundingBox();
      assert.ok(scrubber);
      // The middle of the thumb, 40 pixels high, follows the pointer, and a pixel is more than a thousand items.
      const y = scrubber.y + 20 + (FAR / MILLION) * (scrubber.height - 40);
      await grid.page.mouse.click(scrubber.x + scrubber.width / 2, y);
      await showsAround(grid.page, FAR, 3000);
      await grid.goTo(MIDDLE);
      await showsAround(grid.page, MIDDLE);
    });

  test('the address leads to item 900,000, and but for the first page nothing else is loaded', async ({ host }) => {
    const page = await host.visit('about:blank', { viewport });
    const pages = await answerMillion(page, host.app.url);
    await page.goto(`${host.app.url}/#at=${FAR}`);
    await showsAround(page, FAR);
    // A page of the list has 100 items.
    const far = pages.filter((number) => number !== 1 && Math.abs(number - (FAR / 100 + 1)) > 2);
    assert.deepEqual(far, []);
  });
});
