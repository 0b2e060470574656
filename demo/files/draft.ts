import { type Bitmap, layOver } from '../drawing/finish.ts';
import { lettering } from '../drawing/lettering.ts';
import { pixelsOf } from '../drawing/render.ts';
import { createSheet } from '../drawing/sheet.ts';

/** Turns a picture into a proof: nearly grey, pale, with a stamp across it. */
export async function stampAsDraft(bitmap: Bitmap): Promise<void> {
  const { width, height, data } = bitmap;
  for (let index = 0; index < data.length; index += 3) {
    const [r, g, b] = [data[index] ?? 0, data[index + 1] ?? 0, data[index + 2] ?? 0];
    const grey = (0.3 * r + 0.59 * g + 0.11 * b) * 0.74 + 50;
    data[index] = grey + r * 0.08;
    data[index + 1] = grey + g * 0.08;
    data[index + 2] = grey + b * 0.08;
  }
  const size = Math.min(width, height) * 0.16;
  const [wide, tall] = [Math.round(size * 5.8), Math.round(size * 3.8)];
  const stamp = createSheet(wide, tall);
  const ink = '#c8321f';
  const frame = `<rect x="${-size * 2.6}" y="${-size * 0.9}" width="${size * 5.2}" height="${size * 1.8}" fill="none" stroke="${ink}" stroke-width="${size * 0.08}" rx="${size * 0.2}"/>`;
  stamp.add(
    `<g transform="translate(${wide / 2} ${tall / 2}) rotate(-16)" opacity=".85">${lettering('DRAFT', 0, -size / 2, size, ink, 0.14, 0.3)}${frame}</g>`,
  );
  layOver(
    bitmap,
    await pixelsOf(stamp, wide, tall),
    Math.round((width - wide) / 2),
    Math.round((height - tall) / 2),
    wide,
  );
}
