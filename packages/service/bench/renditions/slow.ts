/** Thumbnails of what takes long to draw, asked for one after another as by somebody who browses. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { drawPage } from '../../../media/src/pictures/draw-page.ts';
import { SharpRenderer } from '../../../media/src/pictures/renderer-sharp.ts';
import { planFor, sourceAt } from '../../../media/test/pictures/pictures.ts';
import { median, ms, time } from '../report.ts';
import { figure, notMeasured } from './figures.ts';
import { makeDocument } from './pdf.ts';

const PAGES = 300;
/** How long somebody looks at a thumbnail; LibreOffice starts meanwhile. */
const LOOK_MILLISECONDS = 3000;
const RTF = 'application/rtf';
const PAGES_OF_LETTER = 60;

export async function benchSlow(folder: string, { rounds }: { rounds: number }): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await using renderer = new SharpRenderer({ processes: 1, seconds: 60, megabytes: 1024, queue: 10 });
  const { signal } = new AbortController();
  const draw = async (path: string, mediaType?: string) => {
    const source = sourceAt(path, mediaType === undefined ? {} : { mediaType, category: 2 });
    const toPdf = async () => await renderer.toPdf(source, { signal });
    await drawPage(renderer, planFor(), source, { signal, toPdf });
  };
  const svg = join(folder, 'letters.svg');
  writeFileSync(svg, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 60"><text y="30">Letters</text></svg>');
  const letter = join(folder, 'letter.rtf');
  const paragraph = `${'The quick brown fox comes home late in the evening. '.repeat(60)}\\page `;
  writeFileSync(letter, `{\\rtf1\\ansi ${paragraph.repeat(PAGES_OF_LETTER)}}`);
  const files: readonly [name: string, asked: number, work: () => Promise<void>][] = [
    ['an SVG with text', 60, () => draw(svg)],
    [`the first page of a PDF of ${PAGES}`, 100, async () => draw(await makeDocument(folder, PAGES))],
  ];
  const office: typeof files = [[`an Office file of ${PAGES_OF_LETTER} pages`, 1000, () => draw(letter, RTF)]];
  const isOfficeThere = renderer.missing.every(({ tool }) => tool !== 'LibreOffice');
  if (!isOfficeThere) notMeasured('Office files', 'LibreOffice is not installed');
  for (const [name, asked, work] of [...files, ...(isOfficeThere ? office : [])]) {
    const times: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const taken = await time(work);
      // The first round is a warm-up.
      if (round > 0) times.push(taken);
      await sleep(LOOK_MILLISECONDS);
    }
    const measured = median(times);
    figure({ name: `thumbnail of ${name}`, asked: ms(asked), measured: ms(measured), isReached: measured <= asked });
  }
}
