/** Makes PDFs: of one picture that fills a page, or of any objects. */

/** Number of colour components by the colour space signature of an ICC profile. */
const PROFILE_CHANNELS = new Map(Object.entries({ GRAY: 1, 'RGB ': 3, CMYK: 4 }));
const COLOUR_SPACE_AT = 16;

/**
 * Returns the number of colour components of an ICC profile; undefined if it is not one or is of another colour space.
 */
export function profileChannels(profile: Buffer | undefined): number | undefined {
  return PROFILE_CHANNELS.get(profile?.toString('latin1', COLOUR_SPACE_AT, COLOUR_SPACE_AT + 4) ?? '');
}

export type PdfPart = string | Buffer;

/** Makes a stream object; `dictionary` holds its entries except the length. */
export function pdfStream(dictionary: string, content: Buffer): PdfPart[] {
  return [`<<${dictionary}/Length ${content.length}>>stream\n`, content, '\nendstream'];
}

/** Makes a PDF. Objects refer to each other by their position, starting at 1; the first is the PDF catalogue. */
export function pdfOf(objects: readonly (readonly PdfPart[])[]): Buffer {
  const pdf = new PdfBytes();
  return Buffer.concat([pdf.head(), ...objects.map((object) => pdf.object(object)), pdf.tail()]);
}

/** Makes the bytes of a PDF one after another, and knows where each object begins. */
export class PdfBytes {
  readonly #offsets: number[] = [];
  #length = 0;

  head(): Buffer {
    return this.#bytes(['%PDF-1.7\n']);
  }

  object(parts: readonly PdfPart[]): Buffer {
    const number = this.#offsets.push(this.#length);
    return this.#bytes([`${number} 0 obj\n`, ...parts, '\nendobj\n']);
  }

  tail(): Buffer {
    const size = this.#offsets.length + 1;
    const rows = this.#offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
    return this.#bytes([
      `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`,
      `trailer<</Root 1 0 R/Size ${size}>>\nstartxref\n${this.#length}\n%%EOF`,
    ]);
  }

  #bytes(parts: readonly PdfPart[]): Buffer {
    const bytes = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
    this.#length += bytes.length;
    return bytes;
  }
}

/** Makes a PDF with one page of this size in points, which an image fills. Its profile is object 6. */
export function pdfOfImage(page: {
  readonly across: number;
  readonly down: number;
  /** Drawn below the image. */
  readonly painted?: string;
  readonly image: readonly PdfPart[];
  readonly profile?: Buffer;
}): Buffer {
  const { across, down, painted = '', image, profile } = page;
  return pdfOf([
    ['<</Type/Catalog/Pages 2 0 R>>'],
    ['<</Type/Pages/Kids[3 0 R]/Count 1>>'],
    ...imagePage({ across, down, at: 3 }, image, painted),
    ...(profile ? [profileObject(profile)] : []),
  ]);
}

/** Makes the three objects of a page, the first of which has the number `at`, and the last is the image. */
export function imagePage(
  { across, down, at }: { readonly across: number; readonly down: number; readonly at: number },
  image: readonly PdfPart[],
  painted = '',
): readonly (readonly PdfPart[])[] {
  const resources = `/Resources<</XObject<</I ${at + 2} 0 R>>>>/Contents ${at + 1} 0 R`;
  return [
    [`<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${across} ${down}]${resources}>>`],
    pdfStream('', Buffer.from(`${painted}${across} 0 0 ${down} 0 0 cm /I Do`)),
    image,
  ];
}

export function profileObject(profile: Buffer): PdfPart[] {
  return pdfStream(`/N ${profileChannels(profile)}`, profile);
}
