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
    _FPDFAnnot_GetSubtype(annotation: number): number;
    _FPDFAnnot_GetStringValue(annotation: number, key: number, buffer: number, bytes: number): number;
    _FPDFAnnot_GetFlags(annotation: number): number;
    _FPDFAnnot_GetFormFieldType(form: number, annotation: number): number;
    _FPDFAnnot_GetFormFieldFlags(form: number, annotation: number): number;
    _FPDFAnnot_GetFormFieldValue(form: number, annotation: number, buffer: number, bytes: number): number;
    _FORM_OnAfterLoadPage(page: number, form: number): void;
    _FORM_OnBeforeClosePage(page: number, form: number): void;
  };
  readonly documentIdx: number;
}

const MAX_FIELDS = 2000;
const MAX_VALUE_BYTES = 100_000;
/** Kinds of fields that show a text: boxes to choose from, lists and texts. */
const TEXTUAL = new Set([4, 5, 6]);
/** Flags of what is not shown, of an annotation and of a field: hidden or only printed, and a password. */
const UNSEEN = 0x22;
const PASSWORD = 1 << 13;

/** A text that somebody has written on the page, and its key. */
const FREE_TEXT = 3;
const CONTENTS = Buffer.from('Contents\0');

/**
 * Returns a function that reads what the form fields of a page show, and what was written on it, which isn't part of the
 * page's text, and one to be called last.
 */
export function openFields(document: PDFiumDocument): { on(page: number): readonly string[]; close(): void } {
  const { module, documentIdx } = document as unknown as Inside;
  const form =
    module._FPDF_GetFormType(documentIdx) === 0
      ? undefined
      : (document as unknown as { initializeFormFields(): number }).initializeFormFields();
  const { malloc, free } = module.wasmExports;
  const contents = malloc(CONTENTS.length);
  module.HEAPU8.set(CONTENTS, contents);

  function shownIn(annotation: number): string {
    if ((module._FPDFAnnot_GetFlags(annotation) & UNSEEN) !== 0) return '';
    if (module._FPDFAnnot_GetSubtype(annotation) === FREE_TEXT)
      return read((buffer, bytes) => module._FPDFAnnot_GetStringValue(annotation, contents, buffer, bytes));
    if (form === undefined || !TEXTUAL.has(module._FPDFAnnot_GetFormFieldType(form, annotation))) return '';
    if ((module._FPDFAnnot_GetFormFieldFlags(form, annotation) & PASSWORD) !== 0) return '';
    return read((buffer, bytes) => module._FPDFAnnot_GetFormFieldValue(form, annotation, buffer, bytes));
  }

  function read(value: (buffer: number, bytes: number) => number): string {
    const length = value(0, 0);
    if (length <= 2 || length > MAX_VALUE_BYTES) return '';
    const at = malloc(length);
    if (at === 0) throw new CannotMake('too_large', 'a form that takes too much memory');
    value(at, length);
    const text = new TextDecoder('utf-16le').decode(new Uint8Array(module.HEAPU8.buffer, at, length - 2));
    free(at);
    return text;
  }

  return {
    on: (page) => {
      if (form !== undefined) module._FORM_OnAfterLoadPage(page, form);
      const values: string[] = [];
      const count = Math.min(MAX_FIELDS, module._FPDFPage_GetAnnotCount(page));
      for (let index = 0; index < count; index += 1) {
        const annotation = module._FPDFPage_GetAnnot(page, index);
        if (annotation === 0) continue;
        const value = shownIn(annotation);
        if (value !== '') values.push(value);
        module._FPDFPage_CloseAnnot(annotation);
      }
      if (form !== undefined) module._FORM_OnBeforeClosePage(page, form);
      return values;
    },
    close: () => free(contents),
  };
}
