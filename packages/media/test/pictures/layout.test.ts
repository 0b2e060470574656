import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readGeometry, type Size } from '../../../core/src/domain/geometry.ts';
import fc, { forAll } from '../../../core/test/support/fast-check.ts';
import { SHEET } from '../../src/inspect/table-shape.ts';
import { layOut } from '../../src/pictures/layout.ts';
import { openLaidOut } from '../../src/pictures/open-laid-out.ts';
import { fitInside, pageSize } from '../../src/pictures/plan.ts';
import type { Frame } from '../../src/pictures/renderer.ts';
import { requestedBox } from '../../src/pictures/requested-box.ts';
import { sourceAt } from './pictures.ts';

const side = fc.integer({ min: 1, max: 20_000 });
const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const point = fc.record({ x: fraction, y: fraction });
const frames: fc.Arbitrary<Frame> = fc.record({
  width: fc.integer({ min: 1, max: 3000 }),
  height: fc.integer({ min: 1, max: 3000 }),
  fit: fc.constantFrom('inside' as const, 'cover' as const, 'contain' as const),
  focus: point,
});

test('a picture is never enlarged, and its parts lie within each other', () => {
  forAll(side, side, frames, (width, height, frame) => {
    const found = { width, height };
    const laid = layOut({ box: 1, frame }, found);
    assert.ok(laid);
    const { scaled, cut, sheet, size } = laid;
    assert.ok(scaled.width <= width && scaled.height <= height && scaled.width >= 1 && scaled.height >= 1);
    // It keeps its proportions within a pixel.
    const factors = [frame.width / width, frame.height / height];
    const factor = Math.min(1, frame.fit === 'cover' ? Math.max(...factors) : Math.min(...factors));
    assert.ok(Math.abs(width * factor - scaled.width) < 1 && Math.abs(height * factor - scaled.height) < 1);
    if (frame.fit !== 'contain' || factor < 1) assert.ok(size.width <= frame.width && size.height <= frame.height);
    assert.ok(cut !== 'striking');
    for (const [inner, outer] of [[cut, scaled] as const, [sheet, size] as const]) {
      if (!inner) continue;
      assert.ok(inner.left >= 0 && inner.top >= 0);
      assert.ok(inner.left + inner.width <= outer.width && inner.top + inner.height <= outer.height);
    }
    if (frame.fit === 'inside') assert.ok(!cut && !sheet);
    if (frame.fit === 'contain') assert.ok(size.width >= scaled.width && size.height >= scaled.height && !cut);
    // A cut has the shape that was asked for, within a pixel.
    if (frame.fit === 'cover')
      assert.ok(
        Math.abs(size.width - (size.height * frame.width) / frame.height) <= Math.max(1, frame.width / frame.height),
      );
  });
});

test('no crop of whoever sees previews alone has more pixels than the largest preview has there', () => {
  const geometry = fc.tuple(side, side, fc.integer({ min: -500, max: 20_000 }), fc.integer({ min: -500, max: 20_000 }));
  forAll(
    side,
    side,
    fc.tuple(fc.integer({ min: 1, max: 5000 }), frames, geometry),
    (width, height, [big, frame, crop]) => {
      const [across, down, x, y] = crop;
      const asked = { width: { value: across, isPercent: false }, height: { value: down, isPercent: false }, x, y };
      const preview = fitInside(width, height, big);
      const laid = layOut({ box: 1, frame, crop: asked, measured: { width, height } }, preview);
      if (!laid) return;
      const { area, scaled } = laid;
      assert.ok(area.left >= 0 && area.top >= 0);
      assert.ok(area.left + area.width <= preview.width && area.top + area.height <= preview.height);
      assert.ok(scaled.width <= area.width && scaled.height <= area.height);
    },
  );
});

