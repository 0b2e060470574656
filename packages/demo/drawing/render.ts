import sharp, { type Sharp } from 'sharp';
import type { Drawing, Frame } from '../scenes/scene.ts';
import { SCENES, type SceneName } from '../scenes/scenes.ts';
import { develop } from './develop.ts';
import { PALETTES, type PaletteName } from './palettes.ts';
import { createRandom } from './random.ts';
import { createSheet, type Sheet } from './sheet.ts';
import { type Bitmap, fillWater } from './water.ts';

/** Describes a picture to draw: scene, palette and size in pixels. */
export interface PictureOrder {
  readonly scene: SceneName;
  readonly palette: PaletteName;
  readonly variant: string;
  readonly seed: string;
  readonly width: number;
  readonly height: number;
}

/** Longer edge of every frame, in units. */
const FRAME_EDGE = 1600;

/** Background colour: the brand's paper. */
const PAPER = '#f7f0e2';

/** Draws and develops a picture. */
export async function renderPicture(order: PictureOrder): Promise<Bitmap> {
  const { width, height, seed } = order;
  const { sheet, painting, water, front, grain = 2.2, vignette = 0.25 } = drawScene(order);
  const svg = sheet.svg(width, height);
  const drawn =
    painting === undefined
      ? sharp(svg).flatten({ background: PAPER })
      : encoderOf(painting)
          .resize(width, height, { fit: 'fill', kernel: 'cubic' })
          .composite([{ input: svg }]);
  let bitmap = await pixelsOf(drawn, width, height);
  if (water !== undefined) fillWater(bitmap, water, seed);
  if (front !== undefined)
    bitmap = await pixelsOf(encoderOf(bitmap).composite([{ input: front.svg(width, height) }]), width, height);
  develop(bitmap, grain, vignette, seed);
  return bitmap;
}

/** Returns the drawing as SVG. */
export const renderVector = (order: PictureOrder): Buffer => drawScene(order).sheet.svg(order.width, order.height);

/** Wraps the pixels as input for an encoder. */
export function encoderOf({ data, width, height }: Bitmap): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

async function pixelsOf(picture: Sharp, width: number, height: number): Promise<Bitmap> {
  const bytes = await picture.toColourspace('srgb').removeAlpha().raw().toBuffer();
  return { width, height, data: new Uint8ClampedArray(bytes.buffer, bytes.byteOffset, bytes.length) };
}

function drawScene(order: PictureOrder): Drawing & { readonly sheet: Sheet } {
  const unit = FRAME_EDGE / Math.max(order.width, order.height);
  const [width, height] = [order.width * unit, order.height * unit];
  const sheet = createSheet(width, height);
  const { seed, variant } = order;
  const frame: Frame = {
    sheet,
    width,
    height,
    seed,
    variant,
    palette: PALETTES[order.palette],
    random: createRandom(seed),
  };
  return { sheet, ...SCENES[order.scene](frame) };
}
