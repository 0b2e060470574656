import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Box, GridView } from '../src/grid/layout.ts';
import { MOST_PIXELS } from '../src/grid/scaled-scroll.ts';
import { openViewport, type Viewport } from '../src/grid/viewport.ts';

interface World {
  readonly view?: GridView;
  readonly total: number;
  readonly ratioAt?: (position: number) => number | undefined;
  readonly isRightToLeft?: boolean;
  readonly rested?: () => void;
}

/** A viewport of 1,200 × 800 pixels, and the box that it scrolls. */
function open({ view = 'square', total, ratioAt = () => undefined, isRightToLeft = false, rested = () => {} }: World) {
  const viewport = openViewport({ changed: () => {}, rested, isWaiting: () => false });
  viewport.resize(1200, 800, isRightToLeft);
  viewport.layOut({ view, total, tile: 196, line: 60, caption: 0, gap: 4, ratioAt });
  const box = { scrollTop: 0 };
  return { viewport, box, [Symbol.dispose]: () => viewport.close() };
}

/** Where a tile is on the screen. */
function onScreen(viewport: Viewport, position: number): number {
  return (viewport.boxAt(position)?.y ?? Number.NaN) - viewport.top;
}

test('what is on the screen stays when the ratios above it become known', () => {
  const ratios: (number | undefined)[] = Array.from({ length: 5000 }, () => undefined);
  using world = open({ view: 'justified', total: ratios.length, ratioAt: (position) => ratios[position] });
  const { viewport } = world;
  viewport.goTo(2700);
  const before = onScreen(viewport, 2700);
  ratios.fill(0.5, 0, 2600);
  const { top } = viewport;
  viewport.refine(0, 2600);
  assert.ok(Math.abs(viewport.top - top) > 100);
  assert.ok(Math.abs(onScreen(viewport, 2700) - before) < 0.01);
});

test('an asset that was asked for is at the upper edge, also when its own row is broken anew', () => {
  const ratios: (number | undefined)[] = Array.from({ length: 5000 }, () => undefined);
  using world = open({ view: 'justified', total: ratios.length, ratioAt: (position) => ratios[position] });
  world.viewport.goTo(2750);
  ratios.fill(0.4, 2700, 2800);
  world.viewport.refine(2700, 2800);
  assert.ok(Math.abs(onScreen(world.viewport, 2750)) < 0.01);
});

test('another view or size keeps the first asset of the screen on it', () => {
  using world = open({ total: 100_000 });
  const { viewport } = world;
  viewport.goTo(60_000);
  const first = viewport.first;
  for (const view of ['list', 'justified', 'square'] as const) {
    viewport.layOut({ view, total: 100_000, tile: 120, line: 60, caption: 0, gap: 4, ratioAt: () => undefined });
    assert.ok(onScreen(viewport, first) >= -0.01 && onScreen(viewport, first) < 800, view);
  }
});

test('tiles that are shown lie within the box that the browser scrolls, at the place where the screen is', () => {
  fc.assert(
    fc.property(fc.nat(999_999), fc.constantFrom<GridView>('square', 'justified', 'list'), (position, view) => {
      using world = open({ view, total: 1_000_000 });
      const { viewport, box } = world;
      viewport.goTo(position);
      viewport.settle(box);
      assert.ok(viewport.boxHeight <= MOST_PIXELS && box.scrollTop <= viewport.boxHeight - 800 + 1);
      const drawn = viewport.visible().find((each) => each.position === position);
      assert.ok(drawn, `${position} is drawn`);
      const y = drawn.y + viewport.shift - box.scrollTop;
      assert.ok(y > -1 && y < 800, `${y} is on the screen`);
    }),
    { numRuns: 100 },
  );
});

test('arrow keys move by no more than it takes to show the whole tile', () => {
  using world = open({ total: 10_000 });
  const { viewport } = world;
  viewport.goTo(600);
  const { top } = viewport;
  viewport.reveal(606);
  assert.equal(viewport.top, top);
  viewport.reveal(594);
  assert.ok(Math.abs(onScreen(viewport, 594)) < 0.01);
  viewport.reveal(630);
  assert.ok(Math.abs(onScreen(viewport, 630) + (viewport.boxAt(630)?.height ?? 0) - 800) < 0.01);
});

test('right to left, the first asset is at the right', () => {
  using world = open({ total: 100, isRightToLeft: true });
  const [first, second] = world.viewport.visible();
  assert.ok(first && second);
  assert.ok(Math.abs(first.x + first.width - 1200) < 0.01);
  assert.ok(second.x < first.x);
});

test('a thumb at the end of the scrubber shows the last asset, and the share says so', () => {
  using world = open({ total: 1_000_000 });
  world.viewport.scrub(1);
  assert.equal(world.viewport.visible().at(-1)?.position, 999_999);
  assert.equal(world.viewport.share, 1);
  world.viewport.scrub(-1);
  assert.equal(world.viewport.first, 0);
});

test('after a jump only tiles on the screen are drawn, and who scrolls on soon sees those beside it', () => {
  using opened = open({ view: 'square', total: 10_000 });
  const { viewport, box } = opened;
  const isOnScreen = ({ y, height }: Box) => y + height >= viewport.top && y <= viewport.top + viewport.height;
  viewport.goTo(6000);
  viewport.settle(box);
  assert.ok(viewport.visible().every(isOnScreen));
  box.scrollTop += 100;
  viewport.scrolled(box.scrollTop);
  assert.ok(!viewport.visible().every(isOnScreen));
});

test('a rush ends at once when the person lets go', () => {
  using world = open({ total: 100_000 });
  const { viewport } = world;
  viewport.goTo(10);
  for (const share of [0.3, 0.9]) viewport.scrub(share);
  assert.ok(viewport.isRushing);
  viewport.rest();
  assert.ok(!viewport.isRushing);
});

test('a way of less than a screen is told, too, and none at all is not', async () => {
  let rests = 0;
  let told = () => {};
  const rest = new Promise<void>((resolve) => {
    told = resolve;
  });
  using world = open({
    total: 10_000,
    rested: () => {
      rests += 1;
      told();
    },
  });
  const { viewport } = world;
  viewport.goTo(0);
  viewport.goTo(12);
  assert.ok(viewport.top > 0 && viewport.top < 800);
  await rest;
  assert.equal(viewport.first, 12);
  assert.equal(rests, 1);
});
