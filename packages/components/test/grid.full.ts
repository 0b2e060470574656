import assert from 'node:assert/strict';
import type { Route } from '@playwright/test';
import { until } from '../../service/test/support/until.ts';
import type { AbsGrid } from '../src/abs-grid.ts';
import { violationsInThemes } from './support/axe.ts';
import type { Host } from './support/host.ts';
import { layoutShifts } from './support/layout-shifts.ts';
import { FIRST_ID, MANY_NODE, prepareAssets, SIZES } from './support/many-assets.ts';
import { countNodes } from './support/nodes-left.ts';
import { openGrid } from './support/open-grid.ts';
import { test } from './support/test.ts';

const COUNT = 5000;
const HOSTILE = '<img onerror=alert(1) src=x>.jpg';
const WIDE = '漢'.repeat(240);
const QUERY = { node: MANY_NODE };
/** Finds none of the assets of `QUERY`, whose pictures the browser would have already. */
const OTHERS = { node: 4 };

test.describe('abs-grid in a browser', () => {
  let host: Host;
  test.beforeAll(async () => {
    const nameAt = (position: number) =>
      position === 0 ? HOSTILE : position === 1 ? `A${WIDE}` : `picture ${String(position).padStart(7, '0')}.jpg`;
    host = await openHost({}, (data) => prepareAssets(data, { count: COUNT, nameAt }));
  });
  test.afterAll(async () => {
    await host?.[Symbol.asyncDispose]();
  });

  test('a click opens; with Ctrl, on the check mark, or if others are selected, it selects', async ({ host }) => {
    await using grid = await openGrid(host, { query: QUERY });
    await grid.tile(3).click();
    assert.deepEqual(await grid.told('abs-open'), [{ id: FIRST_ID + 3, position: 3 }]);
    await grid.tile(4).click({ modifiers: ['Control'] });
    await grid.selects(1);
    await grid.tile(5).click();
    await grid.selects(2);
    await grid.tile(4).click();
    await grid.selects(1);
    assert.deepEqual(await grid.selected(), [FIRST_ID + 5]);
    assert.equal((await grid.told('abs-open')).length, 1);
  });

  test('where a click selects, a double click and the magnifier open, and the selection is as before', async ({
    host,
  }) => {
    await using grid = await openGrid(host, { query: QUERY, max: 2 });
    const opened: number[] = [];
    const opens = async (position: number) => {
      opened.push(FIRST_ID + position);
      await until(async () => (await grid.told('abs-open')).length === opened.length, `${position} is opened`);
    };
    await grid.tile(4).click({ modifiers: ['Control'] });
    await grid.selects(1);
    for (const position of [4, 6]) {
      await grid.tile(position).dblclick();
      await opens(position);
      assert.deepEqual(await grid.selected(), [FIRST_ID + 4]);
    }
    await grid.tile(5).click();
    await grid.selects(2);
    await grid.tile(7).dblclick();
    await opens(7);
    await grid.page.getByText('At most 2 can be selected.').waitFor({ state: 'detached' });
    await grid.tile(8).hover();
    const magnifier = grid.tile(8).locator('.open');
    assert.ok(((await magnifier.boundingBox())?.width ?? 0) >= 24);
    await magnifier.click();
    await opens(8);
    assert.deepEqual(await grid.selected(), [FIRST_ID + 4, FIRST_ID + 5]);
    assert.deepEqual(
      (await grid.told('abs-open')).map(({ id }) => id),
      opened,
    );
    // A double click on the check mark selects and deselects, as two clicks do.
    await grid.tile(4).locator('.check').dblclick();
    assert.deepEqual(new Set(await grid.selected()), new Set([FIRST_ID + 4, FIRST_ID + 5]));
    assert.equal((await grid.told('abs-open')).length, opened.length);
    assert.deepEqual(await violationsInThemes(grid.page), []);

    await grid.set({ selectable: 'one', selected: [FIRST_ID + 4] });
    await grid.tile(9).dblclick();
    await opens(9);
    assert.deepEqual(await grid.selected(), [FIRST_ID + 4]);
    await grid.set({ selected: [] });
    await grid.tile(9).and(grid.page.locator(':not(:has(.open))')).waitFor();
  });

  test('the magnifier covers neither check mark nor caption, in any view', async ({ host }) => {
    await using grid = await openGrid(
      host,
      { query: QUERY, captions: true, selected: [FIRST_ID + 1] },
      { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
    );
    for (const view of ['square', 'justified', 'list'] as const) {
      await grid.set({ view });
      await grid.page.locator(`#tile-0.${view}:not(.empty)`).waitFor();
      const boxes = await grid.tile(0).evaluate((tile) => {
        const of = (name: string) => tile.querySelector(name)?.getBoundingClientRect().toJSON() as DOMRect | undefined;
        return { tile: tile.getBoundingClientRect().toJSON(), open: of('.open'), others: [of('.check'), of('.name')] };
      });
      const { open, tile, others } = boxes;
      assert.ok(open && open.width >= 24 && open.height >= 24);
      assert.ok(open.left >= tile.left && open.right <= tile.right && open.top >= tile.top, view);
      for (const other of others) {
        const isApart: boolean =
          !other ||
          open.left >= other.right ||
          open.right <= other.left ||
          open.top >= other.bottom ||
          open.bottom <= other.top;
        assert.ok(isApart, `${view} ${JSON.stringify([open, other])}`);
      }
      const isSeen = await grid
        .tile(0)
        .evaluate((tile) => getComputedStyle(tile.querySelector('.open') ?? tile).opacity);
      assert.equal(isSeen, '1', view);
    }
  });

  test('if only one can be selected, a newer one replaces it, and if none can, every click opens', async ({ host }) => {
    await using grid = await openGrid(host, { query: QUERY, selectable: 'one' });
    await grid.tile(2).locator('.check').click();
    await grid.tile(6).click();
    assert.deepEqual(await grid.selected(), [FIRST_ID + 6]);
    await grid.page.keyboard.press('Control+a');
    assert.deepEqual(await grid.selected(), [FIRST_ID + 6]);
    await grid.set({ selectable: 'none', selected: [] });
    await grid.tile(2).and(grid.page.locator(':not([aria-selected])')).waitFor();
    await grid.tile(2).click({ modifiers: ['Shift'] });
    assert.deepEqual(await grid.told('abs-open'), [{ id: FIRST_ID + 2, position: 2 }]);
  });

  test('Ctrl+A selects assets in their order, even if they are not loaded, and a message names the limit', async ({
    host,
  }) => {
    await using grid = await openGrid(host, { query: QUERY, max: 1500 });
    await grid.tile(0).waitFor();
    await grid.list.press('Control+a');
    await grid.selects(1500);
    assert.deepEqual(
      await grid.selected(),
      Array.from({ length: 1500 }, (_, index) => FIRST_ID + index),
    );
    await grid.page.getByText('At most 1,500 can be selected.').waitFor();
    await grid.list.press('Escape');
    await grid.selects(0);
  });

  test('Shift with arrow keys selects ranges, and Space single tiles', async ({ host }) => {
    await using grid = await openGrid(host, { query: QUERY });
    await grid.tile(0).waitFor();
    await grid.list.press('ArrowRight');
    await grid.list.press('Shift+ArrowDown');
    await grid.selects(6);
    await grid.list.press('Shift+ArrowUp');
    await grid.selects(1);
    await grid.list.press('Shift+End');
    await grid.selects(1000);
    await grid.list.press('Shift+Home');
    await grid.selects(2);
    await grid.list.press('ArrowRight');
    await grid.list.press('ArrowRight');
    await grid.list.press(' ');
    await grid.selects(3);
    assert.deepEqual(new Set(await grid.selected()), new Set([FIRST_ID, FIRST_ID + 1, FIRST_ID + 2]));
  });

  test('a rectangle selects what it touches, scrolls at the edge, and ends without a click', async ({ host }) => {
    await using grid = await openGrid(host, { query: QUERY });
    await grid.tile(0).waitFor();
    const { page } = grid;
    await page.mouse.move(80, 80);
    await page.mouse.down();
    await page.mouse.move(300, 300, { steps: 4 });
    await grid.selects(4);
    await page.mouse.move(90, 90, { steps: 4 });
    await grid.selects(1);
    await page.mouse.move(300, 798, { steps: 4 });
    await page.waitForFunction(() => (document.querySelector<AbsGrid>('abs-grid')?.selected.length ?? 0) > 60);
    await page.mouse.move(300, 500);
    await page.mouse.up();
    assert.deepEqual(await grid.told('abs-open'), []);
    const positions = new Set((await grid.selected()).map((id) => (id - FIRST_ID) % 5));
    assert.deepEqual(positions, new Set([0, 1]));
  });

  test('a long press selects, taps after it select, too, and a moving finger scrolls', async ({ host }) => {
    await using grid = await openGrid(host, { query: QUERY }, { hasTouch: true, isMobile: true });
    const { page } = grid;
    await grid.tile(0).waitFor();
    // A clock that stands still decides how long a finger rests, however slow the browser is.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(60_000);
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchEnd' | 'touchMove', x = 0, y = 0) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
    await touch('touchStart', 200, 80);
    const fingers = [200, 80].map((x, id) => ({ x, y: 80, id }));
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers });
    await page.clock.runFor(700);
    await touch('touchEnd');
    assert.deepEqual(await grid.selected(), [], 'two fingers');
    await touch('touchStart', 80, 80);
    await page.clock.runFor(700);
    assert.equal((await grid.selected()).length, 1);
    await touch('touchEnd');
    await grid.tile(1).tap();
    await page.clock.runFor(100);
    await grid.selects(2);
    await grid.tile(0).tap();
    await page.clock.runFor(100);
    await grid.selects(1);
    await touch('touchStart', 300, 600);
    for (let y = 590; y > 200; y -= 30) await touch('touchMove', 300, y);
    await touch('touchEnd');
    await until(async () => (await page.locator('abs-grid .scroller').evaluate(({ scrollTop }) => scrollTop)) > 100);
    await page.clock.runFor(700);
    assert.equal((await grid.selected()).length, 1);
    assert.deepEqual(await grid.told('abs-open'), []);
  });

  test('a finger that moves after a long press selects a range, scrolls at the edge, and opens nothing', async ({
    host,
  }) => {
    await using grid = await openGrid(host, { query: QUERY }, { hasTouch: true, isMobile: true });
    const { page } = grid;
    await grid.tile(12).locator('img').waitFor();
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(60_000);
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchEnd' | 'touchMove', ...touchPoints: { x: number; y: number }[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints });
    const middleOf = async (position: number) => {
      const { x = 0, y = 0, width = 0, height = 0 } = (await grid.tile(position).boundingBox()) ?? {};
      return { x: x + width / 2, y: y + height / 2 };
    };
    const from = await middleOf(1);
    await touch('touchStart', from);
    await page.clock.runFor(700);
    await grid.selects(1);
    for (const [position, count] of [
      [2, 2],
      [12, 12],
      [3, 3],
      [0, 2],
    ] as const) {
      await touch('touchMove', await middleOf(position));
      await grid.selects(count);
    }
    const scrolled = () => page.locator('abs-grid .scroller').evaluate(({ scrollTop }) => scrollTop);
    assert.equal(await scrolled(), 0);
    await touch('touchMove', { x: from.x, y: 770 });
    await page.clock.runFor(1500);
    await until(async () => (await scrolled()) > 500, 'the list has scrolled');
    await touch('touchEnd');
    const count = (await grid.selected()).length;
    assert.ok(count > 20, `${count}`);
    await page.clock.runFor(1000);
    await until(async () => {
      const selected = (await grid.selected()).toSorted((one, other) => one - other);
      return selected.length >= count && selected.every((id, index) => id === FIRST_ID + 1 + index);
    }, 'the range has no gaps');
    assert.deepEqual(await grid.told('abs-open'), []);
  });

  test('another query clears the selection and fires an event, unless the selection is kept', async ({ host }) => {
    await using grid = await openGrid(host, { query: QUERY });
    await grid.tile(2).click({ modifiers: ['Control'] });
    await grid.set({ query: { ...QUERY, sorting: { by: 'name', direction: 'desc' } } });
    await grid.page.getByRole('option', { name: /picture 0004999/ }).waitFor();
    assert.deepEqual((await grid.told('abs-select')).at(-1), { ids: [] });
    await grid.tile(2).click({ modifiers: ['Control'] });
    await grid.set({ keepsSelection: true, query: QUERY });
    await grid.page.getByRole('option', { name: HOSTILE }).waitFor();
    assert.deepEqual(await grid.selected(), [FIRST_ID + COUNT - 3]);
    await grid.goTo(COUNT - 3);
    assert.equal(await grid.tile(COUNT - 3).getAttribute('aria-selected'), 'true');
  });

  test('after each key, the active tile is on the screen, in every view', async ({ host }) => {
    await using grid = await openGrid(host, { query: QUERY });
    for (const view of ['square', 'justified', 'list'] as const) {
      await grid.set({ view });
      await grid.goTo(0);
      for (const key of [
        'PageDown',
        'PageDown',
        'ArrowDown',
        'End',
        'ArrowUp',
        'PageUp',
        'ArrowLeft',
        'Home',
        'ArrowDown',
      ]) {
        await grid.list.press(key);
        await grid.page.waitForFunction(() => {
          const root = document.querySelector('abs-grid')?.shadowRoot;
          const list = root?.querySelector('.scroller');
          const tile = root?.getElementById(list?.getAttribute('aria-activedescendant') ?? '');
          if (!list || !tile) return false;
          const [outer, inner] = [list.getBoundingClientRect(), tile.getBoundingClientRect()];
          return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1 && inner.left >= outer.left - 1;
        });
      }
    }
  });

  test('after the list was scrolled, Tab leads to a tile on the screen', async ({ host }) => {
    await using grid = await openGrid(host, { query: QUERY });
    await grid.tile(0).waitFor();
    await grid.page.mouse.move(300, 300);
    await grid.page.mouse.wheel(0, 3000);
    await grid.page.waitForFunction(() => !document.querySelector('abs-grid')?.shadowRoot?.getElementById('tile-1'));
    await grid.page.keyboard.press('Tab');
    await grid.page.waitForFunction(() => {
      const root = document.querySelector('abs-grid')?.shadowRoot;
      const tile = root?.getElementById(root.querySelector('.scroller')?.getAttribute('aria-activedescendant') ?? '');
      return tile !== null && tile !== undefined && tile.getBoundingClientRect().top > -200;
    });
  });

  test('the scrubber moves by keys and by dragging, and names the position', async ({ host }) => {
    await using grid = await openGrid(host, { query: QUERY });
    await grid.tile(0).waitFor();
    const slider = grid.page.getByRole('slider', { name: 'Position in the list' });
    await slider.press('End');
    await grid
      .tile(COUNT - 1)
      .locator('img')
      .waitFor();
    await slider.press('Home');
    await grid.tile(0).locator('img').waitFor();
    assert.equal(await slider.getAttribute('aria-valuetext'), '1 of 5,000');
    await slider.press('PageDown');
    await grid.tile(260).locator('img').waitFor();
    const box = await slider.boundingBox();
    assert.ok(box && box.width >= 24);
    const x = box.x + box.width / 2;
    const { mouse } = grid.page;
    await slider.press('Home');
    await mouse.move(x, box.y + 10);
    await mouse.down();
    await mouse.move(x, box.y + 10 + (box.height - 40) / 2, { steps: 10 });
    await grid.page.locator('.bubble').waitFor();
    await mouse.up();
    await grid.page.locator('.bubble').waitFor({ state: 'detached' });
    const first = await grid.first();
    assert.ok(Math.abs(first - COUNT / 2) < 100, `${first}`);
    await grid.tile(first).locator('img').waitFor();
    assert.ok((await grid.told('abs-scroll')).length > 0);
  });

  test('the wheel over the scrubber moves the list alone, and with Ctrl it is left to the zoom of the browser', async ({
    host,
  }) => {
    await using grid = await openGrid(host, { query: QUERY });
    await grid.tile(0).waitFor();
    const slider = grid.page.getByRole('slider', { name: 'Position in the list' });
    const isPrevented = (ctrlKey: boolean) =>
      slider.evaluate((target, ctrl) => {
        const wheel = new WheelEvent('wheel', { deltaY: 900, ctrlKey: ctrl, cancelable: true });
        return !target.dispatchEvent(wheel);
      }, ctrlKey);
    assert.equal(await isPrevented(true), false);
    assert.equal(await slider.getAttribute('aria-valuenow'), '1');
    assert.equal(await isPrevented(false), true);
    await grid.page.locator('abs-grid .scrubber:not([aria-valuenow="1"])').waitFor();
  });

  test('names of markup, or of 255 wide characters, are shown as text that fits', async ({ host }) => {
    await using grid = await openGrid(
      host,
      { query: QUERY, captions: true },
      { viewport: { width: 320, height: 640 } },
    );
    for (const view of ['square', 'justified', 'list'] as const) {
      await grid.set({ view });
      await grid.page.getByText(HOSTILE).first().waitFor();
      const isInside = await grid.page.evaluate(() => {
        const root = document.querySelector('abs-grid')?.shadowRoot;
        const width = root?.querySelector('.box')?.getBoundingClientRect().right ?? 0;
        return [...(root?.querySelectorAll('.name') ?? [])].every(
          (name) => name.getBoundingClientRect().right <= width,
        );
      });
      assert.ok(isInside, view);
      assert.equal(await grid.page.locator('abs-grid img[onerror]').count(), 0);
      assert.deepEqual(await violationsInThemes(grid.page), [], view);
    }
  });

  test('captions show the wanted field, and the name if the field has no value', async ({ host }) => {
    await using grid = await openGrid(host, {
      captions: true,
      captionField: 'info_100',
      query: { text: '', isDeep: true },
    });
    await grid.page.getByText('Dawn', { exact: true }).waitFor();
    await grid.page.getByText(HOSTILE).waitFor();
    await grid.set({ captionField: 'name' });
    await grid.page.getByText('dawn <b>.jpg').waitFor();
  });

  test('right to left, the first tile is at the right, and the left arrow key goes on', async ({ host }) => {
    await using grid = await openGrid(host, { query: QUERY });
    await grid.page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    await grid.set({ view: 'justified' });
    await grid.tile(1).locator('img').waitFor();
    const [first, second] = await Promise.all([grid.tile(0).boundingBox(), grid.tile(1).boundingBox()]);
    assert.ok(first && second && first.x > second.x && first.x + first.width > 980 && second.x > 0);
    await grid.list.press('ArrowLeft');
    await grid.page.locator('[aria-activedescendant="tile-1"]').waitFor();
    await grid.page.mouse.move(second.x + second.width / 2, 60);
    await grid.page.mouse.down();
    await grid.page.mouse.move(second.x + second.width / 2 + 20, 80, { steps: 3 });
    await grid.page.mouse.up();
    assert.deepEqual(await grid.selected(), [FIRST_ID + 1]);
  });

  test('a position that is set together with a query is shown, and is kept in another view', async ({ host }) => {
    await using grid = await openGrid(host, { query: QUERY });
    await grid.page.locator('abs-grid').evaluate((element: AbsGrid) => {
      element.query = { node: 900, sorting: { by: 'name', direction: 'desc' } };
      element.goTo(3333);
    });
    await grid.tile(3333).locator('img').waitFor();
    const position = await grid.first();
    assert.ok(position <= 3333 && position > 3325, `${position}`);
    await grid.set({ view: 'list' });
    await grid.page.waitForFunction(() =>
      document.querySelector('abs-grid')?.shadowRoot?.querySelector('.tile.list img'),
    );
    assert.equal(await grid.first(), 3333);
  });

  test('a position beyond the end shows the end', async ({ host }) => {
    await using grid = await openGrid(host, { query: QUERY });
    await grid.page.locator('abs-grid').evaluate((element: AbsGrid) => element.goTo(1e9));
    await grid
      .tile(COUNT - 1)
      .locator('img')
      .waitFor();
  });

  test('an equal query keeps the list and its place, and a removed one stands for all assets', async ({ host }) => {
    await using grid = await openGrid(host, { query: {} });
    const { page } = grid;
    await grid.goTo(900);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    const shown = await page.locator('abs-grid').evaluate(async (element: AbsGrid) => {
      const top = () => element.shadowRoot?.querySelector('.scroller')?.scrollTop ?? 0;
      const before = top();
      for (let update = 0; update < 20; update += 1) {
        element.query = {};
        await element.updateComplete;
      }
      return { isScrolled: before > 0, moved: top() - before, isKnown: element.total !== undefined };
    });
    assert.deepEqual(shown, { isScrolled: true, moved: 0, isKnown: true });
    // A list that is loaded anew begins with its first page.
    assert.deepEqual(
      requests.filter((address) => /node\.do.*[?&]page=1(?:&|$)/.test(address)),
      [],
    );
    for (const removed of [undefined, null]) {
      await grid.set({ query: { text: 'nothing has this name' } });
      await page.getByText('Nothing here').waitFor();
      await page.locator('abs-grid').evaluate((element: AbsGrid, query) => Object.assign(element, { query }), removed);
      await grid.tile(0).waitFor();
    }
    assert.deepEqual(faults, []);
  });

  test('with forced colours, only chosen assets are ticked, as tiles and as lines', async ({ host }) => {
    await using grid = await openGrid(host, { query: QUERY }, { forcedColors: 'active' });
    for (const view of ['square', 'list'] as const) {
      await grid.set({ view });
      await grid.tile(0).waitFor();
      await grid.set({ selected: [FIRST_ID] });
      await grid.page.locator('#tile-0[aria-selected=true]').waitFor();
      const isTicked = (position: number) =>
        grid.tile(position).evaluate((tile) => {
          const { content, display, visibility } = getComputedStyle(tile.querySelector('.check') ?? tile, '::after');
          return content !== 'none' && display !== 'none' && visibility === 'visible';
        });
      assert.deepEqual([await isTicked(0), await isTicked(1)], [true, false], view);
    }
  });
});