test('boxes larger than a picture keep their shape, and what is drawn fills them', () => {
  const square = { width: 1000, height: 1000 };
  const found = { width: 600, height: 450 };
  const sizes = (frame: Frame, isDrawn = false) => {
    const size = layOut({ box: 1, frame }, found, isDrawn)?.size;
    return `${size?.width}x${size?.height}`;
  };
  const rows: [Frame['fit'], Frame['width'], Frame['height'], string, string][] = [
    ['inside', 1000, 1000, '600x450', '1000x750'],
    ['cover', 1000, 1000, '450x450', '1000x1000'],
    ['contain', 1000, 1000, '600x600', '1000x1000'],
    ['cover', 1000, 100, '600x60', '1000x100'],
    ['cover', 300, 100, '300x100', '300x100'],
    ['contain', 300, 100, '300x100', '300x100'],
    ['contain', 3000, 10, '3000x10', '3000x10'],
    ['inside', 300, 3000, '300x225', '300x225'],
    ['cover', 1, 3000, '1x450', '1x3000'],
    ['fill', 7, 9, '7x9', '7x9'],
  ];
  for (const [fit, width, height, ofPixels, ofDrawing] of rows) {
    const frame = { ...square, width, height, fit };
    assert.deepEqual([sizes(frame), sizes(frame, true)], [ofPixels, ofDrawing], JSON.stringify(frame));
  }
});

test('a crop is cut first, is scaled to the picture found, and draws the focus to its edge', () => {
  const crop = readGeometry('1000x500+2000+1000');
  assert.ok(crop);
  const plan = { box: 100, crop, measured: { width: 4000, height: 2000 } };
  const found = { width: 400, height: 200 };
  assert.deepEqual(layOut(plan, found)?.area, { left: 200, top: 100, width: 100, height: 50 });
  const cutAt = (x: number) =>
    layOut({ ...plan, frame: { width: 50, height: 50, fit: 'cover', focus: { x, y: 0.5 } } }, found)?.cut;
  assert.deepEqual(
    [0, 0.5, 0.625, 1].map((x) => (cutAt(x) as { readonly left: number }).left),
    [0, 0, 25, 50],
  );
  assert.equal(layOut({ ...plan, crop: { ...crop, x: 4000 } }, found), undefined);
});

test('a box is multiplied, rounded half up, and both sides shrink by one factor', () => {
  const rows: [number | undefined, number | undefined, number, string][] = [
    [3, undefined, 1.5, '5x3000'],
    [100, undefined, 1.005, '101x3000'],
    [undefined, 801, 1.5, '3000x1202'],
    [2000, 1000, 2, '3000x1500'],
    [3000, 1, 4, '3000x1'],
    [800, 450, 1, '800x450'],
    [undefined, undefined, 1, '1024x1024'],
    [undefined, undefined, 4, '3000x3000'],
  ];
  for (const [width, height, dpr, size] of rows) {
    const box = requestedBox({ width, height, dpr }, { most: 3000, size: 1024 });
    assert.equal(`${box.width}x${box.height}`, size);
  }
});

test('a page of which a part is shown is drawn as large as that needs, but with at most 40 megapixels', async () => {
  for (const [name, shape] of [
    ['a.glb', { width: 1, height: 1 }],
    ['a.txt', SHEET],
  ] as const) {
    for (const [crop, width, isLimited] of [
      ['50x50+10+10', 3000, true],
      ['1x1+10+10', 3000, true],
      ['50%x50%', 1000, false],
      ['50%x50%', 300, false],
    ] as const) {
      const drawn: Size[] = [];
      const frame = { width, height: width, fit: 'inside' } as const;
      const plan = {
        page: 0,
        box: width,
        quality: 80,
        background: 'ffffff',
        frame,
        crop: readGeometry(crop) ?? assert.fail(),
      };
      const { layout, found } = await openLaidOut(sourceAt(name), plan, async ({ box }) => {
        const size = pageSize(shape.width, shape.height, box) ?? assert.fail();
        drawn.push(size);
        return { pixels: undefined as never, ...size, pages: 1 };
      });
      const size = drawn.at(-1) ?? assert.fail();
      const megapixels = (size.width * size.height) / 1e6;
      const factor = size.height / found.height;
      const needed = layout.scaled.height / layout.area.height;
      const message = `${name} ${crop}: ${megapixels} megapixels, ${factor} of ${needed}`;
      if (isLimited) assert.ok(megapixels > 39.9 && megapixels <= 40 && factor < needed, message);
      else assert.ok(megapixels < 40 && Math.abs(factor / needed - 1) < 0.01, message);
    }
  }
});
