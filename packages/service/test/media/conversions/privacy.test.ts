/** A converted file tells neither what a crop cut off nor who owns the camera. Other sources: `privacy.full.ts`. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openForAll } from '../../support/open-for-all.ts';
import { type Conversion, exiftool, openSecrets, TARGETS, testConversion, testSource } from './secrets.ts';
import { withoutPerl } from './sources.ts';

describe('converted files', { skip: withoutPerl }, () => {
  const secrets = openForAll(openSecrets);

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
    const expected = pairs.map(({ to, dpi }: { to: string; dpi?: number }) => [to, dpi]);
    assert.deepEqual(found, expected);
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
