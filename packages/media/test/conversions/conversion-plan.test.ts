import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { FileProperties } from '../../../core/src/domain/file-properties.ts';
import { type Geometry, isSame, readGeometry } from '../../../core/src/domain/geometry.ts';
import type { Conversion } from '../../../core/src/domain/model.ts';
import fc, { forAll } from '../../../core/test/support/fast-check.ts';
import {
  conversionKey,
  isOriginalEnough,
  MAX_PIXELS_A_SIDE,
  planFilm,
  planPicture,
} from '../../src/conversions/conversion-plan.ts';
import { layOut } from '../../src/conversions/page-layout.ts';
import { sourceAt } from '../pictures/pictures.ts';

const propertiesOf = (properties: Partial<FileProperties>) => sourceAt('a.jpg', properties).properties;
const PHOTO = propertiesOf({ width: 600, height: 400, dpi: 240 });
const FILM = propertiesOf({ mediaType: 'video/mp4', width: 640, height: 360 });
const CROP = geometry('50%x50%');
const COVER = { width: 300, height: 300, fit: 'cover' } as const;
const side = fc.integer({ min: 1, max: 30_000 });
const size = fc.record({ width: side, height: side });
const percent = fc.integer({ min: 1, max: 100 });
const bounded = fc.integer({ min: 1, max: MAX_PIXELS_A_SIDE });
const chosen = fc.record(
  {
    size: fc.record({ width: bounded, height: bounded }, { requiredKeys: ['width'], noNullPrototype: true }),
    crop: fc
      .tuple(percent, percent)
      .map(([across, down]) => geometry(`${across}%x${down}%+${Math.floor(across / 9)}+0`)),
  },
  { requiredKeys: [], noNullPrototype: true },
);

