import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DownloadFormat, DownloadInfo } from '@asset-browsing-service/client';
import { connect } from '../../client/src/index.ts';
import { fitInto } from '../../core/src/domain/geometry.ts';
import fc, { forAll, forRuns } from '../../core/test/support/fast-check.ts';
import { MAX_QUERY_BYTES } from '../../service/src/http/read-request.ts';
import { formatFacts, pixelsGiven } from '../src/download/format-facts.ts';
import { partsOf } from '../src/download/parts.ts';
import { commonFormats, downloadParameter, isPlanAccepted, messagesOf, planItems } from '../src/download/plan.ts';
import {
  atDensity,
  inUnit,
  isSizeAccepted,
  MAX_PIXELS,
  pixelsOf,
  resultingSize,
  sizeOptions,
  UNITS,
} from '../src/download/size.ts';
import { MAX_BYTES_IN_MEMORY, wayToSave } from '../src/download/way-to-save.ts';
import { EN_LATER } from '../src/texts/en-later.ts';
import { addTexts, loadTexts } from '../src/texts/texts.ts';

addTexts(EN_LATER);

function format(id: number, more: Partial<DownloadFormat> = {}): DownloadFormat {
  return {
    ...{ id, name: `Format ${id}`, description: '', icon: '' },
    ...{ resizeable: false, editable: false, message: false, ...more },
  };
}

function info(...formats: readonly DownloadFormat[]): DownloadInfo {
  return { name: 'a', extension: 'jpg', type: 1, formats };
}

const CHOICE = { format: 1, own: new Map(), size: undefined, crop: undefined, version: undefined, part: 0 };

test('formats of all assets come first, and those that require signing in elsewhere do not count', () => {
  const offers = new Map([
    [7, info(format(3, { url: 'https://example.org/' }), format(2), format(1))],
    [8, info(format(1))],
  ]);
  const counts = commonFormats(offers).map((each) => `${each.format.id} ${each.count}`);
  assert.deepEqual(counts, ['1 2', '2 1']);
});

test('an asset without the chosen format gets its first one, and an asset without any is left out', () => {
  const offers = new Map([
    [7, info(format(1), format(2))],
    [8, info(format(2))],
    [9, info(format(1), format(3))],
    [10, info()],
  ]);
  const choice = { ...CHOICE, own: new Map([[9, 3]]) };
  const items = planItems(offers, choice);
  assert.deepEqual(downloadParameter(items, choice), ['7', '8:2', '9:3']);
});

test('size, crop and version are written for the formats that accept them', () => {
  const size = { width: 100, height: 0, unit: 'mm', density: 300 } as const;
  const crop = { left: 1, top: 2, width: 3, height: 4 };
  const offers = new Map([
    [7, info(format(1, { resizeable: true, editable: true }))],
    [8, info(format(2))],
  ]);
  const choice = { ...CHOICE, size, crop, version: 5 };
  assert.deepEqual(downloadParameter(planItems(offers, choice), choice), [
    '7:1:width=100;unit=mm;crop=3x4+1+2;version=5',
    '8:2:version=5',
  ]);
});

test('a format is described by the type, the pixels and the bytes of its file, as far as they are known', async () => {
  const say = await loadTexts('en');
  const picture = { width: 3000, height: 2000 };
  const converted = { asset: { extension: 'tif', size: 3_400_000 }, picture, pictures: [picture] };
  const words = { say, locale: 'en' };
  const describe = (...of: Parameters<typeof formatFacts>) => {
    assert.doesNotMatch(formatFacts(...of), / [·×]|[\d×] /, 'where lines may break');
    return formatFacts(...of).replaceAll('\u00A0', ' ');
  };
  const conversion = { to: 'jpg', width: 600, fit: 'inside', enlarge: false };
  assert.equal(describe(undefined, converted, words), 'TIF · 3000 × 2000 pixels · 3.4 MB');
  assert.equal(describe(conversion, converted, words), 'JPG · 600 × 400 pixels · about 60 kB');
  assert.equal(describe({ ...conversion, height: 100 }, converted, words), 'JPG · 150 × 100 pixels · about 4 kB');
  const small = describe({ ...conversion, width: 6000 }, converted, words);
  assert.equal(small, 'JPG · Smaller than 6000: stays 3000 × 2000 pixels · about 2 MB');
  const facts = describe({ ...conversion, width: 6000, enlarge: true }, converted, words);
  assert.equal(facts, 'JPG · 6000 × 4000 pixels · about 6 MB');
  assert.equal(describe({ ...conversion, to: 'pdf' }, converted, words), 'PDF');
  const unknown = { asset: undefined, picture: undefined, pictures: [] };
  assert.equal(describe(conversion, unknown, words), 'JPG');
  assert.equal(describe(conversion, { ...unknown, pictures: [picture, picture] }, words), 'JPG · about 100 kB');
});

