/** The text of many PDFs, beside pdftotext on as many processors. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { forEachWithLimit } from '../../../core/src/concurrency/for-each-with-limit.ts';
import { TextReader } from '../../../media/src/texts/text-reader.ts';
import { pdfOfTexts } from '../../../media/test/texts/pdf-of-texts.ts';
import { median, seconds, time } from '../report.ts';
import { figure, notMeasured } from './figures.ts';
import { isInstalled, run } from './programs.ts';

const PAGES = 20;
const LINES = 45;
const WORDS = 12;
const ASKED_RATIO = 2;
/** Files of a turn: short enough that a change of the machine's load meets both. */
const FILES_PER_TURN = 100;

export async function benchTexts(folder: string, { files }: { readonly files: number }): Promise<void> {
  const name = `text of ${files} PDFs of ${PAGES} pages`;
  if (!isInstalled('pdftotext', '-v')) return notMeasured(name, 'pdftotext is missing; apt-get install poppler-utils');
  const paths = makePdfs(join(folder, 'texts'), files);
  const processes = availableParallelism();
  await using reader = new TextReader({ processes, secondsPerFile: 60 });
  const limits = { atOnce: processes, signal: new AbortController().signal };
  const options = { maxCharacters: 1_000_000, signal: limits.signal };
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let at = 0; at < paths.length; at += FILES_PER_TURN) {
    const turn = paths.slice(at, at + FILES_PER_TURN);
    const own = () =>
      forEachWithLimit(turn, limits, async (path) => {
        const text = await reader.read({ path, mediaType: 'application/pdf' }, options);
        if ('failure' in text || text.pages.length !== PAGES) throw new Error(`${path} has another text`);
      });
    const peer = () => forEachWithLimit(turn, limits, async (path) => void (await run('pdftotext', [path, '-'])));
    for (const isOwn of (at / FILES_PER_TURN) % 2 === 0 ? [true, false] : [false, true]) {
      (isOwn ? ours : theirs).push(await time(isOwn ? own : peer));
    }
  }
  const sum = (all: readonly number[]) => all.reduce((a, b) => a + b, 0);
  const ratio = sum(ours) / sum(theirs);
  figure({
    name,
    asked: `at most ${ASKED_RATIO} times pdftotext`,
    measured: `${ratio.toFixed(2)} (${seconds(sum(ours))}; median of turns ${median(ours.map((each, turn) => each / (theirs[turn] ?? each))).toFixed(2)})`,
    peer: seconds(sum(theirs)),
    isReached: ratio <= ASKED_RATIO,
  });
}

function makePdfs(folder: string, count: number): readonly string[] {
  mkdirSync(folder, { recursive: true });
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const letters = 'eenirsatdhulcgmobwfkzpv';
  const word = () => Array.from({ length: 2 + random(10) }, () => letters.charAt(random(letters.length))).join('');
  const words = Array.from({ length: 5000 }, word);
  const line = () => Array.from({ length: WORDS }, () => words[random(words.length)]).join(' ');
  return Array.from({ length: count }, (_, file) => {
    const path = join(folder, `${file}.pdf`);
    const pages = Array.from({ length: PAGES }, () => Array.from({ length: LINES }, line));
    if (!existsSync(path)) writeFileSync(path, pdfOfTexts(pages));
    return path;
  });
}
