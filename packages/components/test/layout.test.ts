import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { forRuns } from '../../core/test/support/fast-check.ts';
import { GroupHeads } from '../src/grid/heads.ts';
import { layOutJustified } from '../src/grid/justified.ts';
import { type Box, type GridView, type Layout, type LayoutOptions, layOutEvenly } from '../src/grid/layout.ts';
import { MAX_BOX_HEIGHT, ScaledScroll } from '../src/grid/scaled-scroll.ts';

const VIEWS: readonly GridView[] = ['square', 'justified', 'list'];

function layOut(options: LayoutOptions): Layout {
  return options.view === 'justified' ? layOutJustified(options) : layOutEvenly(options);
}

const worlds = fc.record({
  view: fc.constantFrom(...VIEWS),
  width: fc.integer({ min: 200, max: 2500 }),
  tile: fc.integer({ min: 60, max: 400 }),
  caption: fc.constantFrom(0, 40),
  gap: fc.constantFrom(0, 2, 8),
  line: fc.constant(60),
  heading: fc.constant(44),
  /** Sizes of the groups, the last of which has the rest. */
  groups: fc.array(fc.integer({ min: 1, max: 130 }), { maxLength: 8 }),
  ratios: fc.array(fc.option(fc.double({ min: 0.05, max: 20, noNaN: true }), { nil: undefined }), { maxLength: 450 }),
});

type World = typeof worlds extends fc.Arbitrary<infer T> ? T : never;

function layOutWorld({ ratios, ...world }: World): Layout {
  const groupAt = (position: number) => groupOf(world, position);
  const heads = new GroupHeads(ratios.length, groupAt);
  return layOut({ ...world, heads, total: ratios.length, ratioAt: (position) => ratios[position] });
}

/** The group of an asset; undefined in a world without groups. */
function groupOf({ groups }: Pick<World, 'groups'>, position: number): string | undefined {
  const ends = groups.map((_, group) => groups.slice(0, group + 1).reduce((sum, size) => sum + size, 0));
  const group = ends.findIndex((end) => end > position);
  return groups.length > 0 ? String(group) : undefined;
}

function overlap(one: Box, other: Box): boolean {
  const less = 0.01;
  return (
    one.x + one.width > other.x + less &&
    other.x + other.width > one.x + less &&
    one.y + one.height > other.y + less &&
    other.y + other.height > one.y + less
  );
}

test('every asset has one tile, in order, within the width, and no two overlap', () => {
  forRuns(60, worlds, (world) => {
    const layout = layOutWorld(world);
    layout.refine(0, world.ratios.length);
    const boxes = layout.boxesIn(0, layout.height + 1);
    const positions = boxes.map(({ position }) => position);
    const all = world.ratios.map((_, position) => position);
    assert.deepEqual(positions, all);
    for (const [index, box] of boxes.entries()) {
      assert.ok(box.x >= 0 && box.x + box.width <= world.width + 0.01);
      assert.ok(box.y + box.height <= layout.height + 0.01);
      assert.ok(!boxes.slice(index + 1, index + 60).some((other) => overlap(box, other)));
      assert.deepEqual(layout.boxAt(box.position), box);
    }
  });
});

test('a band lists exactly the tiles that touch it', () => {
  forRuns(60, worlds, fc.double({ min: 0, max: 1, noNaN: true }), (world, share) => {
    const layout = layOutWorld(world);
    layout.refine(0, world.ratios.length);
    const top = share * layout.height;
    const touching = layout
      .boxesIn(0, layout.height + 1)
      .filter(({ y, height }) => y + height > top + 1e-6 && y < top + 300);
    const listed = new Set(layout.boxesIn(top, top + 300).map(({ position }) => position));
    for (const { position } of touching) assert.ok(listed.has(position));
  });
});

test('the arrow keys lead to a tile of the next row, and back to the same row', () => {
  forRuns(100, worlds, fc.nat(), (world, seed) => {
    fc.pre(world.ratios.length > 0);
    const layout = layOutWorld(world);
    layout.refine(0, world.ratios.length);
    const position = seed % world.ratios.length;
    const below = layout.neighbour(position, 1);
    if (below === position) {
      assert.equal(layout.boxAt(position).y, layout.boxAt(world.ratios.length - 1).y, 'only the last row has none');
      return;
    }
    assert.ok(layout.boxAt(below).y > layout.boxAt(position).y);
    assert.equal(layout.boxAt(layout.neighbour(below, -1)).y, layout.boxAt(position).y);
  });
});

