import type { Page } from 'puppeteer-core';
import { median, ms, report } from '../../../service/bench/report.ts';
import type { Measurement } from './page.ts';

/** Ways to a place: a position, or a share of the way along the scrubber. */
interface Jump {
  readonly position?: number;
  readonly share?: number;
}

/** Assets between two measured places: so many that no two share a page; no multiple of a page, as some screens need two. */
const STEP = 537;

/**
 * Measures jumps to places near nine tenths of the list, each until its pictures are drawn. Between the jumps, a page without
 * a grid asks for the same number of other assets and pictures. Nothing that is measured is asked for twice, because the
 * browser and the service cache it.
 */
export async function benchJumps(page: Page, { view, screen, turn, assets, rounds }: Measurement): Promise<void> {
  const firstRound = turn * (rounds + 1);
  const ways = [
    { name: 'goTo', times: [] as number[], run: (at: number) => page.evaluate(jumpInPage, { position: at }) },
    { name: 'scrubber', times: [] as number[], run: (at: number) => page.evaluate(jumpInPage, { share: at / assets }) },
    { name: 'bare', times: [] as number[], run: (at: number) => page.evaluate(loadBare, at) },
  ] as const;
  const [goTo, scrubber, bare] = ways;
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { times, run }] of ways.entries()) {
      await page.evaluate(restInPage, round * STEP);
      const time = await run(
        (Math.floor(assets * 0.88) + ((firstRound + round) * ways.length + index) * STEP) % assets,
      );
      // The first round is a warm-up.
      if (round > 0) times.push(time);
    }
  }
  for (const { name, times } of [goTo, scrubber]) {
    const typical = median(times);
    report({
      name: `${view} at ${screen.width} × ${screen.height}: jump to about item ${(assets * 0.9).toLocaleString('en')} by ${name}, until its pictures are drawn`,
      asked: '300 ms',
      measured: `${ms(typical)} (slowest of ${rounds}: ${ms(Math.max(...times))})`,
      peer: `bare thumbnails after a request for one page ${ms(median(bare.times))}`,
      isReached: typical <= 300,
    });
  }
}

/** Runs in the page: goes to a place, and waits until its pictures are drawn and the timers of the jump are over. */
async function restInPage(position: number): Promise<void> {
  const { grid, frame, isDrawn } = bench;
  grid.goTo(position);
  do await frame();
  while (!isDrawn());
  await new Promise((rested) => setTimeout(rested, 700));
}

/** Runs in the page: jumps, and returns the milliseconds until each picture on the screen is loaded and painted. */
async function jumpInPage({ position, share }: Jump): Promise<number> {
  const { grid, root, frame, isDrawn } = bench;
  const track = root.querySelector('abs-scrubber')?.renderRoot.querySelector('.scrubber');
  if (!track) throw new Error('no scrubber');
  const before = root.querySelector('.tile')?.id;
  const start = performance.now();
  if (position !== undefined) grid.goTo(position);
  else {
    const { left, top, height } = track.getBoundingClientRect();
    const thumb = track.querySelector('.thumb')?.getBoundingClientRect().height ?? 0;
    const clientY = top + thumb / 2 + (share ?? 0) * (height - thumb);
    const at = { clientX: left + 5, clientY, pointerId: 1, button: 0 };
    track.setPointerCapture = () => {};
    track.dispatchEvent(new PointerEvent('pointerdown', at));
    track.dispatchEvent(new PointerEvent('pointerup', at));
  }
  do await frame();
  while (root.querySelector('.tile')?.id === before || !isDrawn());
  return performance.now() - start;
}

/**
 * Runs in the page: asks for a page of assets, and shows their pictures over the grid, in the places of its tiles. Returns the
 * milliseconds until they are painted: what the service, the browser and the machine need without a grid.
 */
async function loadBare(position: number): Promise<number> {
  const { grid, frame, shownTiles } = bench;
  const service = document.querySelector('abs-catalogue')?.src;
  const boxes = shownTiles().map((tile) => (tile.querySelector('.picture') ?? tile).getBoundingClientRect());
  const layer = document.createElement('div');
  Object.assign(layer.style, { position: 'fixed', inset: 0, background: 'white' });
  const start = performance.now();
  const query = `search=${grid.query.text}&extended=true&paginate=100&page=${Math.floor(position / 100) + 1}`;
  const { data }: { data: readonly { id: number; version: number }[] } = await (
    await fetch(`${service}/node.do?${query}`)
  ).json();
  const pictures = boxes.map(({ left, top, width, height }, index) => {
    const asset = data[index];
    if (!asset) throw new Error(`the page has no asset ${index}`);
    const picture = new Image();
    Object.assign(picture.style, { position: 'absolute', objectFit: 'cover' });
    for (const [name, pixels] of Object.entries({ left, top, width, height }))
      picture.style.setProperty(name, `${pixels}px`);
    picture.src = `${service}/asset.do?thumb=${asset.id}&version=${asset.version}`;
    layer.append(picture);
    return picture;
  });
  document.body.append(layer);
  do await frame();
  while (!pictures.every((picture) => picture.complete && picture.naturalWidth > 0));
  const time = performance.now() - start;
  layer.remove();
  return time;
}
