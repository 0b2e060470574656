import type { AbsGrid } from '../../src/abs-grid.ts';
import type { QuietBrowser, Screen } from './quiet-browser.ts';

/** What is measured. */
export interface Measurement {
  readonly view: AbsGrid['view'];
  readonly screen: Screen;
  /** Number of the measurement, from 0. */
  readonly turn: number;
  /** Number of assets of the list. */
  readonly assets: number;
  readonly rounds: number;
}

/** Functions for the code that runs in the page. */
export interface InPage {
  readonly grid: AbsGrid;
  readonly root: ShadowRoot;
  /** Resolves with the time of the next frame. */
  frame(): Promise<number>;
  /** The tiles of which at least a pixel is on the screen. */
  shownTiles(): readonly Element[];
  /** True if each picture on the screen is loaded. */
  isDrawn(): boolean;
}

declare global {
  var bench: InPage;
}

/** Opens a page with a grid of all assets that fills the window, and waits for its pictures. */
export async function openGridPage(
  browser: QuietBrowser,
  address: string,
  { view, screen }: Pick<Measurement, 'view' | 'screen'>,
) {
  const page = await browser.open(address, screen);
  await page.waitForFunction(() => document.querySelector('abs-grid')?.shadowRoot);
  await page.evaluate(install, view);
  await page.waitForFunction(() => bench.isDrawn());
  return { page, [Symbol.asyncDispose]: () => page.close() };
}

/** Runs in the page. */
function install(view: AbsGrid['view']): void {
  const grid = document.querySelector<AbsGrid>('abs-grid');
  const root = grid?.shadowRoot;
  if (!grid?.parentElement || !root) throw new Error('no grid');
  grid.parentElement.style.height = '97vh';
  Object.assign(grid, { query: { text: '' }, view });
  const shownTiles = () => {
    const { top, bottom } = grid.getBoundingClientRect();
    return [...root.querySelectorAll('.tile')].filter((tile) => {
      const box = tile.getBoundingClientRect();
      return box.bottom >= top + 1 && box.top <= bottom - 1;
    });
  };
  globalThis.bench = {
    grid,
    root,
    frame: () => new Promise((next) => requestAnimationFrame(next)),
    shownTiles,
    isDrawn: () => {
      const tiles = shownTiles();
      const pictures = tiles.map((tile) => tile.querySelector('img'));
      return tiles.length > 0 && pictures.every((picture) => picture?.complete && picture.naturalWidth > 0);
    },
  };
}
