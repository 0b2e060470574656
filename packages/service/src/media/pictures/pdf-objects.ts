/** Number of colour components by the colour space signature of an ICC profile. */
const PROFILE_CHANNELS = new Map([
  ['GRAY', 1],
  ['RGB ', 3],
  ['CMYK', 4],
]);
const COLOUR_SPACE_AT = 16;

/**
 * Returns the number of colour components of an ICC profile; undefined if it is not one or is of another colour space.
 */
export function profileChannels(profile: Buffer | undefined): number | undefined {
  return PROFILE_CHANNELS.get(profile?.toString('latin1', COLOUR_SPACE_AT, COLOUR_SPACE_AT + 4) ?? '');
}

/** A part of a PDF object. */
export type PdfPart = string | Buffer;

/** Makes a stream object; `dictionary` holds its entries except the length. */
export function pdfStream(dictionary: string, content: Buffer): PdfPart[] {
  return [`<<${dictionary}/Length ${content.length}>>stream\n`, content, '\nendstream'];
}

/** Makes a PDF. Objects refer to each other by their position, starting at 1; the first is the PDF catalogue. */
export function pdfOf(objects: readonly (readonly PdfPart[])[]): Buffer {
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  let length = 0;
  const add = (part: PdfPart) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    parts.push(bytes);
    length += bytes.length;
  };
  add('%PDF-1.7\n');
  objects.forEach((object, index) => {
    offsets.push(length);
    for (const part of [`${index + 1} 0 obj\n`, ...object, '\nendobj\n']) add(part);
  });
  const tableAt = length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`);
  add(`trailer<</Root 1 0 R/Size ${objects.length + 1}>>\nstartxref\n${tableAt}\n%%EOF`);
  return Buffer.concat(parts);
}
