import type { PDFiumDocument } from '@hyzyla/pdfium';
import { CannotMake } from '../derived/cannot-make.ts';
import { countPages, withPdf } from '../ffmpeg/pdfium.ts';
import { mayHaveLayers } from './may-have-layers.ts';
import { areasOf, isUpright, type TextModule } from './pdf-areas.ts';
import { openFields } from './pdf-fields.ts';
import { openText } from './pdf-objects.ts';
import { textOfLetters } from './pdf-words.ts';
import { isSparse, tidyText } from './tidy-text.ts';

/** Pages after these are ignored; a PDF may claim any number. */
const MAX_PAGES = 20_000;
/** Characters of one page after which the rest of it is ignored. */
const MAX_ON_PAGE = 2_000_000;
/** Letters of which fonts draw several as one. */
const ARABIC = /\p{Script=Arabic}/u;

export interface PdfText {
  readonly pages: readonly string[];
  /** True if a page has hardly any text of its own. */
  readonly isSparse: boolean;
}

interface Inside {
  readonly module: TextModule & {
    _FPDFText_GetBoundedText(text: number, ...area: readonly number[]): number;
    _FPDFText_GetText(text: number, from: number, count: number, at: number): number;
  };
  readonly documentIdx: number;
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
      const read = all !== '' && seenOf(all) === seenOf(parts.join('')) ? all : parts.join('\n');
      return (ARABIC.test(read) ? textOfLetters(document, open) : undefined) ?? read;
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
