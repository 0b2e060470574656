import type { PDFiumDocument } from '@hyzyla/pdfium';

/** The functions for objects that the wrapper of the library doesn't offer. */
interface Inside {
  readonly module: {
    _FPDFPage_CountObjects(page: number): number;
    _FPDFPage_GetObject(page: number, index: number): number;
    _FPDFPage_RemoveObject(page: number, object: number): number;
    readonly HEAPU8: Uint8Array;
    _FPDFPageObj_GetType(object: number): number;
    _FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): number;
    _FPDFPageObj_TransformF(object: number, matrix: number): number;
    _FPDFPageObj_Destroy(object: number): void;
    _FPDFTextObj_GetTextRenderMode(object: number): number;
  };
}

const TEXT = 1;
const INVISIBLE = 3;
/** Objects of a page after which the others are not looked at. */
const MOST_OBJECTS = 20_000;

/** A slant of 0.002, which nobody sees. */
const SLANT = [1, 0, 0.002, 1, 0, 0];

/**
 * Prepares the objects of an open page for its text to be read; `numbers` is room for six.
 *
 * Takes invisible text out, as long as visible text prevails: programs hide words for search engines in it. A page whose text
 * is mostly invisible is a scan, over which a program has laid what it recognised.
 *
 * Slants vertical lines of fonts that aren't embedded: they have no width, and PDFium leaves out what has none.
 */
export function prepareTexts(document: PDFiumDocument, page: number, numbers: number): void {
  const { module } = document as unknown as Inside;
  const count = Math.min(MOST_OBJECTS, module._FPDFPage_CountObjects(page));
  const hidden: number[] = [];
  let visible = 0;
  for (let index = 0; index < count; index += 1) {
    const object = module._FPDFPage_GetObject(page, index);
    if (module._FPDFPageObj_GetType(object) !== TEXT) continue;
    if (module._FPDFTextObj_GetTextRenderMode(object) === INVISIBLE) hidden.push(object);
    else visible += 1;
    module._FPDFPageObj_GetBounds(object, numbers, numbers + 4, numbers + 8, numbers + 12);
    const places = new Float32Array(module.HEAPU8.buffer, numbers, SLANT.length);
    if (places[0] !== places[2]) continue;
    places.set(SLANT);
    module._FPDFPageObj_TransformF(object, numbers);
  }
  if (hidden.length > visible) return;
  for (const object of hidden) {
    if (module._FPDFPage_RemoveObject(page, object) !== 0) module._FPDFPageObj_Destroy(object);
  }
}
