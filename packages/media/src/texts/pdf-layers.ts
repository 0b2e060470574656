import type { PDFiumDocument } from '@hyzyla/pdfium';

/** The functions for layers that the wrapper of the library doesn't offer. */
interface Inside {
  readonly module: {
    readonly wasmExports: { malloc(bytes: number): number; free(at: number): void };
    readonly HEAPU8: Uint8Array;
    _FPDFPageObj_CountMarks(object: number): number;
    _FPDFPageObj_GetMark(object: number, index: number): number;
    _FPDFPageObjMark_GetName(mark: number, buffer: number, bytes: number, length: number): number;
    _FPDFPageObjMark_GetParamStringValue(
      mark: number,
      key: number,
      buffer: number,
      bytes: number,
      length: number,
    ): number;
    _FPDFPageObj_SetIsActive(object: number, isActive: number): number;
    _FPDF_GetPageWidthF(page: number): number;
    _FPDF_GetPageHeightF(page: number): number;
    _FPDFBitmap_Create(width: number, height: number, alpha: number): number;
    _FPDFBitmap_FillRect(bitmap: number, x: number, y: number, width: number, height: number, colour: number): number;
    _FPDFBitmap_GetBuffer(bitmap: number): number;
    _FPDFBitmap_GetStride(bitmap: number): number;
    _FPDFBitmap_Destroy(bitmap: number): void;
    _FPDF_RenderPageBitmap(bitmap: number, page: number, ...numbers: readonly number[]): void;
  };
}

/** Marks around what is in a layer are called OC, here in UTF-16 with a zero at the end; their parameter Name names the layer. */
const OPTIONAL = Buffer.from('OC\0', 'utf16le');
const NAME = Buffer.from('Name\0');
const NAME_BYTES = 256;
/** Layout of the room that the library writes to: the length of a name, the name, and the key that it reads. */
const NAME_AT = 4;
const KEY_AT = NAME_AT + NAME_BYTES;
const ROOM_BYTES = KEY_AT + NAME.length;

/** Longest side of the pictures that show whether anything of a layer is drawn, in pixels, and most such pictures of a page. */
const SIDE = 1000;
const MAX_PICTURES = 100;

/**
 * The layers of a page, of which a reader sees those that are on. The library doesn't tell which these are, but draws nothing
 * that is in others.
 */
export class PdfLayers {
  readonly #module: Inside['module'];
  /** Objects that hold no others. */
  readonly #objects: number[] = [];
  /** The visible texts of each layer by its name, and of each form within another, which may be in a layer, too. */
  readonly #texts = new Map<string, number[]>();
  readonly #isLayered: boolean;
  #room = 0;

  constructor(document: PDFiumDocument, isLayered: boolean) {
    this.#isLayered = isLayered;
    this.#module = (document as unknown as Inside).module;
  }

  /** Adds an object, with the forms that it is in. */
  add(object: number, isVisibleText: boolean, forms: readonly number[]): void {
    this.#objects.push(object);
    const layer = isVisibleText ? this.#layerOf(object, forms) : undefined;
    if (layer !== undefined) this.#texts.getOrInsertComputed(layer, () => []).push(object);
  }

  /** Returns the texts of which nothing is drawn. Frees the memory of the library that `add` has used. */
  unseenOn(page: number): number[] {
    const module = this.#module;
    if (this.#room !== 0) module.wasmExports.free(this.#room);
    this.#room = 0;
    if (this.#texts.size === 0) return [];
    for (const object of this.#objects) module._FPDFPageObj_SetIsActive(object, 0);
    const layers = [...this.#texts.values()].slice(0, MAX_PICTURES);
    const unseen = layers.filter((texts) => {
      for (const object of texts) module._FPDFPageObj_SetIsActive(object, 1);
      const isDrawn = isAnythingDrawn(module, page);
      for (const object of texts) module._FPDFPageObj_SetIsActive(object, 0);
      return !isDrawn;
    });
    for (const object of this.#objects) module._FPDFPageObj_SetIsActive(object, 1);
    return unseen.flat();
  }

  /** Returns the name of the layer of an object: those of the same name are one. */
  #layerOf(object: number, forms: readonly number[]): string | undefined {
    const module = this.#module;
    const count = module._FPDFPageObj_CountMarks(object);
    // Which layer a form is in isn't told.
    let layer = forms.length > 0 && this.#isLayered ? forms.join('/') : undefined;
    for (let index = 0; index < count; index += 1) {
      const mark = module._FPDFPageObj_GetMark(object, index);
      const room = this.#openRoom();
      const [name, key] = [room + NAME_AT, room + KEY_AT];
      const isOptional =
        module._FPDFPageObjMark_GetName(mark, name, NAME_BYTES, room) !== 0 && this.#nameIn(room).equals(OPTIONAL);
      if (!isOptional) continue;
      // A longer name isn't written.
      const isNamed =
        module._FPDFPageObjMark_GetParamStringValue(mark, key, name, NAME_BYTES, room) !== 0 &&
        this.#lengthIn(room) <= NAME_BYTES;
      // Layers may be within others. A mark without a name depends on several: each of its texts is looked at by itself.
      layer = `${layer ?? ''} ${isNamed ? this.#nameIn(room).toString('base64') : object}`;
    }
    return layer;
  }

  #openRoom(): number {
    if (this.#room === 0) {
      this.#room = this.#module.wasmExports.malloc(ROOM_BYTES);
      this.#module.HEAPU8.set(NAME, this.#room + KEY_AT);
    }
    return this.#room;
  }

  #lengthIn(room: number): number {
    return new DataView(this.#module.HEAPU8.buffer, room, NAME_AT).getUint32(0, true);
  }

  #nameIn(room: number): Buffer {
    return Buffer.from(this.#module.HEAPU8.buffer, room + NAME_AT, Math.min(this.#lengthIn(room), NAME_BYTES));
  }
}

function isAnythingDrawn(module: Inside['module'], page: number): boolean {
  const [across, down] = [module._FPDF_GetPageWidthF(page), module._FPDF_GetPageHeightF(page)];
  const scale = Math.min(1, SIDE / Math.max(across, down, 1));
  const [width, height] = [across, down].map((side) => Math.max(1, Math.round(side * scale))) as [number, number];
  const bitmap = module._FPDFBitmap_Create(width, height, 1);
  if (bitmap === 0) return true;
  module._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0);
  module._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0);
  const length = (module._FPDFBitmap_GetStride(bitmap) * height) / 4;
  const pixels = new Uint32Array(module.HEAPU8.buffer, module._FPDFBitmap_GetBuffer(bitmap), length);
  const isDrawn = pixels.some((pixel) => pixel !== 0);
  module._FPDFBitmap_Destroy(bitmap);
  return isDrawn;
}
