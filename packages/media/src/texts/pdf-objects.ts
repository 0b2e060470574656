import type { PDFiumDocument } from '@hyzyla/pdfium';
import { PdfLayers } from './pdf-layers.ts';

/** The functions for objects that the wrapper of the library doesn't offer. */
interface Inside {
  readonly module: {
    _FPDFPage_CountObjects(page: number): number;
    _FPDFPage_GetObject(page: number, index: number): number;
    _FPDFPage_RemoveObject(page: number, object: number): number;
    readonly HEAPU8: Uint8Array;
    _FPDFFormObj_CountObjects(form: number): number;
    _FPDFFormObj_GetObject(form: number, index: number): number;
    _FPDFFormObj_RemoveObject(form: number, object: number): number;
    _FPDFPageObj_GetType(object: number): number;
    _FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): number;
    _FPDFPageObj_TransformF(object: number, matrix: number): number;
    _FPDFPageObj_Destroy(object: number): void;
    _FPDFTextObj_GetTextRenderMode(object: number): number;
    _FPDFText_LoadPage(page: number): number;
    _FPDFText_ClosePage(text: number): void;
    _FPDFText_CountChars(text: number): number;
    _FPDFText_GetUnicode(text: number, index: number): number;
  };
}

/** An open page and its text, as the library knows them, and room for four numbers. */
export interface OpenText {
  readonly page: number;
  readonly text: number;
  readonly numbers: number;
  /** Places on the page times this are those of the text. */
  readonly scale: number;
}

const TEXT = 1;
const FORM = 5;
const INVISIBLE = 3;
/** Objects of a page after which the others are not looked at. */
const MAX_OBJECTS = 20_000;
/** Levels of objects within others. */
const MAX_LEVELS = 10;

/** Characters of a text in which to look for ends of lines, and the share of them above which lines have hardly any letters. */
const MAX_LOOKED_AT = 2000;
const MANY_ENDS = 0.2;
/** How much smaller to make such a page: no letter is then as high as those after which PDFium ends a line. */
const SMALL = 1 / 64;

/** A slant of 0.002, which nobody sees. */
const SLANT = [1, 0, 0.002, 1, 0, 0];

/**
 * Opens the text of an open page; `numbers` is room for six. Undefined if it can't be opened. `isLayered`: see `mayHaveLayers`.
 *
 * Browsers print letters one by one where a width is no whole number. On pages with little text, PDFium then ends a line after
 * each of them and loses the blanks between words. The same page made small it joins by the distances of its letters.
 */
export function openText(
  document: PDFiumDocument,
  page: number,
  numbers: number,
  isLayered: boolean,
): OpenText | undefined {
  const { module } = document as unknown as Inside;
  prepareTexts(document, page, numbers, isLayered);
  let scale = 1;
  let text = module._FPDFText_LoadPage(page);
  if (text !== 0 && hasManyEnds(module, text)) {
    module._FPDFText_ClosePage(text);
    scale = SMALL;
    new Float32Array(module.HEAPU8.buffer, numbers, 6).set([scale, 0, 0, scale, 0, 0]);
    for (let index = module._FPDFPage_CountObjects(page) - 1; index >= 0; index -= 1)
      module._FPDFPageObj_TransformF(module._FPDFPage_GetObject(page, index), numbers);
    text = module._FPDFText_LoadPage(page);
  }
  return text === 0 ? undefined : { page, text, numbers, scale };
}

function hasManyEnds(module: Inside['module'], text: number): boolean {
  const count = Math.min(module._FPDFText_CountChars(text), MAX_LOOKED_AT);
  let ends = 0;
  for (let at = 0; at < count; at += 1) if (module._FPDFText_GetUnicode(text, at) === 10) ends += 1;
  return ends > count * MANY_ENDS;
}

/**
 * Prepares the objects of an open page for its text to be read.
 *
 * Takes invisible text out, as long as visible text prevails: programs hide words for search engines in it. A page whose text
 * is mostly invisible is a scan, over which a program has laid what it recognised. Takes out what is in layers that aren't shown.
 *
 * Slants vertical lines of fonts that aren't embedded: they have no width, and PDFium leaves out what has none.
 */
function prepareTexts(document: PDFiumDocument, page: number, numbers: number, isLayered: boolean): void {
  const { module } = document as unknown as Inside;
  const forms = new Map<number, number>();
  const hidden: number[] = [];
  const visible = new Set<number>();
  const layers = new PdfLayers(document, isLayered);
  let seen = 0;

  function prepare(object: number, within: readonly number[]): void {
    seen += 1;
    const type = module._FPDFPageObj_GetType(object);
    if (type === FORM && within.length < MAX_LEVELS) {
      const count = module._FPDFFormObj_CountObjects(object);
      for (let index = 0; index < count && seen < MAX_OBJECTS; index += 1)
        prepare(module._FPDFFormObj_GetObject(object, index), [...within, object]);
      return;
    }
    const form = within.at(-1);
    if (form !== undefined) forms.set(object, form);
    const isVisible = type === TEXT && module._FPDFTextObj_GetTextRenderMode(object) !== INVISIBLE;
    layers.add(object, isVisible, within);
    if (type !== TEXT) return;
    if (isVisible) visible.add(object);
    else hidden.push(object);
    module._FPDFPageObj_GetBounds(object, numbers, numbers + 4, numbers + 8, numbers + 12);
    const places = new Float32Array(module.HEAPU8.buffer, numbers, SLANT.length);
    if (places[0] !== places[2]) return;
    places.set(SLANT);
    module._FPDFPageObj_TransformF(object, numbers);
  }

  const count = module._FPDFPage_CountObjects(page);
  for (let index = 0; index < count && seen < MAX_OBJECTS; index += 1)
    prepare(module._FPDFPage_GetObject(page, index), []);
  const unseen = layers.unseenOn(page);
  for (const object of unseen) visible.delete(object);
  if (hidden.length <= visible.size) unseen.push(...hidden);
  for (const object of unseen) {
    const form = forms.get(object);
    const isOut =
      form === undefined ? module._FPDFPage_RemoveObject(page, object) : module._FPDFFormObj_RemoveObject(form, object);
    if (isOut !== 0) module._FPDFPageObj_Destroy(object);
  }
}
