/** `npm run bench:grid`: how fast the grid shows a million assets in Chromium; exit status 1 where a figure is missed. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { median, ms, percentile, report } from '../../service/bench/report.ts';
import { startServer } from '../../service/bench/service.ts';
import type { AbsGrid } from '../src/abs-grid.ts';
import { openSite, type Site } from '../test/support/host.ts';
import { openGrid } from '../test/support/open-grid.ts';
import { catalogueOfPictures, drawPictures } from './million.ts';

const { values } = parseArgs({
  options: {
    /** Where the generated catalogue is, or is made, which takes minutes. */
    folder: { type: 'string', default: join(tmpdir(), 'abs-bench-grid') },
    assets: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '7' },
  },
});
const [assets, rounds] = [Number(values.assets), Number(values.rounds)];
const SCREEN = { width: 1920, height: 1080 };
const FLUNG = Math.min(100_000, assets);
const FLING_SECONDS = 20;

/** Goes to places near nine tenths of the list, none of them twice, until all pictures on the screen are drawn. */
async function benchJumps(host: Site, view: AbsGrid['view']): Promise<void> {
  await using grid = await openGrid(host, { query: { text: '' }, view }, { viewport: SCREEN });
  await grid.tile(0).locator('img').waitFor();
  for (const [way, jump] of Object.entries(JUMPS)) {
    const times: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      await grid.goTo(round * 100);
      const share = 0.9 + round / 1000 + (way === 'scrubber' ? 0.0005 : 0);
      const time = await jump(grid.page, Math.floor(assets * share));
      // The first round is a warm-up.
      if (round > 0) times.push(time);
    }
    report({
      name: `${view}: jump to about item ${(assets * 0.9).toLocaleString('en')} by ${way}, until its pictures are drawn`,
      asked: '300 ms',
      measured: `${ms(median(times))} (slowest of ${rounds}: ${ms(Math.max(...times))})`,
      isReached: median(times) <= 300,
    });
  }
}

const JUMPS: Readonly<Record<string, (page: Page, position: number) => Promise<number>>> = {
  goTo: (page, position) => page.evaluate(jumpInPage, { position, share: undefined }),
  scrubber: (page, position) => page.evaluate(jumpInPage, { position: undefined, share: position / assets }),
};

/** Runs in the page: jumps, and returns the milliseconds until each picture on the screen is loaded and painted. */
async function jumpInPage({ position, share }: { position: number | undefined; share: number | undefined }) {
  const grid = document.querySelector<AbsGrid>('abs-grid');
  const root = grid?.shadowRoot;
  const track = root?.querySelector('.scrubber');
  if (!grid || !root || !track) throw new Error('no grid');
  const before = root.querySelector('.tile')?.id;
  const frame = () => new Promise((next) => requestAnimationFrame(next));
  const start = performance.now();
  if (position !== undefined) grid.goTo(position);
  else {
    const { left, top, height } = track.getBoundingClientRect();
    const at = { clientX: left + 5, clientY: top + (share ?? 0) * height, pointerId: 1, button: 0 };
    track.setPointerCapture = () => {};
    track.dispatchEvent(new PointerEvent('pointerdown', at));
    track.dispatchEvent(new PointerEvent('pointerup', at));
  }
  const isDrawn = () => {
    const { top, bottom } = grid.getBoundingClientRect();
    const tiles = [...root.querySelectorAll('.tile')].filter((tile) => {
      const box = tile.getBoundingClientRect();
      return box.bottom > top && box.top < bottom;
    });
    return (
      tiles.length > 0 &&
      tiles.every((tile) => {
        const picture = tile.querySelector('img');
        return picture?.complete && picture.naturalWidth > 0;
      })
    );
  };
  do await frame();
  while (root.querySelector('.tile')?.id === before || !isDrawn());
  return performance.now() - start;
}

/** Flings through many assets, with frames as fast as the browser draws them. */
async function benchFling(host: Site, view: AbsGrid['view']): Promise<void> {
  await using grid = await openGrid(host, { query: { text: '' }, view }, { viewport: SCREEN });
  await grid.tile(0).locator('img').waitFor();
  const session = await grid.page.context().newCDPSession(grid.page);
  await session.send('Performance.enable');
  const busyMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
  const before = await busyMs();
  const { frames, nodes, elements, shift, end } = await grid.page.evaluate(flingInPage, {
    assets: FLUNG,
    seconds: FLING_SECONDS,
  });
  const busy = (await busyMs()) - before;
  const perSecond = (1000 * frames.length) / frames.reduce((sum, each) => sum + each, 0);
  report({
    name: `${view}: frames while flinging through ${end.toLocaleString('en')} assets in ${FLING_SECONDS} s`,
    asked: '50 a second',
    measured: `${perSecond.toFixed(1)} a second (99 % within ${ms(percentile(frames, 99))}; the page works ${ms(busy / frames.length)} for each)`,
    isReached: perSecond >= 50 && end >= FLUNG * 0.9,
  });
  report({
    name: `${view}: most nodes of the grid meanwhile, ${elements} of them elements`,
    asked: '3,000',
    measured: nodes.toLocaleString('en'),
    isReached: nodes <= 3000,
  });
  report({
    name: `${view}: layout shift from opening the page to the end`,
    asked: '0',
    measured: String(shift),
    isReached: shift === 0,
  });
}

/** Runs in the page: scrolls the list in equal steps, one a frame, as a fling does. */
async function flingInPage({ assets: wanted, seconds }: { assets: number; seconds: number }) {
  const root = document.querySelector('abs-grid')?.shadowRoot;
  const list = root?.querySelector('.scroller');
  if (!root || !list) throw new Error('no grid');
  let shift = 0;
  new PerformanceObserver((entries) => {
    for (const entry of entries.getEntries()) shift += (entry as unknown as { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
  const tiles = [...root.querySelectorAll<HTMLElement>('.tile')];
  const [first, last] = [tiles[0], tiles.at(-1)].map((tile) => tile?.getBoundingClientRect().top ?? 0);
  const perAsset = ((last ?? 0) - (first ?? 0)) / Math.max(1, tiles.length - 1);
  const perMillisecond = (1.3 * wanted * perAsset) / (seconds * 1000);
  const frames: number[] = [];
  let [nodes, elements, previous] = [0, 0, performance.now()];
  const start = previous;
  while (previous - start < seconds * 1000) {
    const now = await new Promise<number>((next) => requestAnimationFrame(next));
    frames.push(now - previous);
    // A long pause does not become a jump.
    list.scrollTop += perMillisecond * Math.min(34, now - previous);
    previous = now;
    if (frames.length % 20 !== 0) continue;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ALL);
    let count = 0;
    while (walker.nextNode()) count += 1;
    nodes = Math.max(nodes, count);
    elements = Math.max(elements, root.querySelectorAll('*').length);
  }
  await new Promise((next) => requestAnimationFrame(next));
  const end = Math.max(
    ...[...root.querySelectorAll<HTMLElement>('.tile')].map((tile) => Number(tile.dataset['position'])),
  );
  return { frames: frames.slice(1), nodes, elements, shift, end };
}

await using server = await startServer(await catalogueOfPictures(values.folder, assets), { threads: 1 });
await drawPictures(server.url);
await using host = await openSite(server.url);

for (const view of ['square', 'justified', 'list'] as const) await benchJumps(host, view);
for (const view of ['square', 'justified', 'list'] as const) await benchFling(host, view);
