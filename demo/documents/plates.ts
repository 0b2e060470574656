import { encoderOf, type PictureOrder, renderPicture } from '../drawing/render.ts';

type PlateOrder = Pick<PictureOrder, 'scene' | 'variant' | 'palette' | 'seed'> & { readonly isSquare?: boolean };

/** The pictures that documents are illustrated with: the same views as in the library, smaller. */
const PLATES = {
  lake: { scene: 'lake', variant: 'jetty', palette: 'rose', seed: 'plate-lake' },
  boat: { scene: 'lake', variant: 'boat', palette: 'noon', seed: 'plate-boat' },
  summit: { scene: 'mountains', variant: 'peaks', palette: 'golden', seed: 'plate-summit-5' },
  winter: { scene: 'mountains', variant: 'trees', palette: 'winter', seed: 'plate-winter' },
  coast: { scene: 'coast', variant: 'lighthouse', palette: 'dusk', seed: 'plate-coast' },
  cabin: { scene: 'cabin', variant: 'aframe', palette: 'moonlight', seed: 'plate-cabin' },
  town: { scene: 'skyline', variant: 'bridge', palette: 'dusk', seed: 'plate-town' },
  roofs: { scene: 'skyline', variant: 'roofs', palette: 'golden', seed: 'plate-roofs' },
  forest: { scene: 'forest', variant: 'trunks', palette: 'golden', seed: 'plate-forest' },
  autumn: { scene: 'forest', variant: 'grove', palette: 'autumn', seed: 'plate-autumn' },
  table: { scene: 'table', variant: 'breakfast', palette: 'golden', seed: 'plate-table' },
  goods: { scene: 'studio', variant: 'jug glacier', palette: 'noon', seed: 'plate-goods', isSquare: true },
  lamp: { scene: 'studio', variant: 'lamp night', palette: 'noon', seed: 'plate-lamp', isSquare: true },
  pack: { scene: 'studio', variant: 'backpack fir', palette: 'noon', seed: 'plate-pack', isSquare: true },
} as const satisfies Record<string, PlateOrder>;

/** The name of a plate. */
export type PlateName = keyof typeof PLATES;

/** JPEG files by name. */
export type Plates = Readonly<Record<PlateName, Uint8Array>>;

/** Draws all plates; `edge` is their longer side in pixels. */
export async function makePlates(edge: number, signal: AbortSignal): Promise<Plates> {
  const made: Partial<Record<PlateName, Uint8Array>> = {};
  for (const [name, order] of Object.entries<PlateOrder>(PLATES)) {
    signal.throwIfAborted();
    const { isSquare = false, ...picture } = order;
    const bitmap = await renderPicture({ ...picture, width: edge, height: Math.round(edge * (isSquare ? 1 : 0.667)) });
    made[name as PlateName] = await encoderOf(bitmap).jpeg({ quality: 74 }).toBuffer();
  }
  return made as Plates;
}
