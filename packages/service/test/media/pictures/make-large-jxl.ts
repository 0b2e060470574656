/** Writes a JPEG XL of 16 bits: `make-large-jxl.ts FILE WIDTH HEIGHT`. A process of its own, because its memory stays allocated. */
import { writeFileSync } from 'node:fs';
import open from 'wasm-vips';

const [, , file = '', ...sides] = process.argv;
const [width = 0, height = 0] = sides.map(Number);
const vips = await open({ dynamicLibraries: ['vips-jxl.wasm'] });
// Dark at the left, light at the right, and without blue below.
const places = vips.Image.xyz(width, height);
const across = places.extractBand(0).multiply(65_535 / (width - 1));
const down = places.extractBand(1).multiply(65_535 / (height - 1));
const blue = across.subtract(down);
const picture = across.bandjoin([across, blue]).cast('ushort').copy({ interpretation: 'rgb16' });
writeFileSync(file, picture.jxlsaveBuffer({ effort: 1, lossless: true }));
// The library's threads would keep the process alive.
process.exit();
