/** Colours that a file states without a profile. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { exiftoolPath } from 'exiftool-vendored';
import sharp, { type Sharp } from 'sharp';
import type { Conversion } from '../../../core/src/domain/model.ts';
import { crc32 } from '../../../core/src/platform/crc32.ts';
import { planPicture } from '../../src/conversions/conversion-plan.ts';
import { convertPicture } from '../../src/conversions/convert-picture.ts';
import { readCicp } from '../../src/inspect/colours/cicp.ts';
import { findPerl } from '../../src/inspect/perl.ts';
import { propertiesOf } from '../support/extracting.ts';
import { isNear, middle, patiently, planFor, useRenderer } from './pictures.ts';
import { fixture } from './sources-of-drawing.ts';

type Colour = readonly [number, number, number];
const STORED: Colour = [200, 50, 50];
/** What is seen of these numbers where they mean something else than sRGB. */
const [OF_ADOBE, OF_P3, OF_LIGHT, OF_MAC]: readonly Colour[] & { length: 4 } = [
  [232, 46, 47],
  [219, 24, 40],
  [228, 122, 122],
  [210, 65, 65],
];

function chunk(type: string, content: readonly number[]): Buffer {
  const bytes = Buffer.from([0, 0, 0, content.length, ...Buffer.from(type), ...content, 0, 0, 0, 0]);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4);
  return bytes;
}
const numbers = (...all: readonly number[]) =>
  all
    .map((number) => Math.round(number * 100_000))
    .flatMap((n) => [n >> 24, n >> 16, n >> 8, n].map((byte) => byte & 255));
const gamma = (value: number) => chunk('gAMA', numbers(value));
const places = (...green: readonly number[]) =>
  chunk('cHRM', numbers(...[0.3127, 0.329, 0.64, 0.33], ...green, ...[0.15, 0.06]));
const code = (...points: readonly number[]) => chunk('cICP', [...points, 0, 1]);
const SRGB = chunk('sRGB', [0]);

const plain = () => sharp({ create: { width: 16, height: 16, channels: 3, background: { r: 200, g: 50, b: 50 } } });
/** A PNG with these chunks after its header. */
async function png(picture: Sharp, ...chunks: readonly Buffer[]): Promise<Buffer> {
  const bytes = await picture.png().toBuffer();
  return Buffer.concat([bytes.subarray(0, 33), ...chunks, bytes.subarray(33)]);
}
const p3 = () => plain().withIccProfile('p3');
/** A picture with this option of cameras; the type of the image library lacks its directory. */
function option(name: 'R03' | 'R98', space = '65535'): Sharp {
  const exif = { IFD2: { ColorSpace: space }, IFD4: { InteroperabilityIndex: name } };
  return plain().withExif(exif);
}
const FINE = { quality: 100, chromaSubsampling: '4:4:4' };

const CASES: readonly (readonly [name: string, make: () => Promise<Buffer>, seen: Colour, space: string])[] = [
  ['option.jpg', () => option('R03').jpeg(FINE).toBuffer(), OF_ADOBE, 'RGB'],
  ['option.webp', () => option('R03').webp({ lossless: true }).toBuffer(), OF_ADOBE, 'RGB'],
  ['option.png', () => png(option('R03')), OF_ADOBE, 'RGB'],
  ['option.avif', () => option('R03').avif({ lossless: true }).toBuffer(), OF_ADOBE, 'RGB'],
  ['option-deep.avif', () => option('R03').avif({ lossless: true, bitdepth: 10 }).toBuffer(), OF_ADOBE, 'RGB'],
  ['basic.avif', () => option('R98', '1').avif({ lossless: true }).toBuffer(), STORED, 'sRGB'],
  ['basic.jpg', () => option('R98', '1').jpeg(FINE).toBuffer(), STORED, 'sRGB'],
  ['option-below-srgb.png', () => png(option('R03'), SRGB), STORED, 'sRGB'],
  ['linear.png', () => png(plain(), gamma(1)), OF_LIGHT, 'RGB'],
  ['linear-16.png', () => png(plain().toColourspace('rgb16'), gamma(1)), OF_LIGHT, 'RGB'],
  ['linear-palette.png', () => png(plain().png({ palette: true }), gamma(1)), OF_LIGHT, 'RGB'],
  ['linear-alpha.png', () => png(plain().ensureAlpha(), gamma(1)), OF_LIGHT, 'RGB'],
  ['mac.png', () => png(plain(), gamma(0.55556), places(0.3, 0.6)), OF_MAC, 'RGB'],
  ['usual.png', () => png(plain(), gamma(0.45455), places(0.3, 0.6)), STORED, 'sRGB'],
  ['places.png', () => png(plain(), gamma(0.45455), places(0.21, 0.71)), OF_ADOBE, 'RGB'],
  ['nonsense.png', () => png(plain(), gamma(0), places(0, 0)), STORED, 'sRGB'],
  ['srgb-above-gamma.png', () => png(plain(), SRGB, gamma(1)), STORED, 'sRGB'],
  ['code.png', () => png(plain(), code(12, 13)), OF_P3, 'RGB'],
  ['code-above-all.png', () => png(plain(), code(12, 13), SRGB, gamma(1)), OF_P3, 'RGB'],
  ['code-above-profile.png', () => png(p3(), code(1, 13)), [184, 63, 57], 'sRGB'],
  ['profile-above-gamma.png', () => png(p3(), gamma(1)), STORED, 'RGB'],
  ['unknown-code.png', () => png(plain(), code(99, 99), gamma(1)), OF_LIGHT, 'RGB'],
];