test('the pixels of a format are those that the service computes, with every fit', () => {
  const side = fc.integer({ min: 1, max: 5000 });
  const box = fc.record(
    {
      width: side,
      height: side,
      fit: fc.constantFrom('inside', 'cover', 'contain', 'fill', 'outside'),
      enlarge: fc.boolean(),
    },
    { requiredKeys: ['fit', 'enlarge'] },
  );
  forAll(fc.record({ width: side, height: side }), box, (picture, sizes) => {
    const isResized = sizes.width !== undefined || sizes.height !== undefined;
    const expected = isResized ? fitInto(picture, sizes).size : picture;
    assert.deepEqual(pixelsGiven({ to: 'jpg', ...sizes }, picture), expected);
  });
});

test('a size without a density has that of each format, and a chosen density applies to all formats', () => {
  const size = { width: 100, height: 0, unit: 'mm', density: undefined } as const;
  const densities = { 1: 72, 2: 300 };
  const resizeable = { resizeable: true };
  const offers = new Map([
    [7, info(format(1, resizeable))],
    [8, info(format(2, resizeable))],
  ]);
  const written = (density: number | undefined) => {
    const choice = { ...CHOICE, size: { ...size, density } };
    return downloadParameter(planItems(offers, choice), choice, densities);
  };
  assert.deepEqual(written(undefined), ['7:1:width=100;unit=mm', '8:2:width=100;unit=mm']);
  assert.deepEqual(written(300), ['7:1:width=1181', '8:2:width=100;unit=mm']);
  assert.equal(atDensity({ ...size, density: 0 }, 72).density, 72);
});

test('a size that is too large stops only formats that have sizes', () => {
  const size = { width: 9, height: 0, unit: 'inch', density: undefined } as const;
  const items = (more: Partial<DownloadFormat>) => [{ id: 7, format: format(1, more) }];
  assert.ok(isPlanAccepted(items({ resizeable: true }), { size }, { 1: 300 }));
  assert.ok(!isPlanAccepted(items({ resizeable: true }), { size }, { 1: 1200 }));
  assert.ok(isPlanAccepted(items({}), { size }, { 1: 1200 }));
});

test('a message to confirm appears once', () => {
  const message = { message: true, message_text: 'Name the author.' };
  const offers = new Map([
    [7, info(format(1, message))],
    [8, info(format(1, message))],
  ]);
  assert.deepEqual(messagesOf(planItems(offers, CHOICE)), ['Name the author.']);
});

test('a resulting size fits into the wanted one, keeps the ratio to within a pixel, and is never larger than the picture', () => {
  const side = fc.integer({ min: 1, max: 20_000 });
  const picture = fc.record({ width: side, height: side });
  const wanted = fc.record({
    ...{ width: fc.double({ min: 0, max: 9000, noNaN: true }), height: fc.double({ min: 0, max: 9000, noNaN: true }) },
    ...{ unit: fc.constantFrom(...UNITS), density: fc.integer({ min: 10, max: 1200 }) },
  });
  forAll(picture, wanted, (original, size) => {
    const result = resultingSize(original, size);
    for (const name of ['width', 'height'] as const) {
      const max = pixelsOf(size[name], size.unit, size.density) || original[name];
      assert.ok(result[name] >= 1 && result[name] <= Math.min(max, original[name]));
    }
    // Only the longer side shows the factor precisely enough to tell the other side to within a pixel.
    const [long, short] =
      original.width >= original.height ? (['width', 'height'] as const) : (['height', 'width'] as const);
    const factor = result[long] / original[long];
    assert.ok(Math.abs(result[short] - original[short] * factor) <= 1);
  });
});

