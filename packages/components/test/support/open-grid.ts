import type { Locator, Page } from '@playwright/test';
import type { AbsGrid } from '../../src/abs-grid.ts';
import type { Host, HostPageOptions } from './host.ts';

/** A page with a grid. */
export interface OpenGrid {
  readonly page: Page;
  readonly list: Locator;
  /** The tile of a position. */
  tile(position: number): Locator;
  goTo(position: number): Promise<void>;
  set(properties: Partial<AbsGrid>): Promise<void>;
  selected(): Promise<readonly number[]>;
  /** Waits until so many assets are selected. */
  selects(count: number): Promise<void>;
  /** What the grid has told since it was opened: of assets only their IDs. */
  told(name: string): Promise<readonly Record<string, unknown>[]>;
  /** Position of the first whole tile on the screen. */
  first(): Promise<number>;
}

/** Opens a grid that fills the page. */
export async function openGrid(
  host: Pick<Host, 'open'>,
  properties: Partial<AbsGrid>,
  { inside = '', ...options }: HostPageOptions & { readonly inside?: string } = {},
): Promise<OpenGrid> {
  const page = await host.open('<abs-catalogue src="$SERVICE" locale="en"><div class="host"></div></abs-catalogue>', {
    viewport: { width: 1000, height: 800 },
    elements: ['abs-catalogue.js', 'abs-grid.js'],
    ...options,
  });
  const element = page.locator('abs-grid');
  const args = [inside, properties] as const;
  await page.locator('.host').evaluate((box: HTMLElement, [attributes, given]) => {
    // The page has no styles of its own, because its policy allows none inline.
    box.style.height = '97vh';
    // With its properties from the beginning, because the list of another query could be clicked until the right one is there.
    box.innerHTML = `<abs-grid ${attributes}></abs-grid>`;
    const grid = box.firstElementChild as AbsGrid;
    const told: { name: string; detail: unknown }[] = [];
    Object.assign(globalThis, { told });
    for (const name of ['abs-list', 'abs-open', 'abs-select', 'abs-scroll'])
      grid.addEventListener(name, (event) => {
        const { asset, ...detail } = (event as CustomEvent).detail;
        told.push({ name, detail: asset ? { id: asset.id, ...detail } : detail });
      });
    Object.assign(grid, given);
  }, args);
  // The grey tiles before the first answer have the same IDs, and do nothing.
  const tile = (position: number) => page.locator(`#tile-${position}:not(.empty)`);
  return {
    page,
    list: page.getByRole('listbox'),
    tile,
    goTo: async (position) => {
      await element.evaluate((grid: AbsGrid, to) => grid.goTo(to), position);
      await tile(position).locator('img').waitFor();
    },
    set: (changed) => element.evaluate((grid: AbsGrid, given) => void Object.assign(grid, given), changed),
    selected: () => element.evaluate((grid: AbsGrid) => [...grid.selected]),
    selects: async (count) => {
      await page.waitForFunction(
        (wanted) => document.querySelector<AbsGrid>('abs-grid')?.selected.length === wanted,
        count,
      );
    },
    told: (name) =>
      page.evaluate((wanted) => {
        const { told } = globalThis as unknown as { told: { name: string; detail: Record<string, unknown> }[] };
        return told.filter((each) => each.name === wanted).map(({ detail }) => detail);
      }, name),
    first: () =>
      page.evaluate(() => {
        const root = document.querySelector('abs-grid')?.shadowRoot;
        const top = root?.querySelector('.scroller')?.getBoundingClientRect().top ?? 0;
        const tiles = [...(root?.querySelectorAll<HTMLElement>('.tile') ?? [])];
        const whole = tiles.filter((each) => each.getBoundingClientRect().top >= top - 1);
        return Math.min(...whole.map((each) => Number(each.dataset['position'])));
      }),
  };
}
