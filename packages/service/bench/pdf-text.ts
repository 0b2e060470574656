/**
 * The text of 1,000 PDFs of 20 pages, as an import reads it, beside `pdftotext` of poppler-utils, in turns:
 * `npm run bench:pdf-text`
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seeded } from '../../columnar/test/random.ts';
import { TextReader } from '../../media/src/texts/text-reader.ts';
import { pdfOfTexts } from '../../media/test/texts/pdf-of-texts.ts';
import { median, report, seconds, time } from './report.ts';

const FILES = 1000;
const PAGES = 20;
const LINES = 45;
const WORDS_IN_LINE = 9;
/** Files that one of both reads before it is the other's turn. */
const TURN = 100;
const MAX_CHARACTERS = 1e7;
const ASKED = 2;

const random = seeded(1);
const words = Array.from({ length: 5000 }, () =>
  Array.from({ length: random.between(2, 10) }, () => String.fromCharCode(97 + random.between(0, 25))).join(''),
);

function pdf(): string {
  const line = () => Array.from({ length: WORDS_IN_LINE }, () => words[random.between(0, words.length - 1)]).join(' ');
  return pdfOfTexts(Array.from({ length: PAGES }, () => Array.from({ length: LINES }, line)));
}

const folder = mkdtempSync(join(tmpdir(), 'abs-bench-'));
await using reader = new TextReader({ processes: 1, secondsPerFile: 60 });
const { signal } = new AbortController();
const paths: string[] = [];
for (let file = 0; file < FILES; file++) {
  const path = join(folder, `${file}.pdf`);
  writeFileSync(path, pdf());
  paths.push(path);
}

async function read(path: string): Promise<void> {
  const text = await reader.read({ path, mediaType: 'application/pdf' }, { maxCharacters: MAX_CHARACTERS, signal });
  if ('failure' in text || text.pages.length !== PAGES) throw new Error(`${path} was not read`);
}

const ours: number[] = [];
const theirs: number[] = [];
for (let from = 0; from < FILES; from += TURN) {
  const some = paths.slice(from, from + TURN);
  ours.push(
    await time(async () => {
      for (const path of some) await read(path);
    }),
  );
  theirs.push(
    await time(() => {
      for (const path of some) execFileSync('pdftotext', [path, '-'], { maxBuffer: 2 * MAX_CHARACTERS });
    }),
  );
}
rmSync(folder, { recursive: true });
const [own, peer] = [median(ours), median(theirs)];
report({
  name: `text of ${FILES} PDFs of ${PAGES} pages, in turns of ${TURN}`,
  asked: `${ASKED} times`,
  measured: `${(own / peer).toFixed(2)} times (${seconds(own)})`,
  peer: `pdftotext ${seconds(peer)}`,
  isReached: own <= ASKED * peer,
});
