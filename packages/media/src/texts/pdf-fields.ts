import type { PDFiumDocument } from '@hyzyla/pdfium';
import { CannotMake } from '../derived/cannot-make.ts';

/** The functions for fields that the wrapper of the library doesn't offer. */
interface Inside {
  readonly module: {
    readonly wasmExports: { malloc(bytes: number): number; free(at: number): void };
    readonly HEAPU8: Uint8Array;
    _FPDF_GetFormType(document: number): number;
    _FPDFPage_GetAnnotCount(page: number): number;
    _FPDFPage_GetAnnot(page: number, index: number): number;
    _FPDFPage_CloseAnnot(annotation: number): void;
    _FPDFAnnot_GetFlags(annotation: number): number;
    _FPDFAnnot_GetFormFieldType(form: number, annotation: number): number;
    _FPDFAnnot_GetFormFieldFlags(form: number, annotation: number): number;
    _FPDFAnnot_GetFormFieldValue(form: number, annotation: number, buffer: number, bytes: number): number;
    _FORM_OnAfterLoadPage(page: number, form: number): void;
    _FORM_OnBeforeClosePage(page: number, form: number): void;
  };
  readonly documentIdx: number;
}

const MOST_FIELDS = 2000;
const MOST_VALUE_BYTES = 100_000;
/** Kinds of fields that show a text: boxes to choose from, lists and texts. */
const TEXTUAL = new Set([4, 5, 6]);
/** Flags of what is not shown, of an annotation and of a field: hidden or only printed, and a password. */
const UNSEEN = 0x22;
const PASSWORD = 1 << 13;

/** Returns a function that reads what the form fields of a page show, which isn't part of the page's text. */
export function openFields(document: PDFiumDocument): (page: number) => readonly string[] {
  const { module, documentIdx } = document as unknown as Inside;
  if (module._FPDF_GetFormType(documentIdx) === 0) return () => [];
  const form = (document as unknown as { initializeFormFields(): number }).initializeFormFields();
  const { malloc, free } = module.wasmExports;

  function shownIn(annotation: number): string {
    const type = module._FPDFAnnot_GetFormFieldType(form, annotation);
    if (!TEXTUAL.has(type) || (module._FPDFAnnot_GetFlags(annotation) & UNSEEN) !== 0) return '';
    if ((module._FPDFAnnot_GetFormFieldFlags(form, annotation) & PASSWORD) !== 0) return '';
    const length = module._FPDFAnnot_GetFormFieldValue(form, annotation, 0, 0);
    if (length <= 2 || length > MOST_VALUE_BYTES) return '';
    const at = malloc(length);
    if (at === 0) throw new CannotMake('too_large', 'a form that takes too much memory');
    module._FPDFAnnot_GetFormFieldValue(form, annotation, at, length);
    const text = new TextDecoder('utf-16le').decode(new Uint8Array(module.HEAPU8.buffer, at, length - 2));
    free(at);
    return text;
  }

  return (page) => {
    module._FORM_OnAfterLoadPage(page, form);
    const values: string[] = [];
    const count = Math.min(MOST_FIELDS, module._FPDFPage_GetAnnotCount(page));
    for (let index = 0; index < count; index += 1) {
      const annotation = module._FPDFPage_GetAnnot(page, index);
      if (annotation === 0) continue;
      const value = shownIn(annotation);
      if (value !== '') values.push(value);
      module._FPDFPage_CloseAnnot(annotation);
    }
    module._FORM_OnBeforeClosePage(page, form);
    return values;
  };
}
