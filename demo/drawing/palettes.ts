import type { Colour } from './colour.ts';

/** The light of a picture: every scene takes its colours from one palette. */
export interface Palette {
  /** From the zenith to the horizon. */
  readonly sky: readonly Colour[];
  readonly sun: Colour;
  readonly glow: Colour;
  /** What distance turns into. */
  readonly haze: Colour;
  /** The farthest and the nearest ground. */
  readonly far: Colour;
  readonly near: Colour;
  /** Sunlit and shaded snow or rock. */
  readonly light: Colour;
  readonly shade: Colour;
  readonly water: Colour;
  readonly accent: Colour;
  /** Stars are out. */
  readonly night: boolean;
}

/** All lights by name. */
export const PALETTES = {
  dawn: {
    sky: ['#34477e', '#7b6ba3', '#dc8ea0', '#fbc49a', '#ffe6b8'],
    sun: '#fff6dc',
    glow: '#ffd9a0',
    haze: '#f3b9a5',
    far: '#b98aa3',
    near: '#26284a',
    light: '#ffd8c2',
    shade: '#6d5f8f',
    water: '#5b5d8a',
    accent: '#ef6f5e',
    night: false,
  },
  dusk: {
    sky: ['#141c43', '#3a2f6b', '#8a3f7d', '#e0616d', '#ffab6b'],
    sun: '#ffe3b0',
    glow: '#ff8e63',
    haze: '#c5597b',
    far: '#7d4580',
    near: '#120f2b',
    light: '#ff9f86',
    shade: '#3d2c63',
    water: '#33285a',
    accent: '#ffb45c',
    night: false,
  },
  noon: {
    sky: ['#2a76b9', '#5aa5d8', '#94cbe9', '#cfeaf3', '#eff8f4'],
    sun: '#ffffff',
    glow: '#ffffff',
    haze: '#cfe5ec',
    far: '#8fb7cd',
    near: '#1d4a44',
    light: '#ffffff',
    shade: '#6f94b5',
    water: '#2f7a96',
    accent: '#f2a03d',
    night: false,
  },
  golden: {
    sky: ['#5b7fa0', '#a7b7ac', '#ecd298', '#fbc56d', '#ffdf9a'],
    sun: '#fffbe6',
    glow: '#ffe08a',
    haze: '#f0c685',
    far: '#bd9767',
    near: '#37301f',
    light: '#ffe9b3',
    shade: '#806a58',
    water: '#6c6f68',
    accent: '#d9622b',
    night: false,
  },
  mist: {
    sky: ['#7fa6ad', '#a6c3c3', '#c9dad3', '#e4ebe0', '#f4f3e6'],
    sun: '#fffdf2',
    glow: '#ffffff',
    haze: '#dde8de',
    far: '#a9c2bb',
    near: '#1f4147',
    light: '#f8fbf4',
    shade: '#7c9c9e',
    water: '#6d9497',
    accent: '#e2764a',
    night: false,
  },
  moonlight: {
    sky: ['#050b1e', '#0d1c3d', '#1a3560', '#35578a', '#6b8db5'],
    sun: '#f4f7ff',
    glow: '#a9c6f2',
    haze: '#4d70a0',
    far: '#37588a',
    near: '#040a18',
    light: '#c4d9f5',
    shade: '#22406e',
    water: '#152c52',
    accent: '#ffd27a',
    night: true,
  },
  autumn: {
    sky: ['#4f7590', '#86a1a6', '#c6bda5', '#eed2a4', '#f9e6c3'],
    sun: '#fff7e0',
    glow: '#ffe6b0',
    haze: '#dcbf9b',
    far: '#a9836b',
    near: '#3c1e17',
    light: '#f6d7a8',
    shade: '#7b5c58',
    water: '#5c6a6e',
    accent: '#c8451b',
    night: false,
  },
  winter: {
    sky: ['#5d86b5', '#8fb2d4', '#bed4e6', '#e4e6ec', '#f8e6de'],
    sun: '#fffaf0',
    glow: '#ffeede',
    haze: '#dce4ed',
    far: '#a5bed6',
    near: '#2a4666',
    light: '#ffffff',
    shade: '#8aa6c8',
    water: '#6e93b4',
    accent: '#d8433f',
    night: false,
  },
  rose: {
    sky: ['#5d3f77', '#a45c8d', '#e58a98', '#f9bda4', '#ffe3cb'],
    sun: '#fff3e6',
    glow: '#ffc9b0',
    haze: '#eba7a4',
    far: '#b5708f',
    near: '#331b3b',
    light: '#ffd6cd',
    shade: '#7c4a7b',
    water: '#7a5282',
    accent: '#3fa7a0',
    night: false,
  },
  aurora: {
    sky: ['#040918', '#07162c', '#0c2b3f', '#135050', '#3a8a78'],
    sun: '#e6fff3',
    glow: '#5fe3b0',
    haze: '#2d7a72',
    far: '#1d5257',
    near: '#030a12',
    light: '#b8f0d8',
    shade: '#17424d',
    water: '#0e3440',
    accent: '#b58cff',
    night: true,
  },
  spring: {
    sky: ['#4f9bb8', '#86c2cd', '#bce0d6', '#e6f0d4', '#f8f5d9'],
    sun: '#fffde8',
    glow: '#fff6c2',
    haze: '#d3e6c6',
    far: '#93bda0',
    near: '#1f4a2f',
    light: '#f4fadf',
    shade: '#6f9f86',
    water: '#4d8f97',
    accent: '#f07f8f',
    night: false,
  },
  storm: {
    sky: ['#232d3b', '#3c4a5b', '#66778a', '#9aa8b0', '#d9cfb6'],
    sun: '#fff0cf',
    glow: '#f2dba6',
    haze: '#97a3aa',
    far: '#6a7a86',
    near: '#11181f',
    light: '#dfe4e2',
    shade: '#45535f',
    water: '#3d4c58',
    accent: '#e0a33a',
    night: false,
  },
} as const satisfies Record<string, Palette>;

/** The name of a light. */
export type PaletteName = keyof typeof PALETTES;
