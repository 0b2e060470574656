import { isWide, type Measure } from '../../inspect/fonts.ts';
import type { Run } from './block.ts';

/** The runs of one line with their positions, as multiples of the font size. */
export type Line = readonly (Run & { readonly x: number; readonly width: number })[];

interface Word {
  readonly runs: readonly Run[];
  readonly width: number;
  /** The blank before the word; dropped at the beginning of a line. */
  readonly blank: Run | undefined;
  /** True if a line break must precede the word. */
  readonly isForced: boolean;
}

/**
 * Breaks runs into lines of at most `width`: between words, or inside a word wider than a line. Yields lines lazily.
 */
export function* wrapRuns(runs: readonly Run[], width: number, measure: Measure): Generator<Line> {
  let line: (Run & { x: number; width: number })[] = [];
  let x = 0;
  const put = (run: Run, wide: number) => {
    const last = line.at(-1);
    // Keeps text of one style together, because letters of some scripts join and some scripts run right to left.
    if (last !== undefined && isAlike(last, run)) {
      line[line.length - 1] = { ...last, text: last.text + run.text, width: last.width + wide };
    } else line.push({ ...run, x, width: wide });
    x += wide;
  };
  for (const { runs: pieces, width: wide, blank, isForced } of wordsOf(runs, measure)) {
    const gap = blank === undefined ? 0 : measure(' ', blank);
    if (isForced || (line.length > 0 && x + gap + wide > width)) {
      yield line;
      line = [];
      x = 0;
    }
    if (blank !== undefined && line.length > 0) put({ ...blank, text: ' ' }, gap);
    for (const piece of pieces) {
      let rest = piece.text;
      // Only a word wider than a whole line is broken.
      while (x + measure(rest, piece) > width) {
        const part = startThatFits(rest, width - x, (text) => measure(text, piece), line.length === 0);
        if (part !== '') put({ ...piece, text: part }, measure(part, piece));
        yield line;
        line = [];
        x = 0;
        rest = rest.slice(part.length);
        if (rest === '') break;
      }
      if (rest !== '') put({ ...piece, text: rest }, measure(rest, piece));
    }
  }
  if (line.length > 0) yield line;
}

/**
 * Breaks text that keeps its blanks: at line ends, and where a line is full. Tabs advance to the next multiple of eight
 * columns.
 */
export function* wrapVerbatim(run: Run, width: number, measure: Measure): Generator<Line> {
  for (const text of run.text.split('\n')) {
    let rest = expandTabs(text.trimEnd());
    do {
      const full = startThatFits(rest, width, (some) => measure(some, run), true);
      const part = full === rest ? full : endOfWord(full);
      yield part.trim() === '' ? [] : [{ ...run, text: part, x: 0, width: measure(part, run) }];
      rest = rest.slice(part.length);
    } while (rest !== '');
  }
}

function* wordsOf(runs: readonly Run[], measure: Measure): Generator<Word> {
  let pieces: Run[] = [];
  let width = 0;
  let blank: Run | undefined;
  let isForced = false;
  for (const run of runs) {
    for (const text of run.text.match(/\n|[^\S\n]+|[^\s]+/g) ?? []) {
      if (text.trim() === '') {
        if (pieces.length > 0 || text === '\n') yield { runs: pieces, width, blank, isForced };
        pieces = [];
        width = 0;
        isForced = text === '\n';
        blank = isForced ? undefined : run;
        continue;
      }
      for (const part of splitWide(text)) {
        // A line may end between any two full-width characters.
        if (pieces.length > 0 && isWide(part)) {
          yield { runs: pieces, width, blank, isForced };
          pieces = [];
          width = 0;
          blank = undefined;
          isForced = false;
        }
        pieces.push({ ...run, text: part });
        width += measure(part, run);
      }
    }
  }
  if (pieces.length > 0 || isForced) yield { runs: pieces, width, blank, isForced };
}

function splitWide(text: string): readonly string[] {
  const parts: string[] = [];
  let narrow = '';
  for (const character of text) {
    if (!isWide(character)) {
      narrow += character;
      continue;
    }
    if (narrow !== '') parts.push(narrow);
    parts.push(character);
    narrow = '';
  }
  if (narrow !== '') parts.push(narrow);
  return parts;
}

/** Returns the longest prefix of at most `width`; at least one character if `isNeeded`. */
function startThatFits(text: string, width: number, measure: (text: string) => number, isNeeded: boolean): string {
  let taken = 0;
  let start = '';
  for (const character of text) {
    taken += measure(character);
    if (taken > width && !(isNeeded && start === '')) break;
    start += character;
  }
  return start;
}

/** Returns the text up to its last blank, if that keeps at least half of it. */
function endOfWord(text: string): string {
  const end = text.lastIndexOf(' ') + 1;
  return end > text.length / 2 ? text.slice(0, end) : text;
}

function isAlike(one: Run, other: Run): boolean {
  return (
    one.look === other.look &&
    Boolean(one.isMono) === Boolean(other.isMono) &&
    Boolean(one.isBold) === Boolean(other.isBold) &&
    Boolean(one.isItalic) === Boolean(other.isItalic)
  );
}

function expandTabs(text: string): string {
  if (!text.includes('\t')) return text;
  let expanded = '';
  for (const part of text.split(/(\t)/)) expanded += part === '\t' ? ' '.repeat(8 - (expanded.length % 8)) : part;
  return expanded;
}
