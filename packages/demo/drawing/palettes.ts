import type { Colour } from './colour.ts';

/** Names of all palettes: light by day and by night, in every season. */
const LIGHT_NAMES = [
  ...(['dawn', 'dusk', 'noon', 'golden', 'mist', 'moonlight'] as const),
  ...(['autumn', 'winter', 'rose', 'aurora', 'spring', 'storm'] as const),
];

/** Name of a palette. */
export type PaletteName = (typeof LIGHT_NAMES)[number];

/**
 * The colours of a picture: every scene takes its colours from one palette. `haze` is the colour of the distance, `far`
 * and `near` are the ground, `light` and `shade` are sunlit and shaded snow or rock. At `night` the stars are visible.
 */
export interface Palette
  extends Readonly<Record<'sun' | 'glow' | 'haze' | 'far' | 'near' | 'water' | 'accent', Colour>> {
  /** Five colours from the zenith to the horizon. */
  readonly sky: readonly [Colour, Colour, Colour, Colour, Colour];
  readonly light: Colour;
  readonly shade: Colour;
  readonly night: boolean;
}

/**
 * One palette per line: name, five colours of the sky, then sun, glow, haze, far, near, light, shade, water, accent.
 */
const TABLE = `
dawn      34477e 7b6ba3 dc8ea0 fbc49a ffe6b8 fff6dc ffd9a0 f3b9a5 b98aa3 26284a ffd8c2 6d5f8f 5b5d8a ef6f5e
dusk      141c43 3a2f6b 8a3f7d e0616d ffab6b ffe3b0 ff8e63 c5597b 7d4580 120f2b ff9f86 3d2c63 33285a ffb45c
noon      2a76b9 5aa5d8 94cbe9 cfeaf3 eff8f4 ffffff ffffff cfe5ec 8fb7cd 1d4a44 ffffff 6f94b5 2f7a96 f2a03d
golden    5b7fa0 a7b7ac ecd298 fbc56d ffdf9a fffbe6 ffe08a f0c685 bd9767 37301f ffe9b3 806a58 6c6f68 d9622b
mist      7fa6ad a6c3c3 c9dad3 e4ebe0 f4f3e6 fffdf2 ffffff dde8de a9c2bb 1f4147 f8fbf4 7c9c9e 6d9497 e2764a
moonlight 050b1e 0d1c3d 1a3560 35578a 6b8db5 f4f7ff a9c6f2 4d70a0 37588a 040a18 c4d9f5 22406e 152c52 ffd27a night
autumn    4f7590 86a1a6 c6bda5 eed2a4 f9e6c3 fff7e0 ffe6b0 dcbf9b a9836b 3c1e17 f6d7a8 7b5c58 5c6a6e c8451b
winter    5d86b5 8fb2d4 bed4e6 e4e6ec f8e6de fffaf0 ffeede dce4ed a5bed6 2a4666 ffffff 8aa6c8 6e93b4 d8433f
rose      5d3f77 a45c8d e58a98 f9bda4 ffe3cb fff3e6 ffc9b0 eba7a4 b5708f 331b3b ffd6cd 7c4a7b 7a5282 3fa7a0
aurora    040918 07162c 0c2b3f 135050 3a8a78 e6fff3 5fe3b0 2d7a72 1d5257 030a12 b8f0d8 17424d 0e3440 b58cff night
spring    4f9bb8 86c2cd bce0d6 e6f0d4 f8f5d9 fffde8 fff6c2 d3e6c6 93bda0 1f4a2f f4fadf 6f9f86 4d8f97 f07f8f
storm     232d3b 3c4a5b 66778a 9aa8b0 d9cfb6 fff0cf f2dba6 97a3aa 6a7a86 11181f dfe4e2 45535f 3d4c58 e0a33a
`;

/** All palettes by name. */
export const PALETTES = Object.fromEntries(
  TABLE.trim()
    .split('\n')
    .map((line): [string, Palette] => {
      const [name = '', ...cells] = line.split(/ +/);
      const at = (index: number): Colour => `#${cells[index]}`;
      return [
        name,
        {
          sky: [at(0), at(1), at(2), at(3), at(4)],
          ...{ sun: at(5), glow: at(6), haze: at(7), far: at(8), near: at(9) },
          ...{ light: at(10), shade: at(11), water: at(12), accent: at(13), night: cells[14] === 'night' },
        },
      ];
    }),
) as Readonly<Record<PaletteName, Palette>>;
