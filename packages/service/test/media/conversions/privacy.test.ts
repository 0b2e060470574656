/**
 * What a converted file must not tell: what a crop cut off, and what the camera noted about its owner. The sources here are
 * JPEGs; all others are in `privacy.full.ts`, because most conversions start exiftool.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  type Conversion,
  exiftool,
  openSecrets,
  type Secrets,
  TARGETS,
  testConversion,
  testSource,
} from './secrets.ts';
import { withoutPerl } from './sources.ts';

describe('converted files', { skip: withoutPerl }, () => {
  let secrets: Secrets;
  before(async () => {
    secrets = await openSecrets();
  });
  after(() => secrets?.[Symbol.dispose]());

  for (const from of ['jpg'] as const) {
    testSource(from, () => secrets);
    for (const to of TARGETS) {
      testConversion({ from, to, metadata: 'strip' }, () => secrets);
      testConversion({ from, to, metadata: 'strip', dpi: 300 }, () => secrets);
    }
    testConversion({ from, to: 'jpg', metadata: 'keep', dpi: 300 }, () => secrets);
  }

  test('a file has the density of its format, or none', async () => {
    const targets = TARGETS.filter((to) => to !== 'pdf');
    const pairs = targets.flatMap((to) => [{ to, dpi: 300 }, { to }]);
    const paths: string[] = [];
    for (const pair of pairs) {
      const conversion: Conversion = { from: 'jpg', metadata: 'strip', ...pair };
      paths.push(await secrets.convert(conversion));
    }
    const read = exiftool('-j', '-n', '-XResolution', '-ResolutionUnit', '-PixelsPerUnitX', '-PixelUnits', ...paths);
    const found = JSON.parse(read).map((tags: Tags, index: number) => [
      pairs[index]?.to,
      densityOf(tags, pairs[index]?.to),
    ]);
    assert.deepEqual(
      found,
      pairs.map(({ to, dpi }: { to: string; dpi?: number }) => [to, dpi]),
    );
  });
});

type Tags = Readonly<Partial<Record<'PixelUnits' | 'PixelsPerUnitX' | 'ResolutionUnit' | 'XResolution', number>>>;

/** Dots per inch, from the field that the format has for them. */
function densityOf(tags: Tags, format: string | undefined): number | undefined {
  const { PixelUnits: unit, PixelsPerUnitX: perMetre = 0, ResolutionUnit, XResolution } = tags;
  if (format === 'png') return unit === 1 ? Math.round(perMetre * 0.0254) : undefined;
  const counts = (ResolutionUnit === 2 || format === 'jpg') && XResolution;
  return counts ? Math.round(counts) : undefined;
}
