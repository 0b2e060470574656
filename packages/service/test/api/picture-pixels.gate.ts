/**
 * Which part of an original pictures show, and how well: `picture`, `pictures` and IIIF over HTTP, beside a scaling of our
 * own. In a map, the red of each pixel is its x and the green its y, so that every pixel of an answer tells where it comes
 * from.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { drawFrom } from '../../bench/search/random.ts';
import { sampleWith } from '../iiif/bundle.ts';
import { startApp } from '../support/app.ts';
import { openForAll } from '../support/open-for-all.ts';

const [WIDTH, HEIGHT, BIG] = [256, 192, 128];
/** A map, the same turned, to be viewed only, and with a focus; a photograph; something that strikes the eye. */
const [MAP, TURNED, VIEW_ONLY, FOCUSED, PHOTO, TARGET] = [4000, 4001, 4002, 4003, 4004, 4005];

interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

function drawn(width: number, height: number, at: (x: number, y: number) => readonly [number, number, number]): Pixels {
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(at(x, y), (y * width + x) * 3);
  return { data, width, height };
}

const stored = ({ data, width, height }: Pixels) => sharp(data, { raw: { width, height, channels: 3 } });
const MAPPED = drawn(WIDTH, HEIGHT, (x, y) => [x, y, 128]);
/** Soft shapes with edges and a little grain, as photographs have. */
const PHOTOGRAPH = (() => {
  const random = drawFrom(5);
  // Colours change slowly, because nearly all formats keep a quarter of their pixels.
  const light = (x: number, y: number) => 110 + 50 * Math.sin(x / 9) * Math.cos(y / 13) + 16 * random();
  const edge = (x: number, y: number) => ((x - 300) ** 2 + (y - 180) ** 2 < 90 ** 2 ? 60 : 0);
  return drawn(600, 400, (x, y) => {
    const value = light(x, y) + edge(x, y);
    return [value, value - x / 20, value - y / 12];
  });
})();

/** Lanczos over three lobes, written for this test alone. */
function scaled({ data, width, height }: Pixels, to: number, down: number): Pixels {
  const weights = (from: number, length: number) =>
    Array.from({ length }, (_, at) => {
      const step = from / length;
      const middle = (at + 0.5) * step - 0.5;
      const sum: [index: number, weight: number][] = [];
      for (let index = Math.ceil(middle - 3 * step); index <= middle + 3 * step; index++) {
        const t = (Math.PI * (index - middle)) / step;
        const weight = t === 0 ? 1 : (3 * Math.sin(t) * Math.sin(t / 3)) / t ** 2;
        sum.push([Math.min(from - 1, Math.max(0, index)), weight]);
      }
      return sum;
    });
  const across = new Float64Array(to * height * 3);
  const mix = (sums: readonly (readonly [number, number])[], value: (index: number) => number) =>
    sums.reduce((all, [index, weight]) => all + weight * value(index), 0) /
    sums.reduce((all, [, each]) => all + each, 0);
  for (const [x, sums] of weights(width, to).entries())
    for (let y = 0; y < height; y++)
      for (const c of [0, 1, 2])
        across[(y * to + x) * 3 + c] = mix(sums, (index) => data[(y * width + index) * 3 + c] ?? 0);
  const result = Buffer.alloc(to * down * 3);
  for (const [y, sums] of weights(height, down).entries())
    for (let x = 0; x < to; x++)
      for (const c of [0, 1, 2]) {
        const value = mix(sums, (index) => across[(index * to + x) * 3 + c] ?? 0);
        result[(y * to + x) * 3 + c] = Math.min(255, Math.max(0, Math.round(value)));
      }
  return { data: result, width: to, height: down };
}

/** Root of the mean square of the differences, of 255. */
function difference(one: Pixels, other: Pixels): number {
  assert.deepEqual([one.width, one.height], [other.width, other.height]);
  const sum = one.data.reduce((all, value, at) => all + (value - (other.data[at] ?? 0)) ** 2, 0);
  return Math.sqrt(sum / one.data.length);
}

/** How far off the map may be: half a pixel of the smallest answers. */
const HALF = 2;

