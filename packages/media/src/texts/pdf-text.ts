import type { PDFiumDocument } from '@hyzyla/pdfium';
import { CannotMake } from '../derived/cannot-make.ts';
import { countPages, withPdf } from '../ffmpeg/pdfium.ts';
import { columnsOf, type Line, verticalLines } from './columns.ts';
import { mayHaveLayers } from './may-have-layers.ts';
import { openFields } from './pdf-fields.ts';
import { type OpenText, openText } from './pdf-objects.ts';
import { isSparse, tidyText } from './tidy-text.ts';

/** Pages after these are ignored; a PDF may claim any number. */
const MAX_PAGES = 20_000;
/** Characters of one page after which the rest of it is ignored. */
const MAX_ON_PAGE = 2_000_000;
/** Lines, or words of lines, of a page that are looked at to find columns. */
const MAX_LINES = 2000;

/** How far letters that stand upright are turned at most, in radians. */
const MAX_SLANT = 0.1;

export interface PdfText {
  readonly pages: readonly string[];
  /** True if a page has hardly any text of its own. */
  readonly isSparse: boolean;
}

/** Functions of the library for the text of a page that its wrapper doesn't offer. */
export interface TextModule {
  readonly wasmExports: { malloc(bytes: number): number; free(at: number): void };
  readonly HEAPU8: Uint8Array;
  _FPDF_LoadPage(document: number, index: number): number;
  _FPDF_ClosePage(page: number): void;
  _FPDF_GetPageBoundingBox(page: number, rectangle: number): number;
  _FPDFText_LoadPage(page: number): number;
  _FPDFText_ClosePage(text: number): void;
  _FPDFText_CountChars(text: number): number;
  _FPDFText_GetCharAngle(text: number, index: number): number;
  _FPDFText_CountRects(text: number, from: number, count: number): number;
  _FPDFText_GetRect(text: number, index: number, left: number, top: number, right: number, bottom: number): number;
}

interface Inside {
  readonly module: TextModule & {
    _FPDFText_GetBoundedText(text: number, ...area: readonly number[]): number;
    _FPDFText_GetText(text: number, from: number, count: number, at: number): number;
  };
  readonly documentIdx: number;
}

/** Returns the areas of an open page in the order in which to read them. */
export function areasOf(module: TextModule, { page, text, numbers, scale }: OpenText): readonly Line[] {
  const count = module._FPDFText_CountRects(text, 0, -1);
  const lines = Array.from({ length: Math.min(count, MAX_LINES) }, (_, index): Line => {
    module._FPDFText_GetRect(text, index, numbers, numbers + 8, numbers + 16, numbers + 24);
    const [left = 0, top = 0, right = 0, bottom = 0] = new Float64Array(module.HEAPU8.buffer, numbers, 4).map(
      (place) => place / scale,
    );
    return { left, top, right, bottom };
  });
  module._FPDF_GetPageBoundingBox(page, numbers);
  const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(module.HEAPU8.buffer, numbers, 4);
  const vertical = count > MAX_LINES ? undefined : verticalLines(lines);
  if (vertical && isUpright(module, text))
    return vertical.filter((line) => line.left < right && line.right > left && line.bottom < top && line.top > bottom);
  return columnsOf(lines, { left, top, right, bottom });
}

/** True if the letters stand as those of vertical writing do, unlike those of a page that is turned. */
function isUpright(module: TextModule, text: number): boolean {
  const middle = module._FPDFText_CountChars(text) >> 1;
  return [0, middle].every((at) => Math.abs(module._FPDFText_GetCharAngle(text, at)) < MAX_SLANT);
}

/**
 * Reads the text of the pages of a PDF in reading order, without what lies outside of a page or is hidden there. Stops when
 * there are so many characters, and at the time `until`. Rejects with CannotMake if the PDF can't be opened.
 */
export async function readPdfText(
  bytes: Uint8Array,
  { maxCharacters, until }: { readonly maxCharacters: number; readonly until: number },
): Promise<PdfText> {
  return await withPdf(bytes, async (document) => {
    const pages: string[] = [];
    let characters = 0;
    let isAnySparse = false;
    const read = openPages(document, mayHaveLayers(bytes));
    const count = Math.min(countPages(document), MAX_PAGES);
    for (let page = 0; page < count && characters < maxCharacters && performance.now() < until; page += 1) {
      const text = tidyText(read.page(page));
      if (isSparse(text)) isAnySparse = true;
      characters += text.length;
      pages.push(text);
    }
    read.close();
    return { pages, isSparse: isAnySparse };
  });
}

/** Returns a text without blanks, and without the mark of a hyphen, which has two forms. */
function seenOf(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is that mark.
  return text.replace(/[\s\u0002\ufffe\0]+/g, '');
}

function openPages(document: PDFiumDocument, isLayered: boolean): { page(index: number): string; close(): void } {
  const { module, documentIdx } = document as unknown as Inside;
  const { malloc, free } = module.wasmExports;
  const decoder = new TextDecoder('utf-16le');
  const fields = openFields(document);
  /** Room for four numbers, and for the text of a page. */
  const numbers = malloc(32);
  let room = { at: 0, characters: 0 };

  function roomFor(characters: number): number {
    if (room.characters < characters) {
      if (room.at !== 0) free(room.at);
      room = { at: malloc(characters * 4), characters: characters * 2 };
      if (room.at === 0) throw new CannotMake('too_large', 'a page of text that takes too much memory');
    }
    return room.at;
  }

  function decoded(at: number, length: number): string {
    return decoder.decode(new Uint8Array(module.HEAPU8.buffer, at, length * 2)).replace(/\0+$/, '');
  }

  function within(text: number, [left, top, right, bottom]: readonly number[], max: number): string {
    const at = roomFor(max);
    const length = module._FPDFText_GetBoundedText(text, left ?? 0, top ?? 0, right ?? 0, bottom ?? 0, at, max);
    return decoded(at, length);
  }

  function whole(text: number, max: number): string {
    const at = roomFor(max);
    const length = module._FPDFText_GetText(text, 0, max - 1, at);
    return decoded(at, length);
  }

  function textOf(page: number): string {
    const open = openText(document, page, numbers, isLayered);
    if (!open) return '';
    const { text, scale } = open;
    try {
      const max = Math.min(module._FPDFText_CountChars(text), MAX_ON_PAGE) + 1;
      const areas = areasOf(module, open).map(({ left, top, right, bottom }) => [left, top, right, bottom]);
      const parts = areas.map((area) =>
        within(
          text,
          area.map((place) => place * scale),
          max,
        ),
      );
      // The library ends turned lines in the whole alone, which may have more than the page shows.
      const all = parts.length === 1 && !isUpright(module, text) ? whole(text, max) : '';
      return all !== '' && seenOf(all) === seenOf(parts.join('')) ? all : parts.join('\n');
    } finally {
      module._FPDFText_ClosePage(text);
    }
  }

  return {
    page: (index) => {
      const page = module._FPDF_LoadPage(documentIdx, index);
      if (page === 0) return '';
      try {
        return [textOf(page), ...fields.on(page)].join('\n');
      } finally {
        module._FPDF_ClosePage(page);
      }
    },
    close: () => {
      fields.close();
      free(numbers);
      if (room.at !== 0) free(room.at);
    },
  };
}