test.describe('abs-grid with a service that fails', () => {
  test.use({ service: { catalogue: (data) => prepareAssets(data, { count: 1000 }) } });

  test('an empty list and one that failed say so, and the second has a button that tries again and keeps the focus', async ({
    host,
  }) => {
    await using grid = await openGrid(host, { query: { node: MANY_NODE, text: 'nosuchword' } });
    await grid.page.getByText('No items match').waitFor();
    assert.deepEqual(await violationsInThemes(grid.page), []);
    await grid.set({ query: { text: 'nosuchword' } });
    await grid.page.getByText('No items have all these words').waitFor();
    await grid.page.route('**/node.do?**search=**', (route) => route.fulfill({ status: 500, body: 'broken' }));
    await grid.set({ query: QUERY });
    const retry = grid.page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    assert.equal(await grid.page.getByText('Loading').count(), 0);
    assert.deepEqual(await violationsInThemes(grid.page), []);
    await grid.page.unroute('**/node.do?**search=**');
    await retry.focus();
    await grid.page.keyboard.press('Enter');
    await grid.tile(0).locator('img').waitFor();
    await grid.page.keyboard.press('ArrowRight');
    await grid.page.locator('[aria-activedescendant="tile-1"]').waitFor();
  });

  test('an answer without its assets is a failure, and leaves no grey tiles', async ({ host }) => {
    await using grid = await openGrid(host, { query: QUERY });
    await grid.tile(0).locator('img').waitFor();
    for (const [place, data] of [[], [null, null]].entries()) {
      const body = JSON.stringify({ version: 2, status: 200, data, total: 500 });
      await grid.page.route('**/node.do?**search=**', (route) => route.fulfill({ status: 200, body }));
      await grid.set({ query: { ...QUERY, text: `word${place}` } });
      await grid.page.getByText('The answer cannot be read').waitFor();
      await grid.page.unroute('**/node.do?**search=**');
      await grid.page.getByRole('button', { name: 'Try again' }).click();
      await grid.page.getByText('No items match').waitFor();
    }
  });

  test('the focus goes to the message that replaces the list, and back to the list', async ({ host }) => {
    await using grid = await openGrid(host, { query: QUERY });
    await grid.list.focus();
    const focused = (role: string) =>
      grid.page.waitForFunction(
        (wanted) => document.querySelector('abs-grid')?.shadowRoot?.activeElement?.role === wanted,
        role,
      );
    await grid.set({ query: { ...QUERY, text: 'nothinghasthisword' } });
    await focused('status');
    await grid.set({ query: QUERY });
    await focused('listbox');
  });

  test('a service that allows only small pages is asked for small pages', async ({ host }) => {
    const small = await openHost({ ABS_MAX_PAGE_SIZE: '30' }, (data) => prepareAssets(data, { count: 100 }));
    await using grid = await openGrid(small, { query: QUERY });
    await grid.goTo(70);
    await grid.list.press('Control+a');
    await grid.selects(100);
    assert.deepEqual((await grid.selected()).slice(69, 71), [FIRST_ID + 69, FIRST_ID + 70]);
  });

  test('a page that fails while scrolling is requested once, and again by the button', async ({ host }) => {
    await using grid = await openGrid(host, { query: QUERY });
    await grid.tile(0).locator('img').waitFor();
    let asked = 0;
    await grid.page.route('**/node.do?**page=8**', (route) => {
      asked += 1;
      return route.fulfill({ status: 500, body: 'broken' });
    });
    await grid.page.locator('abs-grid').evaluate((element: AbsGrid) => element.goTo(740));
    const retry = grid.page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    assert.deepEqual(await violationsInThemes(grid.page), []);
    // Moving within the same page asks nothing anew.
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft']) await grid.list.press(key);
    assert.equal(asked, 1);
    await grid.page.unroute('**/node.do?**page=8**');
    await retry.click();
    await grid.tile(740).locator('img').waitFor();
    await retry.waitFor({ state: 'detached' });
  });

  test('after the catalogue has changed, a range begins at the asset that is chosen next', async ({ host }) => {
    await using grid = await openGrid(host, { query: QUERY });
    await grid.tile(2).locator('.check').click();
    await grid.page.route('**/node.do?**page=8**', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), total: 999 } });
    });
    await grid.goTo(740);
    assert.equal(await grid.tile(745).getAttribute('aria-setsize'), '999');
    await grid.tile(745).click({ modifiers: ['Shift'] });
    await grid.selects(2);
  });

  test('a busy service is asked again by itself', async ({ host }) => {
    await using grid = await openGrid(host, { query: { node: 1 } });
    await until(async () => (await grid.told('abs-list')).length > 0);
    let asked = 0;
    // The client itself tries three times more.
    await grid.page.route('**/node.do?**search=**', (route) => {
      asked += 1;
      return asked <= 4
        ? route.fulfill({ status: 503, headers: { 'retry-after': '0', 'access-control-allow-origin': '*' }, body: '' })
        : route.continue();
    });
    await grid.set({ query: QUERY });
    await grid.tile(0).locator('img').waitFor();
    assert.equal(asked, 5);
  });

  test('until the next query is answered, the list before stays and is marked as busy', async ({ host }) => {
    await using grid = await openGrid(host, { query: QUERY });
    await grid.tile(0).locator('img').waitFor();
    let answer = () => {};
    const asked = Promise.withResolvers<void>();
    await grid.page.route('**/node.do?**search=lake**', async (route) => {
      asked.resolve();
      await new Promise<void>((go) => {
        answer = go;
      });
      await route.continue();
    });
    await grid.set({ query: { text: 'lake' } });
    await asked.promise;
    assert.equal(await grid.list.getAttribute('aria-busy'), 'true');
    await grid.tile(0).waitFor();
    await new Promise((done) => setImmediate(done));
    answer();
    await grid.page.getByText('No items have all these words').waitFor();
  });

  test('after a jump, pictures that left the screen are cancelled, and those beside the screen come last', async ({
    host,
  }) => {
    await using grid = await openGrid(host, { query: OTHERS });
    const held: Route[] = [];
    const cancelled: string[] = [];
    await grid.page.route('**/asset.do?**', (route) => void held.push(route));
    grid.page.on('requestfailed', (request) => void cancelled.push(request.url()));
    await grid.set({ query: QUERY });
    await grid.tile(0).locator('img').waitFor();
    await until(() => held.some((route) => route.request().url().includes(`=${FIRST_ID}&`)));
    await grid.page.locator('abs-grid').evaluate((element: AbsGrid) => element.goTo(700));
    await grid.tile(700).locator('img').waitFor();
    const isCancelled = () => cancelled.some((url) => url.includes(`=${FIRST_ID}&`));
    await until(isCancelled, 'the first picture is cancelled');
    const beside = () => grid.page.locator('abs-grid .tile img[fetchpriority="low"]').count();
    await grid.page.unroute('**/asset.do?**');
    for (const route of held) await route.continue().catch(() => {});
    await until(async () => (await beside()) > 0, 'the pictures beside the screen are loaded');
  });

  test('pending pictures are cancelled for the next query, and loaded again if it has them, too', async ({ host }) => {
    await using grid = await openGrid(host, { query: OTHERS });
    const cancelled: string[] = [];
    const begun: Route[] = [];
    await grid.page.route('**/asset.do?**', (route) => void begun.push(route));
    grid.page.on('requestfailed', (request) => void cancelled.push(request.url()));
    await grid.set({ query: QUERY });
    // The tiles may still be those of the list before.
    await until(() => begun.some((route) => route.request().url().includes(`=${FIRST_ID}&`)));
    const asked = Promise.withResolvers<Route>();
    await grid.page.route('**/node.do?**sort_order**', asked.resolve);
    await grid.set({ query: { ...QUERY, sorting: { by: 'name', direction: 'asc' } } });
    await until(() => cancelled.some((url) => url.includes(`=${FIRST_ID}&`)));
    await grid.page.unroute('**/asset.do?**');
    // If the next list has not arrived for two seconds, the pictures are requested again.
    for (const route of begun) await route.continue().catch(() => {});
    await (await asked.promise).continue();
    await grid.page.waitForFunction(() => {
      const picture = document.querySelector('abs-grid')?.shadowRoot?.querySelector<HTMLImageElement>('#tile-0 img');
      return picture?.complete && picture.naturalWidth > 0;
    });
  });

  test('nothing moves but the list while it is scrolled fast, not even the text of the position', async ({ host }) => {
    await using grid = await openGrid(host, { query: QUERY });
    await grid.tile(0).locator('img').waitFor();
    await grid.page.getByRole('slider').waitFor();
    await grid.page.locator('abs-grid .scroller').evaluate(async (list) => {
      for (let frame = 0; frame < 200; frame += 1) {
        list.scrollTop += 300;
        await new Promise((drawn) => requestAnimationFrame(drawn));
      }
    });
    await grid.page.locator('.bubble').waitFor({ state: 'detached' });
    assert.deepEqual(await layoutShifts(grid.page), []);
  });

  test('scrolling through hundreds of tiles leaves no nodes behind, not even comments', async ({ host }) => {
    await using grid = await openGrid(host, { query: QUERY });
    await grid.tile(0).locator('img').waitFor();
    let max = 0;
    for (let position = 0; position < 700; position += 20) {
      await grid.goTo(position);
      max = Math.max(max, await countNodes(grid.page, 'abs-grid'));
    }
    assert.ok(max < 3000, `${max} nodes`);
  });

  test('on a phone with two pixels per point, tiles load pictures of their size, and previews only where most is cut off', async ({
    host,
  }) => {
    await using grid = await openGrid(
      host,
      { query: QUERY, tile: 148 },
      { viewport: { width: 375, height: 700 }, deviceScaleFactor: 2 },
    );
    await grid.tile(0).locator('img').waitFor();
    const addresses = await grid.page
      .locator('abs-grid .tile img')
      .evaluateAll((pictures) => pictures.map((picture) => (picture as HTMLImageElement).src));
    const PANORAMA = SIZES.findIndex(([width, height]) => width === 4 * height);
    assert.ok(addresses.length > SIZES.length);
    for (const address of addresses) {
      const [, operation, id] = /[?&](thumb|preview)=(\d+)/.exec(address) ?? [];
      const isPanorama = (Number(id) - FIRST_ID) % SIZES.length === PANORAMA;
      assert.equal(operation, isPanorama ? 'preview' : 'thumb', address);
    }
  });

  test('pictures that cannot be loaded leave the extension of the file', async ({ host }) => {
    await using grid = await openGrid(host, { query: OTHERS });
    await grid.page.route('**/asset.do?**', (route) => route.fulfill({ status: 500, body: '' }));
    await grid.set({ query: QUERY });
    await grid.page.locator('abs-grid img[hidden]').first().waitFor({ state: 'attached' });
    const text = await grid.page
      .locator('abs-grid .picture')
      .first()
      .evaluate((picture) => getComputedStyle(picture, '::before').content);
    assert.equal(text, '"jpg"');
  });
});
