// Draws all files below a folder, as an import would see them, onto sheets of JPEG to be looked at:
// npm run contact-sheet -- FOLDER OUTPUT
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { findMediaTools } from '../../media/src/ffmpeg/tools.ts';
import { Extractor } from '../../media/src/inspect/extractor.ts';
import { drawPage } from '../../media/src/pictures/draw-page.ts';
import { planRendition } from '../../media/src/pictures/plan.ts';
import { ALL_MEANS, previewSize } from '../../media/src/pictures/preview-size.ts';
import { SharpRenderer } from '../../media/src/pictures/renderer-sharp.ts';

const [folder, output] = process.argv.slice(2);
if (folder === undefined || output === undefined) throw new Error('usage: contact-sheet FOLDER OUTPUT');

const CELL = 200;
const LABEL = 46;
const COLUMNS = 9;
const ROWS = 6;
const LIMITS = { thumb: { size: CELL - 8, big: 1024 }, preview: { size: 1024, big: 3000 } };

interface Cell {
  readonly lines: readonly string[];
  readonly isRefused: boolean;
  readonly bytes?: Uint8Array;
}

await using renderer = new SharpRenderer(
  { processes: 2, seconds: 20, megabytes: 1024, queue: 100_000 },
  { media: await findMediaTools() },
);
await using extractor = new Extractor({ processes: 2, secondsPerFile: 20 });
const signal = new AbortController().signal;

const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .sort();
const cells = await Promise.all(files.map(drawCell));
mkdirSync(output, { recursive: true });
for (let page = 0; page * COLUMNS * ROWS < cells.length; page++) {
  const path = join(resolve(output), `sheet-${page + 1}.jpg`);
  writeFileSync(path, await sheet(cells.slice(page * COLUMNS * ROWS, (page + 1) * COLUMNS * ROWS)));
  console.log(path);
}

async function drawCell(path: string): Promise<Cell> {
  const { properties } = await extractor.extract(path, { name: basename(path), metadata: false, signal });
  const name = relative(folder ?? '', path);
  const about = `${properties.mediaType} ${properties.width}x${properties.height} ${properties.colorSpace} ${properties.bitDepth}`;
  const started = performance.now();
  const plan = planRendition({ kind: 'thumb', big: false, page: 0 }, LIMITS);
  try {
    const { bytes, width, height, pages } = await drawPage(
      renderer,
      plan,
      { path, properties },
      {
        signal,
        toPdf: () => renderer.toPdf({ path, properties }, { signal }),
      },
    );
    const told = previewSize({ file: { sha256: '', size: 0, crc32: 0 }, properties }, plan.box, ALL_MEANS);
    const isAsTold = told.width === width && told.height === height;
    const size = isAsTold ? `${width}x${height}` : `${width}x${height}, told ${told.width}x${told.height}`;
    const milliseconds = Math.round(performance.now() - started);
    return { lines: [name, about, `${size} p${pages} ${milliseconds} ms`], isRefused: false, bytes };
  } catch (error) {
    const reason = error instanceof Error ? `${'reason' in error ? error.reason : error.name}: ${error.message}` : '';
    return { lines: [name, about, reason.replaceAll(/\s+/g, ' ')], isRefused: true };
  }
}

async function sheet(page: readonly Cell[]): Promise<Buffer> {
  const parts: OverlayOptions[] = [];
  for (const [index, { lines, isRefused, bytes }] of page.entries()) {
    const left = (index % COLUMNS) * CELL;
    const top = Math.floor(index / COLUMNS) * (CELL + LABEL);
    if (bytes !== undefined) parts.push({ input: Buffer.from(bytes), left: left + 4, top: top + 4 });
    const texts = lines.map((line, row) => `<text x="4" y="${12 + row * 13}">${escaped(line.slice(-38))}</text>`);
    const label = `<svg xmlns="http://www.w3.org/2000/svg" width="${CELL}" height="${LABEL}" font-family="sans-serif" font-size="10" fill="${isRefused ? '#c00' : '#000'}">${texts.join('')}</svg>`;
    parts.push({ input: Buffer.from(label), left, top: top + CELL });
  }
  const width = CELL * COLUMNS;
  const height = (CELL + LABEL) * Math.ceil(page.length / COLUMNS);
  const blank = sharp({ create: { width, height, channels: 3, background: '#dde' } });
  return await blank.composite(parts).jpeg({ quality: 85 }).toBuffer();
}

function escaped(text: string): string {
  return text
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;');
}
