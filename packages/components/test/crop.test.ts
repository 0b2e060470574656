import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { forAll } from '../../core/test/support/fast-check.ts';
import {
  type Corner,
  type CropArea,
  type CropNumber,
  cropOption,
  dragCorner,
  isWhole,
  moveArea,
  moveCorner,
  type PixelSize,
  wholeOf,
  withNumber,
  withRatio,
} from '../src/download/crop.ts';

const corner = fc.constantFrom<Corner>('nw', 'ne', 'sw', 'se');
const distance = fc.double({ min: -9000, max: 9000, noNaN: true });
const ratio = fc.option(fc.double({ min: 0.05, max: 20, noNaN: true }), { nil: undefined });

/** A picture, and a part of it. */
const cropped = fc
  .record({ width: fc.integer({ min: 1, max: 6000 }), height: fc.integer({ min: 1, max: 6000 }) })
  .chain((picture) =>
    fc
      .tuple(
        fc.tuple(fc.integer({ min: 0, max: picture.width - 1 }), fc.integer({ min: 1, max: picture.width })),
        fc.tuple(fc.integer({ min: 0, max: picture.height - 1 }), fc.integer({ min: 1, max: picture.height })),
      )
      .map(([[left, width], [top, height]]) => ({
        picture,
        area: {
          left,
          top,
          width: Math.min(width, picture.width - left),
          height: Math.min(height, picture.height - top),
        },
      })),
  );

function assertWithin(area: CropArea, picture: PixelSize): void {
  for (const value of Object.values(area)) assert.ok(Number.isInteger(value), JSON.stringify(area));
  assert.ok(area.left >= 0 && area.top >= 0 && area.width >= 1 && area.height >= 1, JSON.stringify(area));
  assert.ok(area.left + area.width <= picture.width && area.top + area.height <= picture.height, JSON.stringify(area));
}

test('a moved area stays within the picture and keeps its size', () => {
  forAll(cropped, distance, distance, ({ picture, area }, x, y) => {
    const moved = moveArea(area, [x, y], picture);
    assertWithin(moved, picture);
    assert.deepEqual([moved.width, moved.height], [area.width, area.height]);
  });
});

test('a corner leaves the opposite one in its place, also if a pointer drags it past that, and the area within the picture', () => {
  forAll(cropped, corner, distance, distance, ratio, ({ picture, area }, which, x, y, held) => {
    const fixedX = ({ left, width }: CropArea) => (which.endsWith('w') ? left + width : left);
    const fixedY = ({ top, height }: CropArea) => (which.startsWith('n') ? top + height : top);
    const moved = moveCorner(area, which, [x, y], { picture, ratio: held });
    assertWithin(moved, picture);
    assert.deepEqual([fixedX(moved), fixedY(moved)], [fixedX(area), fixedY(area)]);
    const dragged = dragCorner(area, which, [x, y], { picture, ratio: held });
    assertWithin(dragged, picture);
    assert.ok([dragged.left, dragged.left + dragged.width].includes(fixedX(area)), JSON.stringify([area, dragged]));
    assert.ok([dragged.top, dragged.top + dragged.height].includes(fixedY(area)), JSON.stringify([area, dragged]));
  });
});

test('an area keeps a ratio to within a pixel, unless the picture is too narrow for it', () => {
  forAll(cropped, fc.double({ min: 0.05, max: 20, noNaN: true }), ({ picture, area }, held) => {
    const { width, height } = withRatio(area, held, picture);
    const isNarrow = width === 1 || height === 1;
    // In a long and thin area, only the thin side shows the ratio to within a pixel.
    const isHeld = Math.abs(width / held - height) <= 1 || Math.abs(height * held - width) <= 1;
    assert.ok(isNarrow || isHeld, `${width} x ${height} for ${held}`);
    assertWithin(withRatio(area, held, picture), picture);
  });
});

test('a corner moves freely without a ratio; with one, the other side follows', () => {
  const picture = { width: 400, height: 300 };
  const area = wholeOf(picture);
  assert.deepEqual(moveCorner(area, 'se', [-100, -50], { picture, ratio: undefined }), {
    ...{ left: 0, top: 0, width: 300, height: 250 },
  });
  assert.deepEqual(moveCorner(area, 'nw', [200, 0], { picture, ratio: 4 / 3 }), {
    ...{ left: 200, top: 150, width: 200, height: 150 },
  });
  assert.deepEqual(moveCorner(area, 'nw', [0, 150], { picture, ratio: 4 / 3 }), {
    ...{ left: 200, top: 150, width: 200, height: 150 },
  });
});

test('the whole picture is not a crop, and an area is written as the service reads it', () => {
  const picture = { width: 400, height: 300 };
  assert.ok(isWhole(wholeOf(picture), picture));
  assert.equal(cropOption({ left: 5, top: 0, width: 10, height: 20 }), '10x20+5+0');
});

test('a written number is kept as far as the picture allows, and a position makes an area smaller that would leave the picture', () => {
  const name = fc.constantFrom<CropNumber>('left', 'top', 'width', 'height');
  forAll(cropped, name, distance, ratio, ({ picture, area }, which, value, held) => {
    const next = withNumber(area, which, value, { picture, ratio: held });
    assertWithin(next, picture);
    const isAcross = which === 'left' || which === 'width';
    const side = isAcross ? picture.width : picture.height;
    const isPosition = which === 'left' || which === 'top';
    const most = isPosition ? side - 1 : side - (isAcross ? area.left : area.top);
    const wanted = Math.min(most, Math.max(isPosition ? 0 : 1, Math.round(value)));
    assert.ok(held !== undefined || next[which] === wanted, JSON.stringify(next));
  });
  const limits = { picture: { width: 600, height: 400 }, ratio: undefined };
  const right = withNumber(wholeOf(limits.picture), 'left', 100, limits);
  assert.deepEqual(right, { left: 100, top: 0, width: 500, height: 400 });
  const square = withNumber({ left: 0, top: 0, width: 400, height: 400 }, 'height', 50, { ...limits, ratio: 1 });
  assert.deepEqual(square, { left: 0, top: 0, width: 50, height: 50 });
});
