import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError } from '../../../core/src/domain/errors.ts';
import { tileLevels, tilePlaces, tileShowing } from '../../../core/src/domain/tiles.ts';
import { identifierText, readIdentifier } from '../../src/api/iiif/identifier.ts';
import { canonicalRequest, offeredSizes, readImageRequest } from '../../src/api/iiif/image-request.ts';

const PICTURE = { width: 640, height: 401 };
const canonical = (text: string, picture = PICTURE): string | number => {
  const [region = '', size = '', rotation = '', file = ''] = text.split('/');
  try {
    return canonicalRequest(readImageRequest({ region, size, rotation, file }, picture), picture);
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error));
    return error.status;
  }
};

describe('IIIF image requests', () => {
  for (const [text, expected] of [
    ['full/max/0/default.jpg', 'full/max/0/default.jpg'],
    ['0,0,640,401/640,401/360/color.png', 'full/max/0/default.png'],
    ['square/max/!90/gray.webp', '119,0,401,401/max/!90/gray.webp'],
    ['pct:50,50,50,50/max/180/default.avif', '320,201,320,200/max/180/default.avif'],
    ['pct:0,0,33.333,.5/max/0/default.jpg', '0,0,213,2/max/0/default.jpg'],
    ['600,400,1000000000,99999999999999999999/max/270.0/default.jpg', '600,400,40,1/max/270/default.jpg'],
    ['full/320,/0/default.jpg', 'full/320,201/0/default.jpg'],
    ['full/,1/0/default.jpg', 'full/2,1/0/default.jpg'],
    ['full/pct:50/0/default.jpg', 'full/320,201/0/default.jpg'],
    ['full/!1000,200/0/default.jpg', 'full/319,200/0/default.jpg'],
    ['full/!9000,9000/0/default.jpg', 'full/max/0/default.jpg'],
    ['full/10,400/0/default.jpg', 'full/10,400/0/default.jpg'],
    ['full/^320,/0/default.jpg', 'full/320,201/0/default.jpg'],
    ['full/^max/0/default.jpg', 'full/max/0/default.jpg'],
    ['full/^!640,401/0/default.jpg', 'full/max/0/default.jpg'],
  ] as const)
    test(`${text} is ${expected}`, () => assert.equal(canonical(text), expected));

  test('a width, a height and a box that the description lists give its size, of the whole and of tiles', () => {
    const written = (size: { width: number; height: number }) => `${size.width},${size.height}`;
    for (const picture of [
      { width: 3000, height: 2250 },
      { width: 2121, height: 3000 },
      { width: 2121, height: 30_001 },
      { width: 1, height: 3001 },
    ]) {
      for (const size of offeredSizes(picture)) {
        const expected = canonical(`full/${written(size)}/0/default.jpg`, picture);
        for (const text of [`!${written(size)}`, ...(size.width > 1 ? [`${size.width},`] : []), `,${size.height}`])
          assert.equal(canonical(`full/${text}/0/default.jpg`, picture), expected, text);
      }
    }
    // The last tile of a quarter of the size.
    assert.equal(
      canonical('2048,2048,952,201/238,/0/default.jpg', { width: 3000, height: 2249 }),
      '2048,2048,952,201/238,51/0/default.jpg',
    );
    assert.equal(
      canonical('2040,2048,952,201/238,/0/default.jpg', { width: 3000, height: 2249 }),
      '2040,2048,952,201/238,50/0/default.jpg',
    );
  });

  test('pictures are not enlarged: with ^ this service lacks it, without it is wrong', () => {
    for (const size of ['641,', ',402', '641,401', 'pct:101', '1000000000,1', '99999999999999999999,']) {
      assert.equal(canonical(`full/${size}/0/default.jpg`), 400, size);
      assert.equal(canonical(`full/^${size}/0/default.jpg`), 501, size);
    }
    assert.equal(canonical('full/^!900,900/0/default.jpg'), 501);
    for (const rest of ['45/default.jpg', '!0.5/default.jpg', '359.999/default.jpg', '0/bitonal.png'])
      assert.equal(canonical(`full/max/${rest}`), 501, rest);
  });

  test('nonsense in any part is refused', () => {
    const regions =
      'FULL |fulls|0,0,0,1|0,0,1|0,0,1,1,1|640,0,1,1|-1,0,5,5|1.5,0,5,5|pct:NaN,0,1,1|pct:100,0,1,1|pct:0,0,0,1|pct:0,0,.00001,1|pct:1e1,0,5,5|0x1,0,5,5|pct:|Infinity,0,1,1|∞,0,1,1|' +
      `${'9'.repeat(400)},0,1,1|squareﬀ|../..`;
    const sizes = `|MAX|0,|,0|0,0|,|!,5|!5,|!0,0|^|^^max|-5,|5.5,|pct:|pct:0|pct:.0001|pct:-5|pct:NaN|max,|!max|1e2,|${'1'.repeat(21)},|5,5,5|!^5,5`;
    const rotations = '|-90|361|90°|!|!!0|ninety|1e2|0x5A|NaN|+90';
    const files =
      '|default|default.|.jpg|default.gif|default.tif|default.JPG|native.jpg|color.jpg.png|Default.jpg|default.jpg ';
    for (const [list, place] of [
      [regions, (each: string) => `${each}/max/0/default.jpg`],
      [sizes, (each: string) => `full/${each}/0/default.jpg`],
      [rotations, (each: string) => `full/max/${each}/default.jpg`],
      [files, (each: string) => `full/max/0/${each}`],
    ] as const) {
      for (const each of list.split('|'))
        if (!each.includes('/')) assert.equal(canonical(place(each)), 400, JSON.stringify(place(each)));
    }
  });

  test('what is larger than every format holds is scaled by max, and refused otherwise', () => {
    const huge = { width: 40_000, height: 30_000 };
    assert.equal(canonical('full/max/0/default.jpg', huge), 'full/max/0/default.jpg');
    const { size } = readImageRequest({ region: 'full', size: 'max', rotation: '0', file: 'default.jpg' }, huge);
    assert.deepEqual(size, { width: 14142, height: 10606 });
    assert.equal(canonical('full/20000,15000/0/default.jpg', huge), 400);
    assert.equal(canonical('full/^max/0/default.jpg', huge), 'full/max/0/default.jpg');
  });

  test('an identifier has one way to be written', () => {
    for (const [text, written] of [
      ['1047', '1047'],
      ['0;page=0', '0;page=0'],
      ['1047;page=3;version=2', '1047;version=2;page=3'],
    ] as const) {
      const read = readIdentifier(text);
      assert.equal(read && identifierText(read), written);
    }
    for (const text of [
      ...['', 'a', '-1', '01', '1;', '1;page', '1;page=', '1;page=-1', '1;page=1;page=2', '1;size=3', '1;page=01'],
      ...['1 ', '1e3'],
    ])
      assert.equal(readIdentifier(text), undefined, text);
  });

  test('every tile of every level is found by its region and size, and only there', () => {
    for (const size of [
      PICTURE,
      { width: 1, height: 1 },
      { width: 5000, height: 530 },
      { width: 1030, height: 4300 },
    ]) {
      const levels = tileLevels(size);
      for (const place of tilePlaces(levels)) {
        const level = levels[place.level] ?? size;
        const factor = 2 ** (levels.length - 1 - place.level);
        const [left, top] = [place.column * 512 * factor, place.row * 512 * factor];
        const area = {
          left,
          top,
          width: Math.min(512 * factor, size.width - left),
          height: Math.min(512 * factor, size.height - top),
        };
        const tile = {
          width: Math.min(512, level.width - place.column * 512),
          height: Math.min(512, level.height - place.row * 512),
        };
        const found = tileShowing(levels, area, tile);
        assert.deepEqual(found, place);
        assert.equal(tileShowing(levels, { ...area, left: left + 1 }, tile), undefined);
        assert.equal(tileShowing(levels, area, { ...tile, width: tile.width + 1 }), undefined);
      }
    }
  });
});
