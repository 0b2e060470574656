import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Corner,
  type CropArea,
  cropOption,
  isWhole,
  moveArea,
  moveCorner,
  type PixelSize,
  wholeOf,
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

test('a moved part stays within the picture and keeps its size', () => {
  fc.assert(
    fc.property(cropped, distance, distance, ({ picture, area }, x, y) => {
      const moved = moveArea(area, x, y, picture);
      assertWithin(moved, picture);
      assert.deepEqual([moved.width, moved.height], [area.width, area.height]);
    }),
  );
});

test('a moved corner leaves the opposite one in its place, and the part within the picture', () => {
  fc.assert(
    fc.property(cropped, corner, distance, distance, ratio, ({ picture, area }, which, x, y, held) => {
      const moved = moveCorner(area, which, [x, y], { picture, ratio: held });
      assertWithin(moved, picture);
      const opposite = ({ left, top, width, height }: CropArea) => [
        which.endsWith('w') ? left + width : left,
        which.startsWith('n') ? top + height : top,
      ];
      assert.deepEqual(opposite(moved), opposite(area));
    }),
  );
});

test('a ratio is held to within a pixel, unless the picture is too narrow for it', () => {
  fc.assert(
    fc.property(cropped, fc.double({ min: 0.05, max: 20, noNaN: true }), ({ picture, area }, held) => {
      const { width, height } = withRatio(area, held, picture);
      const isNarrow = width === 1 || height === 1;
      // Of a part that is long and thin, only the thin side tells the ratio to within a pixel.
      const isHeld = Math.abs(width / held - height) <= 1 || Math.abs(height * held - width) <= 1;
      assert.ok(isNarrow || isHeld, `${width} x ${height} for ${held}`);
      assertWithin(withRatio(area, held, picture), picture);
    }),
  );
});

test('a corner moves freely without a ratio, and drags the other side along with one', () => {
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

test('the whole picture is no crop, and a part is written as the service reads it', () => {
  const picture = { width: 400, height: 300 };
  assert.ok(isWhole(wholeOf(picture), picture));
  assert.equal(cropOption({ left: 5, top: 0, width: 10, height: 20 }), '10x20+5+0');
});
