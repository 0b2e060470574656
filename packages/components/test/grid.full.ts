/** Lists in less usual situations: screens, services and catalogues of which people notice little. */
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { fingersOn } from './support/fingers.ts';
import { FIRST_ID, MANY_NODE, manyAssets } from './support/many-assets.ts';
import { openGrid } from './support/open-grid.ts';
import { test } from './support/test.ts';

const QUERY = { node: MANY_NODE };
const LAST_PAGES = '**/node.do?**page=8**';

test.describe('abs-grid in less usual situations', () => {
  test.use({ service: { catalogue: manyAssets } });

  test('a finger that moves after a long press selects, scrolls at the edge, opens nothing', async ({ host }) => {
    const grid = await openGrid(host, { query: QUERY }, { hasTouch: true, isMobile: true });
    const { page } = grid;
    await grid.tile(12).locator('img').waitFor();
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(60_000);
    const { touch } = await fingersOn(page);
    const middleOf = async (position: number) => {
      const { x, y, width, height } = (await grid.tile(position).boundingBox()) ?? assert.fail();
      return { x: x + width / 2, y: y + height / 2, id: 1 };
    };
    const from = await middleOf(1);
    await touch('touchStart', from);
    await page.clock.runFor(700);
    await grid.selects(1);
    for (const [position, count] of [
      [12, 12],
      [3, 3],
      [0, 2],
    ] as const) {
      await touch('touchMove', await middleOf(position));
      await grid.selects(count);
    }
    const scrolled = () => page.locator('abs-grid .scroller').evaluate(({ scrollTop }) => scrollTop);
    assert.equal(await scrolled(), 0);
    await touch('touchMove', { ...from, y: 770 });
    await page.clock.runFor(1500);
    await expect.poll(scrolled).toBeGreaterThan(500);
    await touch('touchEnd');
    const count = (await grid.selected()).length;
    assert.ok(count > 20, `${count}`);
    await page.clock.runFor(1000);
    // The range has no gaps.
    await expect
      .poll(async () => (await grid.selected()).toSorted((one, other) => one - other))
      .toEqual(Array.from({ length: count }, (_, index) => FIRST_ID + 1 + index));
    assert.deepEqual(await grid.told('abs-open'), []);
  });

  test('the wheel over the scrubber moves the list alone, and with Ctrl zooms the browser', async ({ host }) => {
    const grid = await openGrid(host, { query: QUERY });
    await grid.tile(0).waitFor();
    const slider = grid.page.getByRole('slider', { name: 'Position in the list' });
    const isPrevented = (ctrlKey: boolean) =>
      slider.evaluate((target, ctrl) => {
        const wheel = new WheelEvent('wheel', { deltaY: 900, ctrlKey: ctrl, cancelable: true });
        return !target.dispatchEvent(wheel);
      }, ctrlKey);
    assert.equal(await isPrevented(true), false);
    await expect(slider).toHaveAttribute('aria-valuenow', '1');
    assert.equal(await isPrevented(false), true);
    await expect(slider).not.toHaveAttribute('aria-valuenow', '1');
  });

  test('with forced colours, only chosen assets are ticked, as tiles and as lines', async ({ host }) => {
    const grid = await openGrid(host, { query: QUERY, selected: [FIRST_ID] }, { forcedColors: 'active' });
    for (const view of ['square', 'list'] as const) {
      await grid.set({ view });
      await grid.page.locator(`#tile-0.${view}[aria-selected=true]`).waitFor();
      const isTicked = (position: number) =>
        grid.tile(position).evaluate((tile) => {
          const { content, display, visibility } = getComputedStyle(tile.querySelector('.check') ?? tile, '::after');
          return content !== 'none' && display !== 'none' && visibility === 'visible';
        });
      assert.deepEqual([await isTicked(0), await isTicked(1)], [true, false], view);
    }
  });

  test('after the catalogue has changed, a range begins at the asset that is chosen next', async ({ host }) => {
    const grid = await openGrid(host, { query: QUERY });
    await grid.tile(2).locator('.check').click();
    await grid.page.route(LAST_PAGES, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), total: 999 } });
    });
    await grid.goTo(740);
    await expect(grid.tile(745)).toHaveAttribute('aria-setsize', '999');
    await grid.tile(745).click({ modifiers: ['Shift'] });
    await grid.selects(2);
  });
});
