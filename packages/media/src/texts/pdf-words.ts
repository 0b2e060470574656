import type { PDFiumDocument } from '@hyzyla/pdfium';
import { type PageWords, type Run, WHOLE } from '../../../core/src/domain/page-words.ts';
import { CannotMake } from '../derived/cannot-make.ts';
import { withPdf } from '../ffmpeg/pdfium.ts';
import type { Line } from './columns.ts';
import { mayHaveLayers } from './may-have-layers.ts';
import { areasOf, type TextModule } from './pdf-areas.ts';
import { type OpenText, openText } from './pdf-objects.ts';
import { isOfWord, UNREADABLE } from './tidy-text.ts';

/** Characters of one page after which the rest of it is ignored. */
const MAX_CHARACTERS = 200_000;

/** The functions of the library that its wrapper doesn't offer. */
interface Inside {
  readonly module: TextModule & {
    _FPDFText_GetUnicode(text: number, index: number): number;
    _FPDFText_IsHyphen(text: number, index: number): number;
    _FPDFText_GetCharBox(text: number, at: number, left: number, right: number, bottom: number, top: number): number;
    _FPDFText_GetLooseCharBox(text: number, index: number, rectangle: number): number;
    _FPDF_PageToDevice(page: number, ...numbers: readonly number[]): number;
  };
  readonly documentIdx: number;
}

/** A character with its place on the page in points, and its line. */
interface Letter {
  readonly code: number;
  readonly isHyphen: boolean;
  readonly box: Line;
}

/** Returns the words of a page of a PDF in the order in which their text is read, see `readPdfText`. Rejects with CannotMake. */
export async function readPdfWords(bytes: Uint8Array, index: number): Promise<PageWords> {
  return await withPdf(bytes, async (document) => {
    const { module, documentIdx } = document as unknown as Inside;
    const page = index < document.getPageCount() ? module._FPDF_LoadPage(documentIdx, index) : 0;
    if (page === 0) throw new CannotMake('no_such_page', `page ${index}`);
    const numbers = module.wasmExports.malloc(32);
    try {
      const open = openText(document, page, numbers, mayHaveLayers(bytes));
      if (!open) return { text: '', runs: [] };
      try {
        return wordsOf(withLigatures(lettersOf(document, open)), (line) => onPicture(document, page, numbers, line));
      } finally {
        module._FPDFText_ClosePage(open.text);
      }
    } finally {
      module.wasmExports.free(numbers);
      module._FPDF_ClosePage(page);
    }
  });
}

/** Returns the letters of a page, column by column. */
function lettersOf(document: PDFiumDocument, open: OpenText): readonly Letter[] {
  const { module } = document as unknown as Inside;
  const { text } = open;
  const columns = areasOf(module, open);
  const count = Math.min(module._FPDFText_CountChars(text), MAX_CHARACTERS);
  const inColumn: Letter[][] = columns.map(() => []);
  let column = 0;
  for (let at = 0; at < count; at += 1) {
    const box = boxOf(module, open, at);
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    // What has no extent, such as the end of a line, stays with what is before it.
    const isSeen = box.right > box.left && box.top > box.bottom;
    const found = isSeen ? columns.findIndex((area) => isIn(area, x, y)) : column;
    if (found < 0) continue;
    column = found;
    let code = module._FPDFText_GetUnicode(text, at);
    const before = inColumn[found]?.at(-1)?.code ?? 0;
    if (isHalf(code, 0xdc00) && isHalf(before, 0xd800)) {
      code = (before - 0xd800) * 0x400 + code - 0xdc00 + 0x10000;
      inColumn[found]?.pop();
    }
    inColumn[found]?.push({ code, isHyphen: module._FPDFText_IsHyphen(text, at) === 1, box });
  }
  return inColumn.flatMap((letters, place) => (place === 0 ? letters : [LINE_END, ...letters]));
}

/**
 * Returns the text of a page in which the library has turned round letters that are drawn as one, such as lam and alef;
 * undefined if there are none.
 */
export function textOfLetters(document: PDFiumDocument, open: OpenText): string | undefined {
  const letters = lettersOf(document, open);
  const right = withLigatures(letters);
  if (right.every((letter, at) => letter === letters[at])) return undefined;
  return wordsOf(right, () => [0, 0, 0, 0]).text;
}

/** What the letters are that Unicode has as one. Some are others in the other order. */
const LIGATURES = new Set(
  [...Array(0xfefc - 0xfb50 + 1).keys()]
    .map((at) => String.fromCharCode(0xfb50 + at).normalize('NFKC'))
    .filter((letters) => /^\p{L}{2,}$/u.test(letters)),
);

/** Turns letters that are drawn as one where only that makes them a ligature: the library turns them with their line. */
function withLigatures(letters: readonly Letter[]): readonly Letter[] {
  const right: Letter[] = [];
  for (let at = 0; at < letters.length; ) {
    const { box } = letters[at] as Letter;
    let end = at + 1;
    while (end < letters.length && box.right > box.left && isSame(letters[end]?.box ?? LINE_END.box, box)) end += 1;
    const group = letters.slice(at, end);
    const [one, other] = [group, group.toReversed()].map((each) => each.map(signOf).join(''));
    const isTurned = LIGATURES.has(other ?? '') && !LIGATURES.has(one ?? '');
    // One by one, because a call takes only so many, and a page may have any number in one place.
    for (const each of isTurned ? group.toReversed() : group) right.push(each);
    at = end;
  }
  return right;
}

