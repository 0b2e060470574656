import type { Page } from 'puppeteer-core';
import { ms, percentile, report } from '../../../service/bench/report.ts';
import type { Measurement } from './page.ts';

/** Maximum number of assets to fling through. */
const FLUNG = 100_000;
const FLING_SECONDS = 20;

/** Flings through many assets, with frames as fast as the browser draws them. */
export async function benchFling(page: Page, { view, assets }: Measurement): Promise<void> {
  const busyMs = async () => 1000 * ((await page.metrics()).TaskDuration ?? 0);
  const flung = Math.min(FLUNG, assets);
  const before = await busyMs();
  const { frames, nodes, elements, shift, end } = await page.evaluate(flingInPage, {
    assets: flung,
    seconds: FLING_SECONDS,
  });
  const busy = (await busyMs()) - before;
  const perSecond = (1000 * frames.length) / frames.reduce((sum, each) => sum + each, 0);
  report({
    name: `${view}: frames while flinging through ${end.toLocaleString('en')} assets in ${FLING_SECONDS} s`,
    asked: '50 a second',
    measured: `${perSecond.toFixed(1)} a second (99 % within ${ms(percentile(frames, 99))}; the page works ${ms(busy / frames.length)} for each)`,
    isReached: perSecond >= 50 && end >= flung * 0.9,
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
  const { root, frame } = bench;
  const list = root.querySelector('.scroller');
  if (!list) throw new Error('no list');
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
    const now = await frame();
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
  await frame();
  const end = Math.max(
    ...[...root.querySelectorAll<HTMLElement>('.tile')].map((tile) => Number(tile.dataset['position'])),
  );
  return { frames: frames.slice(1), nodes, elements, shift, end };
}
