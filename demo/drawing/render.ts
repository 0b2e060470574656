import sharp, { type Sharp } from 'sharp';
import type { Drawing, Frame, Painting } from '../scenes/scene.ts';
import { SCENES, type SceneName } from '../scenes/scenes.ts';
import { paintBackdrop } from './backdrop.ts';
import { takeBitmap } from './bitmap-pool.ts';
import { addStars, type Bitmap, develop, fillWater, layOver } from './finish.ts';
import { PALETTES, type PaletteName } from './palettes.ts';
import { createRandom } from './random.ts';
import type { Sheet } from './sheet.ts';

/** Which picture to draw, in which light, and how many pixels it gets. */
export interface PictureOrder {
  readonly scene: SceneName;
  readonly palette: PaletteName;
  readonly variant: string;
  readonly seed: string;
  readonly width: number;
  readonly height: number;
}

/** The longer edge of every frame, in units. */
const FRAME_EDGE = 1600;

/** Draws and develops a picture. Whoever is done with it may give it back. */
export async function renderPicture(order: PictureOrder): Promise<Bitmap> {
  const drawing = drawScene(order);
  const bitmap = 'bitmap' in drawing ? await enlargePainting(drawing, order) : await rasterise(drawing, order);
  develop(bitmap, drawing.grain ?? 2.2, drawing.vignette ?? 0.25, order.seed);
  return bitmap;
}

/** The drawing itself as SVG, without its backdrop. */
export function renderVector(order: PictureOrder): Buffer {
  const drawing = drawScene(order);
  if ('bitmap' in drawing) throw new TypeError(`${order.scene} is painted and has no outlines`);
  return Buffer.from(drawing.sheet.svg(order.width, order.height));
}

/** The pixels as input for an encoder. */
export function encoderOf(bitmap: Bitmap): Sharp {
  return sharp(bitmap.data, { raw: { width: bitmap.width, height: bitmap.height, channels: 3 } });
}

function drawScene(order: PictureOrder): Drawing | Painting {
  const unit = FRAME_EDGE / Math.max(order.width, order.height);
  const frame: Frame = {
    width: order.width * unit,
    height: order.height * unit,
    palette: PALETTES[order.palette],
    random: createRandom(order.seed),
    seed: order.seed,
    variant: order.variant,
  };
  return SCENES[order.scene](frame);
}

async function rasterise(drawing: Drawing, order: PictureOrder): Promise<Bitmap> {
  const { width, height } = order;
  const scale = width / drawing.sheet.width;
  const bitmap = takeBitmap(width, height);
  paintBackdrop(bitmap, drawing.backdrop, scale);
  layOver(bitmap, await pixelsOf(drawing.sheet, width, height), 0, 0, width);
  if (drawing.water !== undefined) fillWater(bitmap, drawing.water, order.seed);
  if (drawing.front !== undefined) {
    const { sheet, left, top } = drawing.front;
    const frontWidth = Math.max(1, Math.round(sheet.width * scale));
    const over = await pixelsOf(sheet, frontWidth, Math.max(1, Math.round(sheet.height * scale)));
    layOver(bitmap, over, Math.round(left * scale), Math.round(top * scale), frontWidth);
  }
  return bitmap;
}

/** The drawing as pixels with opacity, four bytes each. */
export async function pixelsOf(sheet: Sheet, width: number, height: number): Promise<Uint8Array> {
  return await sharp(Buffer.from(sheet.svg(width, height)))
    .ensureAlpha()
    .raw()
    .toBuffer();
}

async function enlargePainting(painting: Painting, { width, height, seed }: PictureOrder): Promise<Bitmap> {
  const small = encoderOf(painting.bitmap);
  const pixels = await small.resize(width, height, { fit: 'fill', kernel: 'cubic' }).raw().toBuffer();
  const bitmap = takeBitmap(width, height);
  bitmap.data.set(pixels);
  if (painting.stars !== undefined) addStars(bitmap, painting.stars.count, painting.stars.floor, seed);
  return bitmap;
}
