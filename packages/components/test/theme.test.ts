import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const TOKENS = readFileSync(new URL('../src/theme/tokens.css', import.meta.url), 'utf8');

/** Relative luminance of `#rgb` or `#rrggbb` (WCAG 2.2). */
function luminance(colour: string): number {
  const digits = colour.length === 4 ? colour.replaceAll(/[0-9a-f]/g, '$&$&') : colour;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The colours of a property in the light and in the dark. */
function colours(property: string): readonly [string, string] {
  const [, light = '', dark = ''] =
    new RegExp(`--_${property}: [^;]*light-dark\\((#[0-9a-f]+), (#[0-9a-f]+)\\)`).exec(TOKENS) ?? [];
  assert.notEqual(light, '', property);
  return [light, dark];
}

for (const [text, surfaces, least] of [
  ['text', ['surface', 'surface-2', 'surface-3', 'accent-soft'], 4.5],
  ['text-2', ['surface', 'surface-2', 'surface-3', 'accent-soft'], 4.5],
  ['accent', ['surface', 'surface-2'], 4.5],
  ['on-accent', ['accent'], 4.5],
  ['danger', ['surface'], 4.5],
  ['control-line', ['surface', 'surface-2'], 3],
] as const)
  test(`${text} has a contrast of ${least}:1 to ${surfaces.join(', ')}, in the light and in the dark`, () => {
    for (const theme of [0, 1])
      for (const surface of surfaces) {
        const found = contrast(colours(text)[theme] as string, colours(surface)[theme] as string);
        assert.ok(found >= least, `${surface}: ${found.toFixed(2)}:1`);
      }
  });