suite('colours stated without a profile', () => {
  const { renderer, at } = useRenderer();

  async function assertShown(path: string, seen: Colour): Promise<void> {
    const source = { path, properties: await propertiesOf(path) };
    const colour = await middle((await renderer.render(planFor(), source, patiently())).bytes);
    assert.ok(isNear(colour, seen, 3), `${colour} instead of ${seen}`);
  }
  async function converted(
    path: string,
    conversion: Conversion & { to: 'png' | 'jpg' | 'avif' | 'webp' },
  ): Promise<string> {
    const target = at(`made.${conversion.to}`);
    const properties = await propertiesOf(path);
    await convertPicture({ path, properties }, planPicture(conversion, properties, {}), target);
    return target;
  }

  for (const [name, make, seen, space] of CASES) {
    test(`of ${name} are right in pictures, conversions and properties`, async () => {
      const path = at(name);
      writeFileSync(path, await make());
      assert.equal((await propertiesOf(path)).colorSpace, space);
      await assertShown(path, seen);
      for (const conversion of [
        { to: 'png', metadata: 'strip' },
        { to: 'jpg', color: 'srgb', metadata: 'strip' },
      ] as const) {
        const { data } = await sharp(await converted(path, conversion))
          .removeAlpha()
          .raw()
          .toBuffer({ resolveWithObject: true });
        assert.ok(isNear([...data.subarray(0, 3)], seen, 3), `${conversion.to}: ${[...data.subarray(0, 3)]}`);
      }
      // Kept colours keep their numbers, with a profile.
      const kept = await sharp(await converted(path, { to: 'png' })).metadata();
      assert.equal(kept.icc !== undefined, space === 'RGB');
      await assertShown(at('made.png'), seen);
    });
  }

  test('of grey PNG, of TIFF and of HEIC are right, too', async () => {
    const perl = findPerl();
    const grey = sharp({ create: { width: 16, height: 16, channels: 3, background: '#646464' } }).toColourspace('b-w');
    writeFileSync(at('grey.png'), await png(grey, gamma(1)));
    await assertShown(at('grey.png'), [168, 168, 168]);
    writeFileSync(at('deep-grey.png'), await png(grey.clone().toColourspace('grey16'), gamma(1)));
    for (const to of ['webp', 'avif'] as const) {
      const made = sharp(await converted(at('deep-grey.png'), { to }));
      const [value = 0] = await made.raw().toBuffer();
      assert.ok(Math.abs(value - 168) <= 2, `${to}: ${value}`);
    }
    await plain().tiff().toFile(at('option.tif'));
    if (perl === undefined) return;
    const tags = ['-InteropIndex=R03', '-ColorSpace#=65535'];
    writeFileSync(at('option.heic'), await fixture('heic-clap-333x101.heic'));
    const files = [at('option.tif'), at('option.heic')];
    execFileSync(perl, [await exiftoolPath(), '-q', '-overwrite_original', ...tags, ...files]);
    await assertShown(at('option.tif'), OF_ADOBE);
    await assertShown(at('option.heic'), [0, 201, 0]);
  });

  test('of HDR in PNG are mapped for screens, and kept by AVIF', async () => {
    const path = at('hdr.png');
    writeFileSync(path, await png(plain().linear(0, 130), code(9, 16)));
    await assertShown(path, [157, 157, 157]);
    assert.equal((await propertiesOf(path)).colorSpace, 'RGB');
    const kept = await readCicp(await converted(path, { to: 'avif' }));
    assert.deepEqual(kept, { primaries: 9, transfer: 16, brightest: 0 });
    await assertShown(await converted(path, { to: 'png' }), [157, 157, 157]);
  });
});
