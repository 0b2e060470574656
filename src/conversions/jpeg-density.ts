import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

const START_OF_IMAGE = Buffer.from([0xff, 0xd8]);
const HEADER_BYTES = 20;
const DENSITY_AT = 13;

/** Writes the dots per inch into a JPEG without EXIF: in its JFIF header, which is put in where it isn't there. */
export async function writeJpegDensity(path: string, dpi: number): Promise<void> {
  const header = jfifHeader(Math.round(dpi));
  {
    await using file = await open(path, 'r+');
    const found = Buffer.alloc(HEADER_BYTES);
    await file.read(found, 0, HEADER_BYTES, 0);
    if (found.toString('latin1', 6, 11) === 'JFIF\0') {
      await file.write(header, DENSITY_AT, 5, DENSITY_AT);
      return;
    }
  }
  const headed = `${path}.headed`;
  const rest = createReadStream(path, { start: START_OF_IMAGE.length });
  await pipeline(async function* () {
    yield header;
    yield* rest;
  }, createWriteStream(headed));
  await rename(headed, path);
}

/** The beginning of a JPEG up to and with its JFIF header of version 1.1. */
function jfifHeader(dpi: number): Buffer {
  const [high, low] = [dpi >> 8, dpi & 0xff];
  const density = [1, high, low, high, low];
  const segment = [0xff, 0xe0, 0, 16, ...Buffer.from('JFIF\0'), 1, 1, ...density, 0, 0];
  return Buffer.concat([START_OF_IMAGE, Buffer.from(segment)]);
}
