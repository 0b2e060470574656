/** A list that somebody looks through, and chooses from by mouse, keyboard and finger. */
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import type { AbsGrid } from '../src/abs-grid.ts';
import { drawn } from './support/drawn.ts';
import { fingersOn } from './support/fingers.ts';
import { FIRST_ID, HOSTILE, MANY, MANY_NODE, manyAssets } from './support/many-assets.ts';
import { openGrid } from './support/open-grid.ts';
import { hold } from './support/picker.ts';
import { set } from './support/set.ts';
import { test } from './support/test.ts';

const QUERY = { node: MANY_NODE };
const DESCENDING = { ...QUERY, sorting: { by: 'name', direction: 'desc' } } as const;
const LISTS = '**/node.do?**search=**';

/** The IDs of so many assets from a position on. */
const idsFrom = (position: number, count: number) =>
  Array.from({ length: count }, (_, index) => FIRST_ID + position + index);
const sorted = (ids: readonly number[]) => ids.toSorted((one, other) => one - other);

test.use({ service: { catalogue: manyAssets } });

test.describe('choosing from abs-grid', () => {
  test('it shows pictures, names them, and opens one by keyboard', async ({ host }) => {
    const grid = await openGrid(host, { query: QUERY });
    const third = grid.page.getByRole('option', { name: 'picture 0000002.jpg, Image' });
    await third.locator('img').waitFor();
    await grid.page.getByRole('status').getByText('2,000 items').waitFor({ state: 'attached' });
    await expect(third).toHaveAttribute('aria-setsize', '2000');
    await expect(third).toHaveAttribute('aria-posinset', '3');
    for (const key of ['Tab', 'ArrowRight', 'Enter']) await grid.page.keyboard.press(key);
    await expect.poll(() => grid.told('abs-open')).toEqual([{ id: FIRST_ID + 1, position: 1 }]);
  });

  test('a click opens; with Ctrl, on the check mark, or if others are selected, it selects', async ({ host }) => {
    const grid = await openGrid(host, { query: QUERY });
    await grid.tile(3).click();
    await expect.poll(() => grid.told('abs-open')).toEqual([{ id: FIRST_ID + 3, position: 3 }]);
    await grid.tile(4).click({ modifiers: ['Control'] });
    await grid.selects(1);
    await grid.tile(5).click();
    await grid.selects(2);
    await grid.tile(4).locator('.check').click();
    await grid.selects(1);
    await expect.poll(() => grid.selected()).toEqual([FIRST_ID + 5]);
    await expect.poll(async () => (await grid.told('abs-select')).at(-1)).toEqual({ ids: [FIRST_ID + 5] });
    await expect.poll(async () => (await grid.told('abs-open')).length).toBe(1);
  });

  test('where a click selects, a double click and the magnifier open, and keep the selection', async ({ host }) => {
    const grid = await openGrid(host, { query: QUERY, max: 2 });
    const opens = (...positions: readonly number[]) =>
      expect.poll(async () => (await grid.told('abs-open')).map(({ position }) => position)).toEqual(positions);
    await grid.tile(4).click({ modifiers: ['Control'] });
    await grid.tile(4).dblclick();
    await opens(4);
    await grid.tile(6).dblclick();
    await opens(4, 6);
    await expect.poll(() => grid.selected()).toEqual([FIRST_ID + 4]);
    await grid.tile(5).click();
    await grid.selects(2);
    await grid.tile(7).dblclick();
    await opens(4, 6, 7);
    await grid.page.getByText('At most 2 can be selected.').waitFor({ state: 'detached' });
    await grid.tile(8).hover();
    await grid.tile(8).locator('.open').click();
    await opens(4, 6, 7, 8);
    await expect.poll(() => grid.selected()).toEqual([FIRST_ID + 4, FIRST_ID + 5]);
    // A double click on the check mark selects and deselects, as two clicks do.
    await grid.tile(4).locator('.check').dblclick();
    await expect.poll(async () => sorted(await grid.selected())).toEqual([FIRST_ID + 4, FIRST_ID + 5]);
    await opens(4, 6, 7, 8);
  });

  test('with letters of 250 %, the marks of a narrow tile leave its picture, and select and open', async ({ host }) => {
    const grid = await openGrid(host, { query: QUERY, view: 'justified', tile: 96, picks: true });
    await grid.page.evaluate(() => document.documentElement.style.setProperty('font-size', '40px'));
    await grid.tile(2).hover();
    for (const mark of ['.check', '.open']) {
      const widths = await grid.page
        .locator(`.tile ${mark}`)
        .evaluateAll((marks) => marks.map((each) => [each.clientWidth, each.parentElement?.clientWidth ?? 0] as const));
      assert.ok(widths.length > 5 && widths.every(([own, tile]) => own <= Math.max(24, tile * 0.3)), String(widths));
    }
    await grid.tile(2).locator('.check').click();
    await grid.selects(1);
    await grid.tile(2).locator('.open').click();
    await expect.poll(async () => (await grid.told('abs-open')).length).toBe(1);
  });

  test('if only one can be selected, a newer one replaces it, and if none can, every click opens', async ({ host }) => {
    const grid = await openGrid(host, { query: QUERY, selectable: 'one' });
    await grid.tile(2).locator('.check').click();
    await grid.tile(6).click();
    await expect.poll(() => grid.selected()).toEqual([FIRST_ID + 6]);
    await grid.page.keyboard.press('Control+a');
    await expect.poll(() => grid.selected()).toEqual([FIRST_ID + 6]);
    await grid.set({ selectable: 'none', selected: [] });
    await grid.tile(2).and(grid.page.locator(':not([aria-selected])')).waitFor();
    await grid.tile(2).click({ modifiers: ['Shift'] });
    await expect.poll(() => grid.told('abs-open')).toEqual([{ id: FIRST_ID + 2, position: 2 }]);
  });

  test('Shift selects from the anchor, even assets that are not loaded, and shrinks again', async ({ host }) => {
    const grid = await openGrid(host, { query: QUERY });
    await grid.tile(2).locator('.check').click();
    await grid.goTo(750);
    await grid.tile(751).click({ modifiers: ['Shift'] });
    await grid.selects(750);
    await expect.poll(async () => sorted(await grid.selected())).toEqual(idsFrom(2, 750));
    await grid.goTo(0);
    await grid.tile(4).click({ modifiers: ['Shift'] });
    await grid.selects(3);
    await grid.page.keyboard.press('Escape');
    await grid.selects(0);
  });

  test('Shift with arrow keys selects ranges, and Space single tiles', async ({ host }) => {
    const grid = await openGrid(host, { query: QUERY });
    await grid.tile(0).waitFor();
    for (const [key, count] of [
      ['ArrowRight', 0],
      ['Shift+ArrowDown', 6],
      ['Shift+ArrowUp', 1],
      ['Shift+End', 1000],
      ['Shift+Home', 2],
    ] as const) {
      await grid.list.press(key);
      await grid.selects(count);
    }
    for (const key of ['ArrowRight', 'ArrowRight', ' ']) await grid.list.press(key);
    await grid.selects(3);
    await expect.poll(async () => sorted(await grid.selected())).toEqual(idsFrom(0, 3));
  });

  test('Ctrl+A selects assets in their order, even if not loaded, and a message names the limit', async ({ host }) => {
    const grid = await openGrid(host, { query: QUERY, max: 1500 });
    await grid.tile(0).waitFor();
    await grid.list.press('Control+a');
    await grid.selects(1500);
    await expect.poll(() => grid.selected()).toEqual(idsFrom(0, 1500));
    await grid.page.getByText('At most 1,500 can be selected.').waitFor();
  });

  test('a rectangle selects what it touches, scrolls at the edge, and ends without a click', async ({ host }) => {
    const grid = await openGrid(host, { query: QUERY });
    await grid.tile(0).waitFor();
    // Its script comes after the list.
    await grid.page.waitForLoadState('networkidle');
    const { mouse } = grid.page;
    await mouse.move(80, 80);
    await mouse.down();
    await mouse.move(300, 300, { steps: 4 });
    await grid.selects(4);
    await mouse.move(90, 90, { steps: 4 });
    await grid.selects(1);
    await mouse.move(300, 798, { steps: 4 });
    // More than the two columns of a screen.
    await expect.poll(async () => (await grid.selected()).length).toBeGreaterThan(12);
    await mouse.move(300, 500);
    await mouse.up();
    await expect.poll(() => grid.told('abs-open')).toEqual([]);
    const columns = new Set((await grid.selected()).map((id) => (id - FIRST_ID) % 5));
    assert.deepEqual(columns, new Set([0, 1]));
  });

  test('a long press selects, as taps after it do, a moving finger scrolls, another press opens', async ({ host }) => {
    const grid = await openGrid(host, { query: QUERY }, { hasTouch: true, isMobile: true });
    const { page } = grid;
    await grid.tile(0).waitFor();
    // A clock that stands still decides how long a finger rests, however slow the browser is.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(60_000);
    const { touch, drag } = await fingersOn(page);
    const [one, other] = [
      { x: 80, y: 80, id: 0 },
      { x: 200, y: 80, id: 1 },
    ];
    await touch('touchStart', other);
    await touch('touchStart', one, other);
    await page.clock.runFor(700);
    await touch('touchEnd');
    await expect.poll(() => grid.selected(), 'two fingers').toEqual([]);
    await touch('touchStart', one);
    await page.clock.runFor(700);
    await grid.selects(1);
    await touch('touchEnd');
    for (const [position, count] of [
      [1, 2],
      [0, 1],
    ] as const) {
      await grid.tile(position).tap();
      await page.clock.runFor(100);
      await grid.selects(count);
    }
    await drag({ x: 300, y: 600 }, { x: 300, y: 200 });
    await touch('touchEnd');
    await expect.poll(() => page.locator('abs-grid .scroller').evaluate((list) => list.scrollTop)).toBeGreaterThan(100);
    await page.clock.runFor(700);
    const selected = await grid.selected();
    assert.equal(selected.length, 1);
    await expect.poll(() => grid.told('abs-open')).toEqual([]);
    await touch('touchStart', one);
    await page.clock.runFor(700);
    await touch('touchEnd');
    await expect.poll(async () => (await grid.told('abs-open')).length).toBe(1);
    await expect.poll(() => grid.selected(), 'opened, not selected').toEqual(selected);
  });

  test('another query clears the selection and tells it, unless the selection is kept', async ({ host }) => {
    const grid = await openGrid(host, { query: QUERY });
    await grid.tile(2).click({ modifiers: ['Control'] });
    await grid.set({ query: DESCENDING });
    await grid.page.getByRole('option', { name: /picture 0001999/ }).waitFor();
    await expect.poll(async () => (await grid.told('abs-select')).at(-1)).toEqual({ ids: [] });
    await grid.tile(2).click({ modifiers: ['Control'] });
    await grid.set({ keepsSelection: true, query: QUERY });
    await grid.page.getByRole('option', { name: HOSTILE }).waitFor();
    await expect.poll(() => grid.selected()).toEqual([FIRST_ID + MANY - 3]);
    await grid.goTo(MANY - 3);
    await expect(grid.tile(MANY - 3)).toHaveAttribute('aria-selected', 'true');
  });
});