test('a format that enlarges gives the wanted size', () => {
  const picture = { width: 300, height: 200 };
  const size = { width: 600, height: 0, unit: 'px', density: 300 } as const;
  assert.deepEqual(resultingSize(picture, size), picture);
  assert.deepEqual(resultingSize(picture, size, true), { width: 600, height: 400 });
  assert.deepEqual(resultingSize(picture, { ...size, width: 0 }, true), picture);
});

test('lengths on paper become pixels as the service counts them', () => {
  assert.equal(pixelsOf(100, 'mm', 300), 1181);
  assert.equal(pixelsOf(4, 'inch', 300), 1200);
  assert.deepEqual([pixelsOf(0.001, 'mm', 300), inUnit(1181, 'px', 'mm', 300)], [1, 100]);
  assert.equal(inUnit(25.4, 'mm', 'inch', 300), 1);
  assert.deepEqual(sizeOptions({ width: 4, height: 0, unit: 'inch', density: 150 }), ['width=600']);
  assert.deepEqual(sizeOptions({ width: 0, height: 0, unit: 'mm', density: 150 }), []);
  assert.ok(isSizeAccepted({ width: MAX_PIXELS, height: 0, unit: 'px', density: 300 }));
  assert.ok(!isSizeAccepted({ width: 0, height: 34, unit: 'inch', density: 300 }));
});

test('only a file that fits is collected in memory, and no token gets into an address', () => {
  const anyBrowser = { hasToken: false, hasPicker: false };
  assert.equal(wayToSave(MAX_BYTES_IN_MEMORY, anyBrowser), 'memory');
  assert.equal(wayToSave(MAX_BYTES_IN_MEMORY + 1, anyBrowser), 'browser');
  assert.equal(wayToSave(undefined, anyBrowser), 'browser');
  // Only reading it says how large it is, and not every browser has another way.
  for (const hasPicker of [true, false]) assert.equal(wayToSave(undefined, { hasToken: true, hasPicker }), 'memory');
  assert.equal(wayToSave(MAX_BYTES_IN_MEMORY + 1, { hasToken: true, hasPicker: true }), 'disk');
  assert.equal(wayToSave(MAX_BYTES_IN_MEMORY + 1, { hasToken: true, hasPicker: false }), 'storage');
});

test('parts have at most the items of one download, and the last one has the rest', () => {
  const items = Array.from({ length: 2001 }, (_, index) => String(1000 + index));
  assert.deepEqual(partsOf(items, 1000), [
    { start: 0, end: 1000 },
    { start: 1000, end: 2000 },
    { start: 2000, end: 2001 },
  ]);
  assert.deepEqual(partsOf(items.slice(0, 1000), 1000), [{ start: 0, end: 1000 }]);
  assert.deepEqual(partsOf([], 1000), []);
});

test('all items are in a part, in their order, and the service reads the address of each part', () => {
  const { download } = connect('http://service.example/press/', { locale: 'de-AT' }).asset;
  const number = fc.integer({ min: 1, max: 2_000_000_000 });
  const item = fc
    .tuple(number, number, fc.integer({ min: 1, max: 10_000 }))
    .map(([id, format, width]) => `${id}:${format}:width=${width};crop=${width}x${width}+10+20`);
  const items = fc.array(fc.oneof(number.map(String), item), { minLength: 1, maxLength: 2000, size: 'max' });
  forRuns(20, items, fc.integer({ min: 1, max: 3000 }), (all, most) => {
    const parts = partsOf(all, most).map(({ start, end }) => all.slice(start, end));
    assert.deepEqual(parts.flat(), all);
    for (const part of parts) {
      assert.ok(part.length >= 1 && part.length <= most);
      const { search } = new URL(download.url({ download: part, format: 2_000_000_000, forcezip: true }));
      assert.ok(search.length <= MAX_QUERY_BYTES, `${search.length} bytes`);
    }
  });
});
