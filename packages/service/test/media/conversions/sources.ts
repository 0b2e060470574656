import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { exiftoolPath } from 'exiftool-vendored';
import PDFDocument from 'pdfkit';
import sharp, { type Sharp } from 'sharp';
import { newFolder } from '../../../../core/test/support/temporary-folder.ts';
import { findPerl } from '../../../../media/src/inspect/perl.ts';
import { pdfOf } from '../../../../media/src/pictures/write-pdf.ts';
import { greyTiff } from '../../../../media/test/pictures/writers/tiff.ts';
import { ffmpeg, media } from '../playback/recordings.ts';

export const perl = findPerl();
export const withoutPerl = perl === undefined && 'perl is not on this machine';

/** Four quarters of a picture as seen, which differ when it is turned or mirrored: red, green, blue, white. */
const QUARTERS = ['#c83232', '#32c832', '#3232c8', '#ffffff'];

/** A picture of these quarters. */
export function quarters(width: number, height: number): Sharp {
  const tiles = QUARTERS.map((background, at) => ({
    input: { create: { width: width / 2, height: height / 2, channels: 3 as const, background } },
    left: ((at % 2) * width) / 2,
    top: (Math.floor(at / 2) * height) / 2,
  }));
  return sharp({ create: { width, height, channels: 3, background: '#000' } })
    .composite(tiles)
    .removeAlpha();
}

/** The objects of a PDF. */
const PAGE = [
  ['<</Type/Catalog/Pages 2 0 R>>'],
  ['<</Type/Pages/Kids[3 0 R]/Count 1>>'],
  ['<</Type/Page/Parent 2 0 R/MediaBox[0 0 90 60]>>'],
];

/** Writers of each file by its name. */
const WRITERS: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
  /** 600 x 400 as seen, stored on its side, with descriptive metadata, GPS position and a thumbnail. */
  'photo.jpg': async (path) => {
    // Two pipelines, since one rotates before it composes.
    const upright = await quarters(600, 400).png().toBuffer();
    await sharp(upright)
      .rotate(270)
      .jpeg({ quality: 95 })
      .withIccProfile('p3')
      .withMetadata({ orientation: 6 })
      .toFile(path);
    if (perl === undefined) return;
    const small = join(path, '../small.jpg');
    await sharp(upright).resize(90, 60).jpeg().toFile(small);
    const tags = ['-EXIF:Artist=Ann', '-IPTC:City=Bern', '-XMP-dc:Title=Dawn', '-XMP-crs:HasCrop=True'];
    const place = ['-EXIF:GPSLatitude=46.9', '-EXIF:GPSLatitudeRef=N', '-XResolution=240', '-YResolution=240'];
    const more = [`-ThumbnailImage<=${small}`, ...tags, ...place];
    execFileSync(perl, [await exiftoolPath(), '-q', '-overwrite_original', ...more, path]);
  },
  'plain.jpg': (path) => quarters(600, 400).jpeg().toFile(path),
  'clear.png': (path) =>
    sharp({ create: { width: 300, height: 200, channels: 4, background: { r: 200, g: 50, b: 50, alpha: 0.5 } } })
      .png()
      .toFile(path),
  'deep.png': async (path) =>
    sharp(await quarters(300, 200).png().toBuffer())
      .toColourspace('rgb16')
      .withIccProfile('p3')
      .png()
      .toFile(path),
  'ink.tif': async (path) =>
    sharp(await quarters(300, 200).png().toBuffer())
      .withIccProfile('cmyk')
      .tiff({ compression: 'lzw' })
      .toFile(path),
  /** Begins with a small copy. */
  'copied.tif': async (path) =>
    writeFileSync(
      path,
      greyTiff([
        { ...{ width: 9, height: 6, grey: 9 }, tags: { 254: 1 } },
        { width: 30, height: 20, grey: 99 },
      ]),
    ),
  'drawing.svg': async (path) =>
    writeFileSync(
      path,
      '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50"><path d="M0 0H50V50H0Z" fill="#c83232"/></svg>',
    ),
  'pages.pdf': async (path) => {
    const document = new PDFDocument({ size: [360, 720] });
    document.rect(0, 0, 180, 360).fill('#c83232').addPage().text('two').end();
    writeFileSync(path, await buffer(document));
  },
  /** Its table of objects counts from the start of the file. */
  'behind.pdf': async (path) =>
    writeFileSync(
      path,
      `\n${pdfOf(PAGE)
        .toString('latin1')
        .replace(/(\d+)(?=\n%%EOF)/, (place) => `${Number(place) + 1}`)}`,
      'latin1',
    ),
  'behind-others.pdf': async (path) => writeFileSync(path, Buffer.concat([Buffer.alloc(600, 'x\n'), pdfOf(PAGE)])),
  'words.txt': async (path) => writeFileSync(path, 'Some words.\n'),
  'letter.rtf': async (path) => writeFileSync(path, '{\\rtf1\\ansi A letter\\page to a friend}'),
  'broken.jpg': async (path) => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const whole = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#c83232', noise } })
      .jpeg()
      .toBuffer();
    writeFileSync(path, whole.subarray(0, whole.length / 2));
  },
  'nothing.bin': async (path) => writeFileSync(path, Buffer.from([1, 2, 3, 255, 254])),
  'sound.wav': async (path) => ffmpeg(['-f', 'lavfi', '-i', 'sine=440:d=1', path]),
  'film.mp4': async (path) =>
    ffmpeg([
      ...['-f', 'lavfi', '-i', 'smptehdbars=s=320x180:r=12:d=1', '-f', 'lavfi', '-i', 'sine=440:d=1', '-pix_fmt'],
      ...['yuv420p', '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac', '-metadata', 'title=Bars', path],
    ]),
};

/** Names of the files that this machine can make. */
export const NAMES = Object.keys(WRITERS).filter((name) => media !== undefined || !/^(?:sound|film)/.test(name));

export const idOf = (name: string): number => 1000 + NAMES.indexOf(name);

/** Writes a bundle with all files and these formats, in a folder of its own. */
export async function writeSources(formats: readonly Record<string, unknown>[]): Promise<string> {
  const folder = newFolder();
  for (const name of NAMES) await WRITERS[name]?.(join(folder, name));
  rmSync(join(folder, 'small.jpg'), { force: true });
  const catalogue = {
    languages: ['en'],
    default_language: 'en',
    download_formats: formats.map((format, at) => ({ id: at + 1, name: `Format ${at + 1}`, ...format })),
    assets: NAMES.map((name) => ({ id: idOf(name), file: name, name: name.replace('.', ' 1.') })),
  };
  writeFileSync(join(folder, 'catalogue.json'), JSON.stringify(catalogue));
  return folder;
}
