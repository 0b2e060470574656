/** The first page of a document of 100 pages, beside the bare library. */
import { createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { SharpRenderer } from '../../../media/src/pictures/renderer-sharp.ts';
import { median, ms, time } from '../report.ts';
import { figure } from './figures.ts';

const PAGES = 100;
const BOX = 1024;
const ASKED_RATIO = 1.2;

export async function benchPdf(folder: string, { rounds }: { rounds: number }): Promise<void> {
  const name = `first page of ${PAGES} at ${BOX} px`;
  const path = await makeDocument(folder);
  await using renderer = new SharpRenderer({ processes: 1, seconds: 60, megabytes: 1024, queue: 10 });
  const bare = await PDFiumLibrary.init();
  const properties = {
    category: 2,
    extension: 'pdf',
    mediaType: 'application/pdf',
    width: 0,
    height: 0,
    pages: PAGES,
    durationSeconds: 0,
    colorSpace: '',
    colorProfile: '',
    dpi: 0,
    bitDepth: 0,
  } as const;
  const plan = { page: 0, box: BOX, width: 0, height: 0, quality: 82, background: '#ffffff' };
  const { signal } = new AbortController();
  const own: number[] = [];
  const peer: number[] = [];
  for (let round = 0; round <= rounds * 4; round += 1) {
    const ours = await time(() => renderer.render(plan, { path, properties }, { signal }));
    const theirs = await time(async () => {
      const document = await bare.loadDocument(await readFile(path));
      const page = document.getPage(0);
      const { originalWidth: width, originalHeight: height } = page.getOriginalSize();
      const { data, ...size } = await page.render({ scale: BOX / Math.max(width, height), render: 'bitmap' });
      await sharp(data, { raw: { width: size.width, height: size.height, channels: 4 } })
        .removeAlpha()
        .jpeg({ quality: 82, optimiseCoding: false })
        .toBuffer();
      document.destroy();
    });
    // The first round is a warm-up.
    if (round === 0) continue;
    own.push(ours);
    peer.push(theirs);
  }
  bare.destroy();
  const ratio = median(own) / median(peer);
  figure({
    name,
    asked: `at most ${ASKED_RATIO} of the bare library`,
    measured: `${ratio.toFixed(2)} (${ms(median(own))})`,
    peer: ms(median(peer)),
    isReached: ratio <= ASKED_RATIO,
  });
}

export async function makeDocument(folder: string, pages = PAGES): Promise<string> {
  const path = join(folder, `${pages}-pages.pdf`);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const document = new PDFDocument({ size: 'A4', info: { CreationDate: new Date(0) } });
  const file = document.pipe(createWriteStream(path));
  const line = 'The quick brown fox jumps over the lazy dog and comes home late in the evening. ';
  for (let page = 1; page <= pages; page += 1) {
    if (page > 1) document.addPage();
    document.fontSize(24).text(`Page ${page}`).fontSize(11).text(line.repeat(30), { align: 'justify' });
    for (let n = 0; n < 40; n += 1) {
      document.circle(80 + (n % 10) * 48, 520 + Math.floor(n / 10) * 48, 8 + ((n * page) % 14)).stroke('#446688');
    }
  }
  document.end();
  await finished(file);
  return path;
}