/** What a part of the map looks like in this size. */
function part([left, top, width, height]: readonly number[], [across, down]: readonly number[]): Pixels {
  const place = (start = 0, length = 0, at: number, of = 1) => Math.round(start + ((at + 0.5) * length) / of - 0.5);
  return drawn(across ?? 0, down ?? 0, (x, y) => [place(left, width, x, across), place(top, height, y, down), 128]);
}

async function bundle(): Promise<string> {
  const map = await stored(MAPPED).png().toBuffer();
  const target = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200"><rect width="600" height="200" fill="#778"/><circle cx="500" cy="100" r="40" fill="#f20"/><circle cx="500" cy="100" r="20" fill="#fd0"/></svg>',
  );
  return sampleWith({
    files: {
      'map.png': map,
      'turned.jpg': await stored(MAPPED)
        .rotate(270)
        .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
        .withMetadata({ orientation: 6 })
        .toBuffer(),
      'photo.jpg': await stored(PHOTOGRAPH).jpeg({ quality: 98, chromaSubsampling: '4:4:4' }).toBuffer(),
      'target.png': await sharp(target).png().toBuffer(),
    },
    assets: [
      { id: MAP, file: 'files/map.png', nodes: [2] },
      { id: TURNED, file: 'files/turned.jpg', nodes: [2] },
      { id: VIEW_ONLY, file: 'files/map.png', nodes: [8] },
      { id: FOCUSED, file: 'files/map.png', nodes: [2], focus: { x: 0.75, y: 0.25 } },
      { id: PHOTO, file: 'files/photo.jpg', nodes: [2] },
      { id: TARGET, file: 'files/target.png', nodes: [2] },
    ],
  });
}

