import type { Colour } from '../drawing/colour.ts';

/** Colours of a product: cloth or glaze, trim, and the studio wall behind it. */
export interface Colourway {
  readonly main: Colour;
  readonly trim: Colour;
  readonly wall: Colour;
}

/** All colourways by name. */
export const COLOURWAYS = {
  ochre: { main: '#d99a3a', trim: '#5a3a22', wall: '#efe0c4' },
  fir: { main: '#2f5d4f', trim: '#c9a56a', wall: '#cfdcd0' },
  glacier: { main: '#8fb9cc', trim: '#2b4a63', wall: '#e4edf0' },
  rust: { main: '#b9512f', trim: '#3b2a25', wall: '#f0d5c4' },
  snow: { main: '#f2efe8', trim: '#a8835c', wall: '#c7cfd6' },
  night: { main: '#27324d', trim: '#d9a45b', wall: '#b9bfd0' },
  rose: { main: '#d88f8c', trim: '#6b3b46', wall: '#f4e0da' },
  slate: { main: '#5f6a72', trim: '#e0b35a', wall: '#dcdedb' },
} as const satisfies Record<string, Colourway>;

/** Name of a colourway. */
export type ColourwayName = keyof typeof COLOURWAYS;