test('ratios that become known in any order leave neither gaps nor overlaps', () => {
  const ranges = fc.array(fc.tuple(fc.nat(500), fc.integer({ min: 1, max: 250 })), { maxLength: 6 });
  forRuns(60, worlds, ranges, (world, known) => {
    const ratios: (number | undefined)[] = world.ratios.map(() => undefined);
    const total = ratios.length;
    const isKnown = new Set<number>();
    const groupAt = (position: number) => (isKnown.has(position) ? groupOf(world, position) : undefined);
    const layout = layOut({
      ...{ ...world, total, heads: new GroupHeads(total, groupAt) },
      ratioAt: (position) => ratios[position],
    });
    for (const [first, count] of known) {
      for (let at = first; at < Math.min(total, first + count); at += 1) {
        ratios[at] = world.ratios[at];
        isKnown.add(at);
      }
      layout.refine(first, Math.min(total, first + count));
    }
    const boxes = layout.boxesIn(0, layout.height + 1);
    assert.equal(boxes.length, total);
    let bottom = -world.gap;
    for (const rows of Map.groupBy(boxes, ({ y }) => y).values()) {
      const [{ y, height, above } = { y: 0, height: 0, above: 0 }] = rows;
      const space = world.view === 'list' ? 0 : world.gap;
      if (bottom >= 0) assert.ok(Math.abs(y - above - bottom - space) < 0.01, `${y} after ${bottom}`);
      bottom = y + height;
    }
  });
});

test('a heading stands above the first asset of each group, also if its assets become known later', () => {
  forRuns(60, worlds, fc.nat(449), (world, split) => {
    const total = world.ratios.length;
    let loaded = Math.min(split, total);
    const groupAt = (position: number) => (position < loaded ? groupOf(world, position) : undefined);
    const layout = layOut({
      ...{ ...world, total, heads: new GroupHeads(total, groupAt) },
      ratioAt: (position) => world.ratios[position],
    });
    layout.refine(0, loaded);
    const before = loaded;
    loaded = total;
    layout.refine(before, total);
    const heads = world.ratios.flatMap((_, at) =>
      groupOf(world, at) !== undefined && (at === 0 || groupOf(world, at) !== groupOf(world, at - 1)) ? [at] : [],
    );
    const headings = layout.headingsIn(0, layout.height + 1);
    assert.deepEqual(
      headings.map(({ position }) => position),
      heads,
    );
    for (const { position, y } of headings) {
      const box = layout.boxAt(position);
      assert.ok(box.x === 0 && Math.abs(box.y - box.above - y) < 0.01 && box.above === world.heading);
      assert.ok(layout.headingsIn(y + 1, y + 2).some((each) => each.position === position));
    }
  });
});

test('rows of pictures fill the width, except the last one and rows of extreme pictures', () => {
  const ratios = fc.array(fc.double({ min: 0.5, max: 2, noNaN: true }), { minLength: 150, maxLength: 450 });
  forRuns(60, ratios, fc.integer({ min: 600, max: 2000 }), (all, width) => {
    const options = { view: 'justified', width, tile: 180, line: 0, caption: 0, gap: 4, heading: 0 } as const;
    const layout = layOut({ ...options, total: all.length, ratioAt: (position) => all[position] });
    const rows = [...Map.groupBy(layout.boxesIn(0, layout.height), ({ y }) => y).values()];
    for (const row of rows.slice(0, -1)) {
      const last = row.at(-1);
      assert.ok(last && last.height > 60 && last.height <= 271);
      if (last.height < 269)
        assert.ok(Math.abs(last.x + last.width - width) < 0.5, `${last.x + last.width} of ${width}`);
    }
  });
});

test('a picture that would be alone in the last row joins the row above it, which two would make too low', () => {
  const options = { view: 'justified', width: 1000, tile: 180, line: 0, caption: 0, gap: 4, heading: 0 } as const;
  const rowsOf = (total: number) =>
    new Set(
      layOut({ ...options, total, ratioAt: () => 1.4 })
        .boxesIn(0, 9999)
        .map(({ y }) => y),
    ).size;
  assert.deepEqual([4, 5, 6].map(rowsOf), [1, 1, 2]);
});

test('every place of a content taller than any box can be reached, by steps and by jumps', () => {
  const scroll = new ScaledScroll();
  const content = 50_000_000;
  scroll.resize(content, 800);
  assert.equal(scroll.boxHeight, MAX_BOX_HEIGHT);
  for (const wanted of [0, 1, 12_345_678, 45_000_000, content - 800]) {
    scroll.goTo(wanted);
    assert.equal(scroll.top, wanted);
  }
  // The lower end of the scroll bar.
  scroll.scrolled(0);
  scroll.scrolled(MAX_BOX_HEIGHT - 800);
  assert.equal(scroll.top, content - 800);
  // A wheel moves by what it says.
  scroll.goTo(20_000_000);
  scroll.scrolled(scroll.boxTop + 120);
  assert.equal(scroll.top, 20_000_120);
});

test('steps of the wheel reach the very start', () => {
  const scroll = new ScaledScroll();
  scroll.resize(50_000_000, 800);
  scroll.goTo(100_000);
  for (let step = 0; step < 2000 && scroll.top > 0; step += 1) scroll.scrolled(Math.max(0, scroll.boxTop - 100));
  assert.equal(scroll.top, 0);
});
