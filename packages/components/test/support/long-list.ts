/** A long list on the page, and an asset in its middle. */
import { expect, type Locator, type Page } from '@playwright/test';
import { FIRST_ID, MANY_NODE, prepareAssets } from './many-assets.ts';

/** Position of the asset in its folder. */
export const PLACE = 1500;
export const ASSET = FIRST_ID + PLACE;

/** A keyword of the sample with a lower ID than the folder. */
const KEYWORD = 33;

/** Fills a data folder with a folder of 2,000 assets, of which one is in a keyword, too. */
export async function longList(data: string): Promise<void> {
  const nodesAt = (position: number) => (position === PLACE ? [KEYWORD, MANY_NODE] : [MANY_NODE]);
  await prepareAssets(data, { count: 2000, nodesAt });
}

/** Where the viewer says at which place of its list the asset is. */
export const placeIn = (page: Page): Locator => page.locator('abs-viewer .head').getByRole('status');

/** The title of the asset at a position, in the viewer. */
export function titleIn(page: Page, position: number): Locator {
  return page.locator('abs-viewer #title').getByText(`picture 000${position}.jpg`);
}

/** Closes the viewer, and waits until the list shows the asset at a position, whose tile is active, and has the focus. */
export async function closeAt(page: Page, position: number, name: string): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  const list = page.locator(`abs-grid [role=listbox][aria-activedescendant=tile-${position}]`);
  await expect(list).toBeFocused();
  await page.locator(`#tile-${position}[aria-label*="${name}"]`).waitFor();
  await page.waitForFunction((id) => {
    const root = document.querySelector('abs-page')?.shadowRoot?.querySelector('abs-browse')?.shadowRoot;
    const grid = root?.querySelector('abs-grid');
    const tile = grid?.shadowRoot?.getElementById(id);
    if (!grid || !tile) return false;
    const [outer, inner] = [grid.getBoundingClientRect(), tile.getBoundingClientRect()];
    // The list scrolls by whole pixels.
    return inner.top > outer.top - 1 && inner.bottom < outer.bottom + 1;
  }, `tile-${position}`);
}
