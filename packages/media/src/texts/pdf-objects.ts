import type { PDFiumDocument } from '@hyzyla/pdfium';

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
  };
}

const TEXT = 1;
const FORM = 5;
const INVISIBLE = 3;
/** Objects of a page after which the others are not looked at. */
const MAX_OBJECTS = 20_000;
/** Levels of objects within others. */
const MAX_LEVELS = 10;

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
  const hidden: (readonly [object: number, form: number | undefined])[] = [];
  let visible = 0;
  let seen = 0;

  function prepare(object: number, levels: number, form?: number): void {
    seen += 1;
    const type = module._FPDFPageObj_GetType(object);
    if (type === FORM && levels > 0) {
      const count = module._FPDFFormObj_CountObjects(object);
      for (let index = 0; index < count && seen < MAX_OBJECTS; index += 1)
        prepare(module._FPDFFormObj_GetObject(object, index), levels - 1, object);
    }
    if (type !== TEXT) return;
    if (module._FPDFTextObj_GetTextRenderMode(object) === INVISIBLE) hidden.push([object, form]);
    else visible += 1;
    module._FPDFPageObj_GetBounds(object, numbers, numbers + 4, numbers + 8, numbers + 12);
    const places = new Float32Array(module.HEAPU8.buffer, numbers, SLANT.length);
    if (places[0] !== places[2]) return;
    places.set(SLANT);
    module._FPDFPageObj_TransformF(object, numbers);
  }

  const count = module._FPDFPage_CountObjects(page);
  for (let index = 0; index < count && seen < MAX_OBJECTS; index += 1)
    prepare(module._FPDFPage_GetObject(page, index), MAX_LEVELS);
  if (hidden.length > visible) return;
  for (const [object, form] of hidden) {
    const isOut =
      form === undefined ? module._FPDFPage_RemoveObject(page, object) : module._FPDFFormObj_RemoveObject(form, object);
    if (isOut !== 0) module._FPDFPageObj_Destroy(object);
  }
}
