import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { suite, test } from 'node:test';
import sharp from 'sharp';
import type { Conversion } from '../../../core/src/domain/model.ts';
import { withColours } from '../../src/conversions/avif-colours.ts';
import { planPicture } from '../../src/conversions/conversion-plan.ts';
import { convertPicture } from '../../src/conversions/convert-picture.ts';
import { PRIMARIES, readCicp, TRANSFERS } from '../../src/inspect/colours/cicp.ts';
import { isNear, patiently, planFor, sourceAt, useRenderer } from '../pictures/pictures.ts';

/** PQ values, from 0 to 1, of 100 and 1,000 candela per square metre. */
const PQ = { 100: 0.5081, 1000: 0.7518 } as const;
/** The HLG value of a third of the brightest light. */
const HLG_THIRD = 0.7946;
const SIZE = { width: 64, height: 48 };

suite('high dynamic range pictures', () => {
  const { renderer, at } = useRenderer();

  // What ffmpeg makes of the same light in a film; it clips above white of 1,000 candela.
  for (const [what, colours, numbers, seen] of [
    ['white of 100 candela in PQ', [PRIMARIES.bt2020, TRANSFERS.pq], [PQ[100], PQ[100], PQ[100]], [157, 157, 157]],
    ['white of 1,000 candela in PQ', [PRIMARIES.p3, TRANSFERS.pq], [PQ[1000], PQ[1000], PQ[1000]], [255, 255, 255]],
    ['red of P3 in PQ', [PRIMARIES.p3, TRANSFERS.pq], [PQ[100], 0, 0], [169, 0, 0]],
    ['a third of it in HLG', [PRIMARIES.bt2020, TRANSFERS.hlg], [HLG_THIRD, HLG_THIRD, HLG_THIRD], [206, 206, 206]],
    ['red of P3 without HDR', [PRIMARIES.p3, TRANSFERS.srgb], [0.8, 0, 0], [224, 0, 0]],
    ['red of sRGB', [PRIMARIES.bt709, TRANSFERS.srgb], [0.8, 0, 0], [204, 0, 0]],
  ] as const) {
    test(`${what} is tone-mapped for screens`, async () => {
      const path = await avif(colours, numbers);
      const drawn = await renderer.render(planFor(), sourceAt(path, SIZE), patiently());
      const colour = await colourOf(drawn.bytes);
      assert.ok(isNear(colour, seen, 4), `${colour}`);
    });
  }

  test('the target keeps what it can represent, and all others have colours for screens', async () => {
    const path = await avif([PRIMARIES.p3, TRANSFERS.pq], [PQ[1000], PQ[100], PQ[100]]);
    const kept = await convert(path, { to: 'avif', width: 32 });
    assert.deepEqual(await readCicp(kept), { primaries: PRIMARIES.p3, transfer: TRANSFERS.pq, brightest: 0 });
    const { bitsPerSample, width } = await sharp(kept).metadata();
    assert.deepEqual([bitsPerSample, width], [10, 32]);
    const { channels } = await sharp(kept).stats();
    assert.ok(
      isNear(
        channels.map(({ mean }) => mean / 65_472),
        [PQ[1000], PQ[100], PQ[100]],
        0.01,
      ),
    );

    const source = sourceAt(path, SIZE);
    const drawn = await colourOf((await renderer.render(planFor(), source, patiently())).bytes);
    for (const conversion of [
      { to: 'jpg' },
      { to: 'png' },
      { to: 'tif' },
      { to: 'webp' },
      { to: 'avif', color: 'srgb' },
      { to: 'avif', metadata: 'strip' },
    ] as const) {
      const made = await convert(path, conversion);
      assert.equal(await readCicp(made), undefined);
      const colour = await colourOf(made);
      assert.ok(isNear(colour, drawn, 6), `${conversion.to}: ${colour}, not ${drawn}`);
    }
  });

  async function avif([primaries, transfer]: readonly [number, number], numbers: readonly number[]): Promise<string> {
    const pixels = new Uint16Array(SIZE.width * SIZE.height * 3);
    for (let at = 0; at < pixels.length; at++) pixels[at] = Math.round((numbers[at % 3] ?? 0) * 65_535);
    const coded = await sharp(pixels, { raw: { ...SIZE, channels: 3 } })
      .toColourspace('rgb16')
      .avif({ bitdepth: 10, quality: 90, effort: 0 })
      .toBuffer();
    const path = at(`${primaries}-${transfer}-${numbers.join('-')}.avif`);
    await writeFile(path, withColours(coded, { primaries, transfer }));
    return path;
  }

  async function convert(path: string, conversion: Conversion & { to: 'jpg' | 'png' | 'tif' | 'webp' | 'avif' }) {
    const target = at(`made-${conversion.to}.${conversion.to}`);
    const source = sourceAt(path, SIZE);
    const made = await convertPicture(source, planPicture(conversion, source.properties, {}), target);
    assert.equal(typeof made, 'number');
    return target;
  }
});

async function colourOf(picture: string | Uint8Array): Promise<number[]> {
  const { channels } = await sharp(typeof picture === 'string' ? picture : Buffer.from(picture))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .then(({ data, info }) => sharp(data, { raw: info }).stats());
  return channels.slice(0, 3).map(({ mean }) => Math.round(mean));
}
