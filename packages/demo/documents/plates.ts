import { encoderOf, type PictureOrder, renderPicture } from '../drawing/render.ts';

type PlateOrder = readonly [
  scene: PictureOrder['scene'],
  variant: string,
  light: PictureOrder['palette'],
  shape?: 'square',
];

/** Pictures for documents: the same views as in the library, but smaller. */
const PLATES = {
  lake: ['lake', 'jetty', 'rose'],
  boat: ['lake', 'boat', 'noon'],
  summit: ['mountains', 'peaks', 'golden'],
  winter: ['mountains', 'trees', 'winter'],
  coast: ['coast', 'lighthouse', 'dusk'],
  cabin: ['cabin', 'aframe', 'moonlight'],
  town: ['town', 'river', 'moonlight'],
  forest: ['forest', 'trunks', 'golden'],
  slope: ['forest', 'slope', 'autumn'],
  mark: ['logo', 'mark', 'noon'],
  colours: ['town', 'roofs', 'golden'],
  jug: ['studio', 'jug glacier', 'noon', 'square'],
} as const satisfies Record<string, PlateOrder>;

/** The name of a plate. */
export type PlateName = keyof typeof PLATES;

/** JPEG files by name. */
export type Plates = Readonly<Record<PlateName, Uint8Array>>;

/** Draws all plates; `edge` is their longer side in pixels. */
export async function makePlates(edge: number, signal: AbortSignal): Promise<Plates> {
  const made: [string, Uint8Array][] = [];
  for (const [name, [scene, variant, palette, shape]] of Object.entries<PlateOrder>(PLATES)) {
    signal.throwIfAborted();
    const height = shape === 'square' ? edge : Math.round(edge * 0.667);
    const bitmap = await renderPicture({ scene, variant, palette, seed: `plate-${name}`, width: edge, height });
    made.push([name, await encoderOf(bitmap).jpeg({ quality: 74 }).toBuffer()]);
  }
  return Object.fromEntries(made) as Plates;
}