test.describe('looking through abs-grid', () => {
  test('after each key, the active tile is on the screen, in every view', async ({ host }) => {
    const grid = await openGrid(host, { query: QUERY });
    const keys = ['PageDown', 'PageDown', 'ArrowDown', 'End', 'ArrowUp', 'PageUp', 'ArrowLeft', 'Home', 'ArrowDown'];
    for (const view of ['square', 'justified', 'list'] as const) {
      await grid.set({ view });
      await grid.goTo(0);
      for (const key of keys) {
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
    const grid = await openGrid(host, { query: QUERY });
    await grid.tile(0).waitFor();
    await grid.page.mouse.move(300, 300);
    await grid.page.mouse.wheel(0, 3000);
    await grid.page.locator('abs-grid #tile-1').waitFor({ state: 'detached' });
    await grid.page.keyboard.press('Tab');
    await grid.page.waitForFunction(() => {
      const root = document.querySelector('abs-grid')?.shadowRoot;
      const tile = root?.getElementById(root.querySelector('.scroller')?.getAttribute('aria-activedescendant') ?? '');
      return tile !== null && tile !== undefined && tile.getBoundingClientRect().top > -200;
    });
  });

  test('the scrubber moves by keys and by dragging, and names the position', async ({ host }) => {
    const grid = await openGrid(host, { query: QUERY });
    await grid.tile(0).waitFor();
    const slider = grid.page.getByRole('slider', { name: 'Position in the list' });
    const shown = (position: number) => grid.tile(position).locator('img').waitFor();
    await slider.press('End');
    await shown(MANY - 1);
    await slider.press('Home');
    await shown(0);
    await expect(slider).toHaveAttribute('aria-valuetext', '1 of 2,000');
    await slider.press('PageDown');
    await expect.poll(grid.first).toBeGreaterThan(MANY / 50);
    await slider.press('Home');
    const { x, y, width, height } = (await slider.boundingBox()) ?? assert.fail();
    const { mouse } = grid.page;
    await mouse.move(x + width / 2, y + 10);
    await mouse.down();
    await mouse.move(x + width / 2, y + 10 + (height - 40) / 2, { steps: 10 });
    await grid.page.locator('.bubble').waitFor();
    await mouse.up();
    await grid.page.locator('.bubble').waitFor({ state: 'detached' });
    const first = await grid.first();
    assert.ok(Math.abs(first - MANY / 2) < 50, `${first}`);
    await shown(first);
    await expect.poll(async () => (await grid.told('abs-scroll')).length > 0).toBeTruthy();
  });

  test('a list by date has headings in every view, and the scrubber says what is at its place', async ({ host }) => {
    const sorting = { by: 'uploaddate', direction: 'desc' } as const;
    const grid = await openGrid(host, { query: { ...QUERY, sorting } });
    const { page } = grid;
    const headings = page.locator('abs-grid .heading');
    // 2,000 assets, four a day since the first day of 2020.
    await expect(headings.first()).toHaveText('Fri, May 14, 2021');
    await expect(grid.tile(0)).toHaveAttribute('aria-description', 'Fri, May 14, 2021');
    await expect(grid.tile(4)).toHaveAttribute('aria-description', 'Thu, May 13, 2021');
    for (const view of ['justified', 'square', 'list'] as const) {
      await grid.set({ view });
      await grid.goTo(1000);
      // A day begins there, so its heading is at the upper edge.
      await expect(headings.filter({ hasText: 'Sun, September 6, 2020' })).toBeInViewport();
      await expect(grid.tile(1001)).not.toHaveAttribute('aria-description');
      const apart = await page.evaluate(() => {
        const { shadowRoot } = document.querySelector('abs-grid') as HTMLElement;
        const edges = [...(shadowRoot?.querySelectorAll('.heading') ?? [])].map((each) => each.getBoundingClientRect());
        const tiles = [...(shadowRoot?.querySelectorAll('.tile') ?? [])].map((each) => each.getBoundingClientRect());
        return edges.every(({ top, bottom }) =>
          tiles.every((tile) => tile.bottom <= top + 1 || tile.top >= bottom - 1),
        );
      });
      assert.ok(apart, `a heading of ${view} covers a tile`);
    }
    const slider = page.getByRole('slider', { name: 'Position in the list' });
    await expect(slider).toHaveAttribute('aria-valuetext', 'Sun, September 6, 2020, 1,001 of 2,000');
    await slider.press('Home');
    const { x, y, width, height } = (await slider.boundingBox()) ?? assert.fail();
    await page.mouse.move(x + width / 2, y + 10);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height * 0.75, { steps: 10 });
    await expect(page.locator('.bubble b')).toHaveText(/2020$/);
    await page.mouse.up();
    await grid.set({ query: QUERY });
    await expect(headings).toHaveCount(0);
    await grid.goTo(1000);
    await expect(slider).toHaveAttribute('aria-valuetext', 'P, 1,001 of 2,000');
  });

  test('what has no picture shows its name and kind, and asks for no placeholder', async ({ host }) => {
    const pictures: string[] = [];
    const grid = await openGrid(host, {});
    grid.page.on('request', (request) => /asset\.do\?\w+=1006&/.test(request.url()) && pictures.push(request.url()));
    await grid.set({ query: { ids: [1006] } });
    await expect(grid.tile(0)).toHaveText('record.tif');
    await grid.set({ view: 'list' });
    await expect(grid.tile(0).getByText('record.tif')).toBeVisible();
    assert.deepEqual(pictures, []);
  });

  test('a position that is set together with a query is shown, and is kept in another view', async ({ host }) => {
    const grid = await openGrid(host, { query: QUERY });
    await grid.page.locator('abs-grid').evaluate((element: AbsGrid, query) => {
      element.query = query;
      element.goTo(1333);
    }, DESCENDING);
    await grid.tile(1333).locator('img').waitFor();
    const position = await grid.first();
    assert.ok(position <= 1333 && position > 1325, `${position}`);
    await grid.set({ view: 'list' });
    await grid.page.locator('abs-grid .tile.list img').first().waitFor();
    await expect.poll(() => grid.first()).toBe(1333);
    // A position beyond the end shows the end.
    await grid.page.locator('abs-grid').evaluate((element: AbsGrid) => element.goTo(1e9));
    await grid
      .tile(MANY - 1)
      .locator('img')
      .waitFor();
  });

  test('an equal query keeps the list and its place, and a removed one stands for all assets', async ({ host }) => {
    const grid = await openGrid(host, { query: {} });
    const { page } = grid;
    await grid.goTo(900);
    const firstPages: string[] = [];
    // A list that is loaded anew begins with its first page.
    page.on('request', (request) => /[?&]page=1(?:&|$)/.test(request.url()) && firstPages.push(request.url()));
    const [before, after] = await page.locator('abs-grid').evaluate(async (element: AbsGrid) => {
      const top = () => element.shadowRoot?.querySelector('.scroller')?.scrollTop;
      const start = top();
      for (let update = 0; update < 20; update += 1) {
        element.query = {};
        await element.updateComplete;
      }
      return [start, top()];
    });
    assert.ok(before && before === after);
    assert.deepEqual(firstPages, []);
    for (const removed of [undefined, null]) {
      await grid.set({ query: { text: 'nothing has this name' } });
      await page.getByText('Nothing here').waitFor();
      await page.locator('abs-grid').evaluate((element, query) => Object.assign(element, { query }), removed);
      await grid.tile(0).waitFor();
    }
  });

  test('names of markup, or of 255 wide characters, are shown as text that fits', async ({ host }) => {
    const grid = await openGrid(host, { query: QUERY, captions: true }, { viewport: { width: 320, height: 640 } });
    for (const view of ['square', 'justified', 'list'] as const) {
      await grid.set({ view });
      await grid.page.locator(`abs-grid .${view} .name`).getByText(HOSTILE).last().waitFor();
      const right = (selector: string) =>
        grid.page
          .locator(`abs-grid ${selector}`)
          .evaluateAll((found) => Math.max(...found.map((each) => each.getBoundingClientRect().right)));
      await expect.poll(async () => (await right('.name')) <= (await right('.box')), view).toBeTruthy();
      await expect(grid.page.locator('abs-grid img[onerror]')).toHaveCount(0);
    }
  });

  test('captions show the wanted field, and the name if the field has no value', async ({ host }) => {
    const query = { text: '', isDeep: true };
    const grid = await openGrid(host, { captions: true, captionField: 'info_100', query });
    await grid.page.getByText('Dawn', { exact: true }).waitFor();
    await grid.page.getByText(HOSTILE).waitFor();
    await grid.set({ captionField: 'name' });
    await grid.page.getByText('dawn <b>.jpg').waitFor();
  });

  test('right to left, the first tile is at the right, and the left arrow key goes on', async ({ host }) => {
    const grid = await openGrid(host, { query: QUERY });
    await grid.page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    await grid.set({ view: 'justified' });
    await grid.tile(1).locator('img').waitFor();
    const [first, second] = await Promise.all([grid.tile(0).boundingBox(), grid.tile(1).boundingBox()]);
    assert.ok(first && second && first.x > second.x && first.x + first.width > 980 && second.x > 0);
    await grid.list.press('ArrowLeft');
    await grid.page.locator('[aria-activedescendant="tile-1"]').waitFor();
    const { mouse } = grid.page;
    await mouse.move(second.x + second.width / 2, 60);
    await mouse.down();
    await mouse.move(second.x + second.width / 2 + 20, 80, { steps: 3 });
    await mouse.up();
    await expect.poll(() => grid.selected()).toEqual([FIRST_ID + 1]);
  });
});

test.describe('abs-grid while a service is slow or fails', () => {
  test('until a query is answered, the list before stays and is busy; a late answer is not shown', async ({ host }) => {
    const grid = await openGrid(host, { query: QUERY });
    const { page } = grid;
    await grid.tile(0).locator('img, .card').waitFor();
    const answer = await hold(page, /search=lake/);
    const asked = page.waitForRequest(/search=lake/);
    await grid.set({ query: { text: 'lake' } });
    await asked;
    await expect(grid.list).toHaveAttribute('aria-busy', 'true');
    await grid.tile(0).waitFor();
    await grid.set({ query: DESCENDING });
    await grid.page.getByRole('option', { name: /picture 0001999/ }).waitFor();
    answer();
    // None, if the request has been cancelled.
    await (await asked).response();
    await drawn(page);
    await grid.page.getByRole('option', { name: /picture 0001999/ }).waitFor();
    await grid.set({ query: { text: 'lake' } });
    await page.getByText('No item contains “lake”').waitFor();
  });

  test('an empty list and a failed one say so; a button tries again and keeps the focus', async ({ host }) => {
    const grid = await openGrid(host, { query: { ...QUERY, text: 'nosuchword' } });
    const { page } = grid;
    await page.getByText('No items match').waitFor();
    await page.route(LISTS, (route) => route.fulfill({ status: 500, body: 'broken' }));
    await grid.set({ query: QUERY });
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    await expect(page.getByText('Loading')).toHaveCount(0);
    await page.unroute(LISTS);
    await retry.press('Enter');
    await grid.tile(0).locator('img, .card').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.locator('[aria-activedescendant="tile-1"]').waitFor();
  });

  test('the focus goes to the message that replaces the list, and back to the list', async ({ host }) => {
    const grid = await openGrid(host, { query: QUERY });
    const focused = (role: string) =>
      expect
        .poll(() => grid.page.locator('abs-grid').evaluate(({ shadowRoot }) => shadowRoot?.activeElement?.role))
        .toBe(role);
    await grid.list.focus();
    await grid.set({ query: { ...QUERY, text: 'nothinghasthisword' } });
    await focused('status');
    await grid.set({ query: QUERY });
    await focused('listbox');
  });

  test('after a jump, pictures off the screen are cancelled, and those beside it come last', async ({ host }) => {
    // None of the assets whose pictures the browser would have already.
    const grid = await openGrid(host, { query: { node: 4 } });
    const ofFirst = new RegExp(`=${FIRST_ID}&`);
    const answer = await hold(grid.page, /asset\.do\?/);
    const asked = grid.page.waitForRequest(ofFirst);
    await grid.set({ query: QUERY });
    await asked;
    const cancelled = grid.page.waitForEvent('requestfailed', (request) => ofFirst.test(request.url()));
    await grid.page.locator('abs-grid').evaluate((element: AbsGrid) => element.goTo(700));
    await grid.tile(700).locator('img').waitFor();
    await cancelled;
    answer();
    await grid.page.locator('abs-grid .tile img[fetchpriority="low"]').first().waitFor({ state: 'attached' });
  });

  test('pictures that cannot be loaded leave the name and the extension of the file', async ({ host }) => {
    const grid = await openGrid(host, { query: { node: 4 } });
    await grid.page.route('**/asset.do?**', (route) => route.fulfill({ status: 500, body: '' }));
    await grid.set({ query: QUERY });
    const picture = grid.page.locator('abs-grid .picture[data-extension=jpg]').first();
    await picture.locator('img[hidden]').waitFor({ state: 'attached' });
    const content = await picture.evaluate((element) => getComputedStyle(element, '::before').content);
    assert.ok(content.includes(HOSTILE) && content.includes('jpg'), content);
    await set(grid.page, 'abs-catalogue', { theme: 'dark' });
    const [ink = 0, ground = 0] = await picture.evaluate((element) =>
      [getComputedStyle(element, '::before').color, getComputedStyle(element).backgroundColor].map((colour) =>
        Number(/\d+/.exec(colour)),
      ),
    );
    assert.ok(ink - ground > 100, `${ink} on ${ground}`);
  });
});
