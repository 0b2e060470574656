import type { PDFiumDocument } from '@hyzyla/pdfium';

/** The functions for objects that the wrapper of the library doesn't offer. */
interface Inside {
  readonly module: {
    _FPDFPage_CountObjects(page: number): number;
    _FPDFPage_GetObject(page: number, index: number): number;
    _FPDFPage_RemoveObject(page: number, object: number): number;
    _FPDFPageObj_GetType(object: number): number;
    _FPDFPageObj_Destroy(object: number): void;
    _FPDFTextObj_GetTextRenderMode(object: number): number;
  };
}

const TEXT = 1;
const INVISIBLE = 3;
/** Objects of a page after which the others are not looked at. */
const MOST_OBJECTS = 20_000;

/**
 * Takes invisible text out of an open page, as long as visible text prevails: programs hide words for search engines in it.
 * A page whose text is mostly invisible is a scan, over which a program has laid what it recognised.
 */
export function removeHidden(document: PDFiumDocument, page: number): void {
  const { module } = document as unknown as Inside;
  const count = Math.min(MOST_OBJECTS, module._FPDFPage_CountObjects(page));
  const hidden: number[] = [];
  let visible = 0;
  for (let index = 0; index < count; index += 1) {
    const object = module._FPDFPage_GetObject(page, index);
    if (module._FPDFPageObj_GetType(object) !== TEXT) continue;
    if (module._FPDFTextObj_GetTextRenderMode(object) === INVISIBLE) hidden.push(object);
    else visible += 1;
  }
  if (hidden.length > visible) return;
  for (const object of hidden) {
    if (module._FPDFPage_RemoveObject(page, object) !== 0) module._FPDFPageObj_Destroy(object);
  }
}
