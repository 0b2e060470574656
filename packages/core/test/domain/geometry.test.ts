import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  areaAt,
  areaOf,
  type Box,
  fitInto,
  type Geometry,
  isSame,
  pixelsOf,
  readGeometry,
} from '../../src/domain/geometry.ts';
import fc, { forAll, forRuns } from '../support/fast-check.ts';

/** Writes a crop in the syntax that `readGeometry` parses. */
function writeGeometry({ width, height, x, y }: Geometry): string {
  const extent = ({ value, isPercent }: Geometry['width']) => `${value}${isPercent ? '%' : ''}`;
  const offset = (value: number) => (value < 0 ? String(value) : `+${value}`);
  return `${extent(width)}x${extent(height)}${offset(x)}${offset(y)}`;
}

const side = fc.integer({ min: 1, max: 30_000 });
const size = fc.record({ width: side, height: side });
const value = fc.oneof(
  fc.integer({ min: 0, max: 20_000 }),
  fc.integer({ min: 0, max: 99_999 }).map((n) => n / 100),
);
const extent = fc.record({ value, isPercent: fc.boolean() }, { noNullPrototype: true });
const offset = fc.integer({ min: -20_000, max: 20_000 });
const geometry: fc.Arbitrary<Geometry> = fc.record(
  { width: extent, height: extent, x: offset, y: offset },
  { noNullPrototype: true },
);
const FITS = ['inside', 'cover', 'contain', 'fill', 'outside'] as const;
const box: fc.Arbitrary<Box> = fc.record(
  { width: side, height: side, fit: fc.constantFrom(...FITS), enlarge: fc.boolean() },
  { requiredKeys: ['width', 'fit', 'enlarge'] },
) as fc.Arbitrary<Box>;

/** The pattern of the specification. */
const SPECIFIED = /^\d+(\.\d+)?%?x\d+(\.\d+)?%?([+-]\d+){0,2}$/;

suite('crop geometry', () => {
  test('written geometry parses to the same values', () =>
    forAll(geometry, (crop) => assert.deepEqual(readGeometry(writeGeometry(crop)), crop)));

  test('exactly the texts of the specified pattern parse', () => {
    const pieces = fc.array(fc.constantFrom('1', '20', '.', '%', 'x', '+', '-', '0.5', ' ', '5', 'e', 'X'), {
      maxLength: 12,
    });
    forRuns(
      2000,
      fc.oneof(
        pieces.map((each) => each.join('')),
        geometry.map(writeGeometry),
      ),
      (text) => assert.equal(readGeometry(text) !== undefined, SPECIFIED.test(text), text),
    );
  });

  test('a resolved area lies within its picture, and equals the request where that does', () => {
    forAll(geometry, size, (crop, picture) => {
      const area = areaOf(crop, picture);
      if (!area) return;
      assert.ok(area.left >= 0 && area.top >= 0 && area.width >= 1 && area.height >= 1);
      assert.ok(area.left + area.width <= picture.width && area.top + area.height <= picture.height);
      const width = Math.round(crop.width.isPercent ? (crop.width.value / 100) * picture.width : crop.width.value);
      if (crop.x >= 0 && crop.x + width <= picture.width) assert.deepEqual([area.left, area.width], [crop.x, width]);
    });
  });

  test('areas of a picture of 600 x 400', () => {
    const areas: Readonly<Record<string, readonly number[]>> = {
      ...{ '100x50': [0, 0, 100, 50], '100x50+10': [10, 0, 100, 50], '100x50+10+20': [10, 20, 100, 50] },
      ...{ '50%x25%': [0, 0, 300, 100], '50%x100+300+0': [300, 0, 300, 100], '12.5%x0.25%': [0, 0, 75, 1] },
      ...{ '99.6x10': [0, 0, 100, 10], '100x100-40-30': [0, 0, 60, 70], '1000x1000+500+300': [500, 300, 100, 100] },
      ...{ '100%x100%': [0, 0, 600, 400] },
    };
    const empty = [
      ...['0x10', '10x0', '0%x50%', '10x10+600+0', '10x10+0+400', '10x10-10-0', '0.01%x1', `1x1+${'9'.repeat(20)}`],
    ];
    for (const text of [...Object.keys(areas), ...empty]) {
      const crop = readGeometry(text);
      const area = crop && areaOf(crop, { width: 600, height: 400 });
      assert.deepEqual(area && [area.left, area.top, area.width, area.height], areas[text], text);
      assert.ok(crop, text);
    }
  });

  test('the same part of a picture at another size lies within it', () => {
    forAll(geometry, size, size, (crop, picture, other) => {
      const area = areaOf(crop, picture);
      if (!area) return;
      assert.deepEqual(areaAt(area, picture, picture), area);
      const { left, top, width, height } = areaAt(area, picture, other);
      assert.ok(left >= 0 && top >= 0 && width >= 1 && height >= 1);
      assert.ok(left + width <= other.width && top + height <= other.height);
    });
  });
});