describe('pictures show', () => {
  const presets = JSON.stringify({ left: { width: 48, height: 96, fit: 'cover', focus: '0,0.5', format: 'png' } });
  const app = openForAll(async () => startApp({ ABS_PREVIEW_BIG: BIG, ABS_PICTURE_PRESETS: presets }, await bundle()));
  const pixels = async (address: string): Promise<Pixels> => {
    const answer = await fetch(address.startsWith('http') ? address : `${app.url}/${address}`);
    assert.equal(answer.status, 200, address);
    const { data, info } = await sharp(await answer.bytes())
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({
        resolveWithObject: true,
      });
    return { data, width: info.width, height: info.height };
  };

  test('exactly the part that is asked for', async () => {
    const focus = (at: string) => `width=64&height=64&fit=cover&focus=${at}`;
    for (const [query, area, size] of [
      ['width=64', [0, 0, 256, 192], [64, 48]],
      ['height=48&dpr=2', [0, 0, 256, 192], [128, 96]],
      [focus('center'), [32, 0, 192, 192], [64, 64]],
      [focus('0,0'), [0, 0, 192, 192], [64, 64]],
      [focus('1,1'), [64, 0, 192, 192], [64, 64]],
      [focus('0.4,0'), [6.4, 0, 192, 192], [64, 64]],
      ['crop=64x96%2B20%2B40&width=32', [20, 40, 64, 96], [32, 48]],
      ['crop=50%25x25%25%2B128%2B144&width=64', [128, 144, 128, 48], [64, 24]],
      // Of a crop, and outside of one: its nearest point.
      ['crop=128x64%2B100%2B50&width=32&height=32&fit=cover&focus=0,0', [100, 50, 64, 64], [32, 32]],
      ['crop=128x64%2B100%2B50&width=32&height=32&fit=cover&focus=1,1', [164, 50, 64, 64], [32, 32]],
      ['preset=left', [0, 0, 96, 192], [48, 96]],
    ] as const) {
      for (const id of [MAP, TURNED, VIEW_ONLY]) {
        const off = difference(await pixels(`asset.do?picture=${id}&format=png&${query}`), part(area, size));
        assert.ok(off < HALF, `${id} ${query}: ${off}`);
      }
    }
    const own = await pixels(`asset.do?picture=${FOCUSED}&format=png&width=32&height=32&fit=cover&crop=256x96`);
    assert.ok(difference(own, part([144, 0, 96, 96], [32, 32])) < HALF, 'the focus of the asset');
  });

  test('a border that leaves the picture whole and in the middle', async () => {
    const { data, width, height } = await pixels(
      `asset.do?picture=${MAP}&format=png&width=64&height=64&fit=contain&background=0000ff`,
    );
    assert.deepEqual([width, height], [64, 64]);
    const sheet = await stored({ data, width, height })
      .extract({ left: 0, top: 8, width: 64, height: 48 })
      .raw()
      .toBuffer();
    assert.ok(difference({ data: sheet, width: 64, height: 48 }, part([0, 0, 256, 192], [64, 48])) < 0.8);
    for (const row of [0, 7, 56, 63]) assert.deepEqual([...data.subarray(row * 64 * 3, row * 64 * 3 + 3)], [0, 0, 255]);
  });

  test('what a list says of them', async () => {
    const { data } = await (await fetch(`${app.url}/node.do?search_id=${MAP}&pictures=64,128`)).json();
    for (const each of data[0].picture.srcset.split(', ')) {
      const [address = '', width = ''] = each.split(' ');
      const across = Number.parseInt(width, 10);
      assert.ok(
        difference(await pixels(`${address}&format=png`), part([0, 0, 256, 192], [across, across * 0.75])) < 0.8,
      );
    }
  });

  test('by IIIF the region that is asked for, mirrored before it is turned', async () => {
    for (const [path, area, size] of [
      ['full/64,48/0', [0, 0, 256, 192], [64, 48]],
      ['square/max/0', [32, 0, 192, 192], [192, 192]],
      ['100,50,80,40/40,/0', [100, 50, 80, 40], [40, 20]],
      ['pct:25,50,50,50/pct:50/0', [64, 96, 128, 96], [64, 48]],
      ['0,0,100,50/!30,30/0', [0, 0, 100, 50], [30, 15]],
      ['200,100,100,200/max/0', [200, 100, 56, 92], [56, 92]],
      ['0,0,256,192/60,20/0', [0, 0, 256, 192], [60, 20]],
    ] as const) {
      for (const id of [MAP, TURNED]) {
        const off = difference(await pixels(`iiif/image/3/${id}/${path}/default.png`), part(area, size));
        assert.ok(off < HALF, `${id} ${path}: ${off}`);
      }
    }
    const { data, width, height } = part([10, 20, 64, 32], [32, 16]);
    for (const [rotation, expected] of [
      ['90', stored({ data, width, height }).rotate(90)],
      ['!0', stored({ data, width, height }).flop()],
      ['!270', sharp(await stored({ data, width, height }).flop().png().toBuffer()).rotate(270)],
    ] as const) {
      const turned = await expected.raw().toBuffer({ resolveWithObject: true });
      const answer = await pixels(`iiif/image/3/${MAP}/10,20,64,32/32,16/${rotation}/default.png`);
      assert.ok(difference(answer, { data: turned.data, ...turned.info }) < 0.8, rotation);
    }
  });

  test('photographs as a scaling of our own does, in every format', async () => {
    for (const width of [211, 40]) {
      const height = Math.round((width * 400) / 600);
      const own = scaled(PHOTOGRAPH, width, height);
      for (const [format, most] of [
        ['png', 2],
        ['webp', 6],
        ['jpg', 6],
        ['avif', 6],
      ] as const) {
        for (const address of [
          `asset.do?picture=${PHOTO}&width=${width}&format=${format}`,
          `iiif/image/3/${PHOTO}/full/${width},${height}/0/default.${format}`,
        ]) {
          const off = difference(await pixels(address), own);
          assert.ok(off < most, `${address}: ${off}`);
        }
      }
    }
  });

  test('what strikes the eye where nobody has said what matters', async () => {
    const { data } = await pixels(`asset.do?picture=${TARGET}&width=100&height=100&fit=cover&format=png`);
    const red = Array.from({ length: data.length / 3 }, (_, at) => (data[at * 3] ?? 0) > 200).filter(Boolean).length;
    // A disc of 40 pixels, at half its size.
    assert.ok(red > 0.9 * Math.PI * 20 ** 2, `${red} pixels of the target`);
  });
});
