import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { forAll, forRuns } from '../../core/test/support/fast-check.ts';
import type { GridView } from '../src/grid/layout.ts';
import { MAX_BOX_HEIGHT } from '../src/grid/scaled-scroll.ts';
import { Viewport } from '../src/grid/viewport.ts';

interface World {
  readonly view?: GridView;
  readonly total: number;
  readonly ratioAt?: (position: number) => number | undefined;
  readonly isRightToLeft?: boolean;
  readonly rested?: () => void;
}

/** A viewport of 1,200 × 800 pixels, and the box that it scrolls. */
function open({ view = 'square', total, ratioAt = () => undefined, isRightToLeft = false, rested = () => {} }: World) {
  const viewport = new Viewport({ changed: () => {}, rested, isWaiting: () => false });
  viewport.resize(1200, 800, isRightToLeft);
  viewport.layOut({ view, total, tile: 196, line: 60, caption: 0, heading: 0, gap: 4, ratioAt });
  const box = openBox();
  return { viewport, box, [Symbol.dispose]: () => viewport.close() };
}

/** A box that rounds its place as browsers do. */
function openBox() {
  let scrollTop = 0;
  return {
    get scrollTop() {
      return scrollTop;
    },
    set scrollTop(wanted) {
      scrollTop = Math.round(wanted);
    },
  };
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

test('the target of goTo stays at the upper edge, even if its own row is broken again', () => {
  const ratios: (number | undefined)[] = Array.from({ length: 5000 }, () => undefined);
  using world = open({ view: 'justified', total: ratios.length, ratioAt: (position) => ratios[position] });
  world.viewport.goTo(2750);
  ratios.fill(0.4, 2700, 2800);
  world.viewport.refine(2700, 2800);
  assert.ok(Math.abs(onScreen(world.viewport, 2750)) < 0.01);
});

test('visible tiles are within the box that the browser scrolls, where the screen is', () => {
  forRuns(100, fc.nat(999_999), fc.constantFrom<GridView>('square', 'justified', 'list'), (position, view) => {
    using world = open({ view, total: 1_000_000 });
    const { viewport, box } = world;
    viewport.goTo(position);
    viewport.settle(box);
    assert.ok(viewport.boxHeight <= MAX_BOX_HEIGHT && box.scrollTop <= viewport.boxHeight - 800 + 1);
    const drawn = viewport.visible().find((each) => each.position === position);
    assert.ok(drawn, `${position} is drawn`);
    const y = drawn.y + viewport.shift - box.scrollTop;
    assert.ok(y > -1 && y < 800, `${y} is on the screen`);
  });
});

test('revealing moves no farther than necessary to show the whole tile', () => {
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

test('dragging the scrubber of a long list shows whole rows from the upper edge on, and that of a short one any place', () => {
  for (const view of ['square', 'justified', 'list'] as const) {
    using long = open({ view, total: 1_000_000 });
    using short = open({ view, total: 100 });
    const maxTop = (short.viewport.layout?.height ?? 0) - short.viewport.height;
    forAll(fc.double({ min: 0.001, max: 0.999, noNaN: true }), (share) => {
      const { viewport, box } = long;
      viewport.scrub(share, true);
      viewport.rest();
      const { first } = viewport;
      assert.ok(Math.abs(onScreen(viewport, first)) < 1, view);
      // A thumb may be pressed without being moved.
      const { scrollTop } = box;
      viewport.settle(box);
      if (box.scrollTop !== scrollTop) viewport.scrolled(box.scrollTop);
      viewport.scrub(viewport.share, true);
      viewport.rest();
      assert.equal(viewport.first, first, view);
      short.viewport.scrub(share, true);
      assert.ok(Math.abs(short.viewport.top - share * maxTop) < 1, view);
    });
  }
});

test('the end of a movement is reported even if it was less than a screen, but not if nothing moved', async () => {
  let rests = 0;
  let report = () => {};
  const rest = new Promise<void>((resolve) => {
    report = resolve;
  });
  using world = open({
    total: 10_000,
    rested: () => {
      rests += 1;
      report();
    },
  });
  const { viewport } = world;
  viewport.goTo(0);
  viewport.goTo(12);
  assert.ok(viewport.top > 0 && viewport.top < 800);
  await rest;
  assert.deepEqual([viewport.first, rests], [12, 1]);
});