suite('fitting pictures into boxes', () => {
  test('nothing is enlarged unless the box allows it', () => {
    forAll(size, box, (picture, { enlarge, ...rest }) => {
      const { scaled } = fitInto(picture, { ...rest, enlarge: false });
      assert.ok(scaled.width <= picture.width && scaled.height <= picture.height);
    });
  });

  test('the aspect ratio is kept within a pixel, except by fill', () => {
    forAll(size, box, (picture, wanted) => {
      fc.pre(wanted.fit !== 'fill' || wanted.height === undefined);
      const { scaled } = fitInto(picture, wanted);
      const [across, down] = [scaled.width / picture.width, scaled.height / picture.height];
      const tolerance = 0.5 / picture.width + 0.5 / picture.height + 1e-9;
      const isTiny = scaled.width === 1 || scaled.height === 1;
      assert.ok(isTiny || Math.abs(across - down) <= tolerance, `${across} ${down}`);
    });
  });

  test('a cut lies within the scaled picture, and the scaled picture within its sheet', () => {
    forAll(size, box, (picture, wanted) => {
      const { scaled, cut, sheet, size: result } = fitInto(picture, wanted);
      const lies = (inner: typeof cut, outer: typeof scaled) =>
        assert.ok(
          !inner ||
            (inner.left >= 0 &&
              inner.top >= 0 &&
              inner.left + inner.width <= outer.width &&
              inner.top + inner.height <= outer.height),
        );
      lies(cut, scaled);
      lies(sheet, result);
      if (cut) assert.ok(isSame(cut, result));
      if (sheet) assert.ok(isSame(sheet, scaled));
      if (!cut && !sheet) assert.ok(isSame(scaled, result));
    });
  });

  for (const [fit, enlarge, picture, expected] of [
    ['inside', false, [4000, 3000], [1440, 1080]],
    ['inside', false, [600, 400], [600, 400]],
    ['inside', true, [600, 400], [1620, 1080]],
    ['cover', false, [4000, 3000], [1920, 1080]],
    ['cover', false, [600, 400], [600, 400]],
    ['cover', false, [3000, 500], [1920, 500]],
    ['cover', true, [600, 400], [1920, 1080]],
    ['contain', false, [4000, 3000], [1920, 1080]],
    ['contain', false, [600, 400], [1920, 1080]],
    ['fill', false, [4000, 3000], [1920, 1080]],
    ['fill', false, [600, 4000], [600, 1080]],
    ['fill', true, [600, 400], [1920, 1080]],
    ['outside', false, [4000, 3000], [1920, 1440]],
    ['outside', false, [600, 400], [600, 400]],
  ] as const) {
    test(`${picture.join(' x ')} into 1920 x 1080, ${fit}${enlarge ? ', enlarged' : ''}, is ${expected.join(' x ')}`, () => {
      const [width, height] = picture;
      const { size: result } = fitInto({ width, height }, { width: 1920, height: 1080, fit, enlarge });
      assert.deepEqual([result.width, result.height], expected);
    });
  }

  test('lengths on paper convert to pixels by density', () => {
    assert.equal(pixelsOf(210, 'mm', 300), 2480);
    assert.equal(pixelsOf(11.69, 'inch', 72), 842);
    assert.equal(pixelsOf(0.2, 'px', 300), 1);
  });
});