function isSame(one: Line, other: Line): boolean {
  return one.left === other.left && one.right === other.right && one.top === other.top && one.bottom === other.bottom;
}

/** The library gives characters beyond U+FFFF as two. */
const isHalf = (code: number, first: number): boolean => code >= first && code < first + 0x400;

const LINE_END: Letter = { code: 10, isHyphen: false, box: { left: 0, top: 0, right: 0, bottom: 0 } };

function isIn({ left, top, right, bottom }: Line, x: number, y: number): boolean {
  return x >= left && x <= right && y >= bottom && y <= top;
}

/** The box of the font is as high for each letter. Fonts that state none have that of the drawn letter. */
function boxOf(module: Inside['module'], { text, numbers, scale }: OpenText, at: number): Line {
  const onPage = (place: number) => place / scale;
  module._FPDFText_GetCharBox(text, at, numbers, numbers + 8, numbers + 16, numbers + 24);
  const [left = 0, right = 0, bottom = 0, top = 0] = new Float64Array(module.HEAPU8.buffer, numbers, 4).map(onPage);
  const own = { left, top, right, bottom };
  if (module._FPDFText_GetLooseCharBox(text, at, numbers) === 0) return own;
  const [from = 0, high = 0, to = 0, low = 0] = new Float32Array(module.HEAPU8.buffer, numbers, 4).map(onPage);
  const isUsual = to > from && high > low && high - low < Math.max(4 * (top - bottom), 3 * (to - from));
  return isUsual ? { left: from, top: high, right: to, bottom: low } : own;
}

function onPicture(document: PDFiumDocument, page: number, numbers: number, { left, top, right, bottom }: Line) {
  const { module } = document as unknown as Inside;
  const place = (x: number, y: number) => {
    module._FPDF_PageToDevice(page, 0, 0, WHOLE, WHOLE, 0, x, y, numbers, numbers + 4);
    const [across = 0, down = 0] = new Int32Array(module.HEAPU8.buffer, numbers, 2);
    return [across, down].map((each) => Math.min(WHOLE, Math.max(0, each))) as [number, number];
  };
  const corners = [place(left, top), place(right, bottom)];
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const;
}

const WORDLY = /[\p{L}\p{N}\p{M}]/u;

/** Joins letters to a text with the places of its words. Words that a hyphen divides are whole in it. */
function wordsOf(
  letters: readonly Letter[],
  placed: (box: Line) => readonly [left: number, top: number, right: number, bottom: number],
): PageWords {
  let text = '';
  const runs: Run[] = [];
  let begun: { readonly start: number; box: Line } | undefined;
  const end = () => {
    if (begun && begun.box.right > begun.box.left) runs.push([begun.start, text.length, ...placed(begun.box)]);
    begun = undefined;
  };
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at] as Letter;
    const { box } = letter;
    const sign = signOf(letter);
    const divided = dividedAt(letters, at);
    if (divided) {
      end();
      text += divided.hyphen;
      at += divided.letters - 1;
      continue;
    }
    if (sign === '' || sign.replace(UNREADABLE, '') === '') continue;
    if (!WORDLY.test(sign) || (begun && !isBeside(begun.box, box))) end();
    if (WORDLY.test(sign)) begun = begun ? { ...begun, box: around(begun.box, box) } : { start: text.length, box };
    text += sign;
  }
  end();
  return { text, runs };
}

/** Returns the character; '' for a code that no character has, which fonts may state. */
function signOf({ code }: Letter): string {
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000) ? String.fromCodePoint(code) : '';
}

/** Returns how many letters part a word that goes on in the next line, and what is read in their place. */
function dividedAt(
  letters: readonly Letter[],
  at: number,
): { readonly letters: number; readonly hyphen: string } | undefined {
  const letter = letters[at] as Letter;
  const sign = signOf(letter);
  const isMark = letter.isHyphen || sign === '\u0002' || sign === '\u00ad' || sign === '\ufffe';
  if (!isMark && sign !== '-' && sign !== '\u2010') return undefined;
  const textOf = (from: number, to: number) =>
    letters
      .slice(Math.max(0, from), to)
      .map((each) => signOf(each) || ' ')
      .join('');
  let next = at + 1;
  while (next < letters.length && /[\r\n \t]/.test(textOf(next, next + 1))) next += 1;
  const hasEnd = /[\r\n]/.test(textOf(at + 1, next));
  if (!hasEnd) next = at + 1;
  const [before, after] = [textOf(at - 2, at), textOf(next, next + 2)];
  if (isMark) return { letters: next - at, hyphen: isOfWord(sign, before, after) ? '-' : '' };
  const isByHand = hasEnd && /\p{Ll}$/u.test(before) && /^\p{Ll}/u.test(after);
  return isByHand ? { letters: next - at, hyphen: '' } : undefined;
}

/** False if the word goes on in another line. */
function isBeside(box: Line, next: Line): boolean {
  if (next.right <= next.left) return true;
  const height = Math.max(box.top - box.bottom, next.top - next.bottom);
  const overlap = Math.min(box.top, next.top) - Math.max(box.bottom, next.bottom);
  const across = Math.min(box.right, next.right) - Math.max(box.left, next.left);
  return overlap > 0 || across > -height / 4;
}

function around(box: Line, next: Line): Line {
  if (next.right <= next.left) return box;
  return {
    left: Math.min(box.left, next.left),
    top: Math.max(box.top, next.top),
    right: Math.max(box.right, next.right),
    bottom: Math.min(box.bottom, next.bottom),
  };
}
