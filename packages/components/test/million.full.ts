/** A list of a million assets: what does not depend on the pace of the machine. `npm run bench:grid` has the rest. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import type { Host } from './support/host.ts';
import { type AskedOfMillion, answerMillion, idAt, MILLION, pictureWidthOf } from './support/million.ts';
import { type OpenGrid, openGrid } from './support/open-grid.ts';
import { test } from './support/test.ts';

/** Positions of jumps. */
const FAR = 900_000;
const MIDDLE = 500_000;
/** Assets of a page of the list. */
const PAGE_SIZE = 100;

const VIEWS = ['square', 'justified', 'list'] as const;

/** A tile, and whose picture it shows. */
interface ShownTile {
  readonly position: number;
  readonly posinset: string | null;
  readonly setsize: string | null;
  readonly isOnScreen: boolean;
  /** ID of the asset in the address of the picture; NaN without a picture. */
  readonly pictureOf: number;
  /** Width of the loaded picture in pixels; 0 until it is loaded. */
  readonly width: number;
}

/** A list that jumps, what it has asked for meanwhile, and how many pictures of other places it may ask for. */
interface Jump {
  readonly grid: OpenGrid;
  readonly asked: AskedOfMillion;
  readonly spare: number;
}

test.describe('a list of a million assets', () => {
  /** Opens the list in a page of a site, and waits for its first pictures. */
  async function openMillion(
    host: Host,
    properties: Parameters<typeof openGrid>[1],
    viewport = { width: 1280, height: 720 },
  ): Promise<Pick<Jump, 'grid' | 'asked'>> {
    const grid = await openGrid(host, { query: { text: 'xyzzy' }, ...properties }, { viewport });
    const asked = await answerMillion(grid.page, host.app.url);
    await grid.set({ query: {} });
    await settled(grid.page, 0, false);
    return { grid, asked };
  }

  /** All tiles of the list that exist, in the order of their positions. */
  async function tilesOf(page: Page): Promise<readonly ShownTile[]> {
    const tiles = await page.locator('abs-grid').evaluate(({ shadowRoot }) => {
      const screen = shadowRoot?.querySelector('[role=listbox]')?.getBoundingClientRect();
      return [...(shadowRoot?.querySelectorAll<HTMLElement>('[role=option]') ?? [])].map((tile) => {
        const { top, bottom } = tile.getBoundingClientRect();
        const picture = tile.querySelector('img');
        return {
          position: Number(tile.dataset['position']),
          posinset: tile.getAttribute('aria-posinset'),
          setsize: tile.getAttribute('aria-setsize'),
          isOnScreen: screen !== undefined && bottom >= screen.top + 1 && top <= screen.bottom - 1,
          pictureOf: Number(/\b(?:thumb|preview)=(\d+)/.exec(picture?.src ?? '')?.[1]),
          width: picture?.complete ? picture.naturalWidth : 0,
        };
      });
    });
    return tiles.sort((one, other) => one.position - other.position);
  }

  /**
   * Waits for a tile from this position on, and pictures on the screen and, once the list has moved, beside it. The active one always
   * exists.
   */
  async function settled(page: Page, least = 0, hasMoved = true): Promise<void> {
    const grid = await page.locator('abs-grid').elementHandle();
    await page.waitForFunction(
      ([element, from, moved]) => {
        const found = element?.shadowRoot?.querySelectorAll<HTMLElement>('[role=option]:not(.active.empty)') ?? [];
        const tiles = [...found].map((tile) => ({
          isBeside: !tile.matches('.active') && tile.querySelector('img[fetchpriority=low]') !== null,
          isThere: Number(tile.dataset['position']) >= from && tile.querySelector('img') !== null,
          isLoaded: (tile.querySelector('img') ?? { naturalWidth: moved ? 0 : 1 }).naturalWidth > 0,
        }));
        const some = (name: 'isBeside' | 'isThere') => tiles.some((tile) => tile[name]);
        return (!moved || some('isBeside')) && some('isThere') && tiles.every(({ isLoaded }) => isLoaded);
      },
      [grid, least, hasMoved] as const,
    );
  }

  /** Asserts that the screen is full of tiles without a gap, each with its own picture and number. Returns their positions. */
  function assertRight(tiles: readonly ShownTile[]): readonly number[] {
    const shown = tiles.filter(({ isOnScreen }) => isOnScreen);
    const positions = shown.map(({ position }) => position);
    const [first = Number.NaN] = positions;
    assert.ok(shown.length >= 10, `${shown.length} tiles`);
    assert.deepEqual(
      shown,
      shown.map((_, index) => ({
        position: first + index,
        posinset: String(first + index + 1),
        setsize: String(MILLION),
        isOnScreen: true,
        pictureOf: idAt(first + index),
        width: pictureWidthOf(idAt(first + index)),
      })),
    );
    return positions;
  }

  const scrubberOf = (page: Page) => page.getByRole('slider', { name: 'Position in the list' });

  /** Presses the scrubber at a share of its way. */
  async function pressScrubber(page: Page, share: number): Promise<void> {
    const box = await scrubberOf(page).boundingBox();
    assert.ok(box);
    // The middle of the thumb, 40 pixels high, follows the pointer.
    await page.mouse.click(box.x + box.width / 2, box.y + 20 + share * (box.height - 40));
  }

  /**
   * Asserts that a jump has loaded each page and picture near its place once, and nothing else. Returns the positions on the
   * screen.
   */
  async function assertJumped({ grid, asked, spare }: Jump, before: readonly ShownTile[]) {
    const tiles = await tilesOf(grid.page);
    const shown = assertRight(tiles);
    assert.equal(await scrubberOf(grid.page).getAttribute('aria-valuenow'), String((shown[0] ?? Number.NaN) + 1));
    const old = new Set(before.map(({ position }) => position));
    const near = tiles.map(({ position }) => position).filter((position) => !old.has(position));
    const pages = new Set(near.map((position) => Math.floor(position / PAGE_SIZE) + 1));
    assert.ok(pages.size <= 3, `${pages.size} pages`);
    assert.deepEqual(asked.pages.toSorted(), [...pages].toSorted());
    const expected = new Set(near.map(idAt));
    const others = asked.pictures.filter((id) => !expected.has(id));
    assert.equal(new Set(asked.pictures).size, asked.pictures.length, 'no picture is asked for twice');
    assert.equal(asked.pictures.length - others.length, expected.size);
    assert.ok(others.length <= spare, `${others.length} pictures of other places`);
    return shown;
  }

  for (const view of VIEWS)
    test(`a jump shows exactly the pictures of its place, and loads no others, ${view}`, async ({ host }) => {
      const { grid, asked } = await openMillion(host, { view });
      // Justified rows beside the screen may change when the shapes of the pictures above them arrive.
      const jump = { grid, asked, spare: view === 'justified' ? 20 : 0 };
      assert.equal(await scrubberOf(grid.page).getAttribute('aria-valuemax'), String(MILLION));
      let before = await tilesOf(grid.page);
      asked.forget();
      await pressScrubber(grid.page, FAR / MILLION);
      await settled(grid.page, FAR / 2);
      const [first = Number.NaN] = await assertJumped(jump, before);
      // A pixel of the scrubber is more than a thousand items.
      assert.ok(Math.abs(first - FAR) < 3000, `${first}`);

      before = await tilesOf(grid.page);
      asked.forget();
      await grid.goTo(MIDDLE);
      await settled(grid.page);
      const [start = Number.NaN, ...others] = await assertJumped(jump, before);
      assert.ok(start <= MIDDLE && others.includes(MIDDLE + 1), `${start}`);
    });

  test('the address leads to item 900,000, and but for the first page nothing else is loaded', async ({ host }) => {
    const page = await host.visit('about:blank', { viewport: { width: 1280, height: 720 } });
    const asked = await answerMillion(page, host.app.url);
    await page.goto(`${host.app.url}/#at=${FAR}`);
    await settled(page, FAR);
    const [first = Number.NaN, ...others] = assertRight(await tilesOf(page));
    assert.ok(first <= FAR && others.includes(FAR + 1), `${first}`);
    const FAR_PAGE = FAR / PAGE_SIZE + 1;
    const far = asked.pages.filter((number) => number !== 1 && Math.abs(number - FAR_PAGE) > 2);
    assert.deepEqual(far, []);
  });
});