suite('conversion plans', () => {
  test('the result fits the box, is not enlarged, and touches one side of the box', () => {
    forAll(size, chosen, (picture, { size: asked, crop }) => {
      const plan = planPicture({ to: 'tif' }, propertiesOf(picture), {
        ...(asked && { size: asked }),
        ...(crop && { crop }),
      });
      const layout = layOut(plan, picture);
      assert.ok(typeof layout !== 'string' || layout === 'crop_outside');
      if (typeof layout === 'string') return;
      const { area = picture, fitted } = layout;
      const { width, height } = fitted.size;
      assert.ok(width <= area.width && height <= area.height);
      if (!asked) return assert.ok(isSame(fitted.size, area));
      const { width: across, height: down = Number.POSITIVE_INFINITY } = asked;
      assert.ok(width <= (across ?? Number.POSITIVE_INFINITY) && height <= down);
      assert.ok(width === across || height === down || isSame(fitted.size, area) || width === 1 || height === 1);
    });
  });

  test('a picture with fewer pixels than its properties say is cropped at the same place', () => {
    const plan = planPicture({ to: 'jpg' }, PHOTO, { crop: geometry('300x200+300+200') });
    assert.deepEqual(layOut(plan, { width: 60, height: 40 }), {
      area: { left: 30, top: 20, width: 30, height: 20 },
      fitted: { scaled: { width: 30, height: 20 }, size: { width: 30, height: 20 } },
    });
  });

  for (const [title, conversion, picture, expected] of [
    ['an enlarged side of 10,000 pixels is the most', { to: 'jpg', width: 10_000, enlarge: true }, [100, 100], 'fits'],
    ['the other side counts, too', { to: 'jpg', width: 6000, enlarge: true }, [100, 200], 'too_large'],
    ['a large original may stay large', { to: 'jpg' }, [20_000, 100], 'fits'],
    ['but not where the target can’t hold it', { to: 'webp' }, [20_000, 100], 'too_large'],
    ['unless it is made smaller', { to: 'webp', width: 16_383 }, [20_000, 100], 'fits'],
    ['what is cut off does not count', { to: 'webp', ...COVER, enlarge: true }, [3000, 1], 'fits'],
    ['in height neither', { to: 'webp', ...COVER, enlarge: true }, [1, 20_000], 'fits'],
    ['nor if nothing is enlarged', { to: 'webp', ...COVER }, [20_000, 100], 'fits'],
    ['but what is delivered does', { to: 'webp', ...COVER, width: 16_384 }, [20_000, 17_000], 'too_large'],
  ] as const) {
    test(title, () => {
      const [width, height] = picture;
      const layout = layOut(planPicture(conversion, propertiesOf({ width, height }), {}), { width, height });
      assert.equal(typeof layout === 'string' ? layout : 'fits', expected);
    });
  }

  test('what a cover cuts off is cut before it is enlarged beyond the limit', () => {
    const plan = planPicture({ to: 'webp', ...COVER, enlarge: true }, propertiesOf({ width: 4000, height: 3 }), {
      crop: geometry('3000x3+1000+0'),
    });
    const whole = { width: 300, height: 300 };
    const area = { left: 1000 + 1499, top: 0, width: 3, height: 3 };
    assert.deepEqual(layOut(plan, { width: 4000, height: 3 }), { area, fitted: { scaled: whole, size: whole } });
  });

  test('the density is that of the format, else that of paper for paper sizes, else a plausible one of the file', () => {
    const dpiOf = (conversion: Partial<Conversion>, dpi: number, isPaper = false) =>
      planPicture({ ...conversion, to: 'tif' }, { ...PHOTO, dpi }, { isPaper }).dpi;
    assert.equal(dpiOf({ dpi: 150 }, 240, true), 150);
    assert.equal(dpiOf({}, 240, true), 300);
    assert.equal(dpiOf({}, 240), 240);
    for (const absurd of [0, 1, 65_535]) assert.equal(dpiOf({}, absurd), undefined);
  });

  for (const [title, conversion, properties, options, expected] of [
    ['a JPEG as JPEG', { to: 'jpg' }, PHOTO, {}, true],
    ['within the box', { to: 'jpg', width: 600, height: 600 }, PHOTO, {}, true],
    ['in its own density', { to: 'jpg', dpi: 240 }, PHOTO, {}, true],
    ['a film within the box', { to: 'mp4', height: 720 }, FILM, {}, true],
    ['a film above the box', { to: 'mp4', height: 350 }, FILM, {}, false],
    ['a film of another kind', { to: 'mp4' }, { ...FILM, mediaType: 'video/webm' }, {}, false],
    ['a PNG as JPEG', { to: 'jpg' }, { ...PHOTO, mediaType: 'image/png' }, {}, false],
    ['larger than the box', { to: 'jpg', width: 599 }, PHOTO, {}, false],
    ['that would be enlarged', { to: 'jpg', width: 700, enlarge: true }, PHOTO, {}, false],
    ['of a size that nobody knows', { to: 'jpg', width: 700 }, propertiesOf({}), {}, false],
    ['on a larger sheet', { to: 'jpg', width: 700, height: 700, fit: 'contain' }, PHOTO, {}, false],
    ['in another quality', { to: 'jpg', quality: 90 }, PHOTO, {}, false],
    ['in other colours', { to: 'jpg', color: 'srgb' }, PHOTO, {}, false],
    ['without metadata', { to: 'jpg', metadata: 'strip' }, PHOTO, {}, false],
    ['in another density', { to: 'jpg', dpi: 300 }, PHOTO, {}, false],
    ['cropped', { to: 'jpg' }, PHOTO, { crop: CROP }, false],
    ['resized', { to: 'jpg' }, PHOTO, { size: { width: 10 } }, false],
  ] as const) {
    test(`${title}: ${expected ? 'the original is sent' : 'a conversion is needed'}`, () => {
      const isFilm = conversion.to === 'mp4';
      const { mayStay = false } = isFilm ? planFilm(conversion, properties, options) : {};
      assert.equal(mayStay || isOriginalEnough(conversion, properties, options), expected);
    });
  }

  test('the key depends only on the file, its media type, the plan and the converter version', () => {
    const plan = planPicture({ to: 'jpg', width: 10 }, PHOTO, {});
    const source = { sha256: 'a', properties: PHOTO };
    const key = conversionKey(source, plan, '1');
    assert.match(key, /^[0-9a-f]{32}$/);
    const reversed = conversionKey(
      source,
      Object.fromEntries(Object.entries(plan).reverse()) as unknown as typeof plan,
      '1',
    );
    assert.equal(reversed, key);
    const changes = [
      ...[{ width: 11 }, { height: 10 }, { quality: 1 }, { dpi: 10 }, { color: 'srgb' }, { metadata: 'strip' }],
      ...[{ fit: 'fill' }, { enlarge: true }, { to: 'png' }],
    ];
    const planOf = (change: object) => planPicture({ to: 'jpg', width: 10, ...change } as never, PHOTO, {});
    const others = [
      conversionKey({ ...source, sha256: 'b' }, plan, '1'),
      conversionKey({ ...source, properties: { ...PHOTO, mediaType: 'image/png' } }, plan, '1'),
      conversionKey(source, plan, '2'),
      conversionKey(source, planFilm({ to: 'mp4', width: 10 }, FILM, {}), '1'),
      ...changes.map((change) => conversionKey(source, planOf(change), '1')),
      conversionKey(source, planPicture({ to: 'jpg' }, PHOTO, { size: { width: 10 }, crop: CROP }), '1'),
    ];
    assert.equal(new Set([key, ...others]).size, others.length + 1);
  });
});

function geometry(text: string): Geometry {
  const read = readGeometry(text);
  assert.ok(read);
  return read;
}
