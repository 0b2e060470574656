import PDFDocument from 'pdfkit';
import { INKS } from '../scenes/mark.ts';

/** Metadata of a document. The creation date is fixed, so that the same input produces the same bytes. */
export interface PaperOptions {
  readonly title: string;
  readonly author: string;
  readonly language: 'en' | 'de';
  readonly created: Date;
}

/** A document that is being written. */
export type Paper = PDFKit.PDFDocument;

/** Size of A4 in points. */
export const A4 = { width: 595.28, height: 841.89 } as const;

/** Writes a document page by page and returns its bytes. */
export async function writePaper(options: PaperOptions, write: (paper: Paper) => void): Promise<Uint8Array> {
  const { title, author, language, created } = options;
  const info = { Title: title, Author: author, Creator: 'Velmara', Producer: 'Velmara', CreationDate: created };
  const paper = new PDFDocument({ autoFirstPage: false, size: 'A4', margin: 0, lang: language, info });
  write(paper);
  paper.end();
  const chunks: Uint8Array[] = [];
  for await (const chunk of paper) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** Draws a picture that fills the box and is cropped where it is larger. */
export function fill(paper: Paper, picture: Uint8Array, x: number, y: number, width: number, height: number): void {
  paper.save().rect(x, y, width, height).clip();
  paper.image(Buffer.from(picture), x, y, { cover: [width, height], align: 'center', valign: 'center' }).restore();
}

/** Draws the mark: two summits, a sun and the name in capitals. */
export function sign(paper: Paper, x: number, y: number, size: number, ink: string): void {
  const scale = size / 20;
  paper.save().translate(x, y).scale(scale).path('M0 16L7 4L10.5 9.5L13 6L20 16Z').fill(ink);
  paper.circle(14.6, 3.2, 1.9).fill(INKS.sun).restore();
  label(paper, 'Velmara', x + size * 1.25, y + size * 0.27, ink, size * 0.62);
}

/** Writes a paragraph and returns the y coordinate below it. */
export function paragraph(paper: Paper, text: string, x: number, y: number, width: number, size = 10, ink = '#2c3330') {
  return paper
    .font('Helvetica')
    .fontSize(size)
    .fillColor(ink)
    .text(text, x, y, { width, lineGap: size * 0.42 }).y;
}

/** Writes a headline in the serif typeface and returns the y coordinate below it. */
export function headline(paper: Paper, text: string, x: number, y: number, width: number, size: number, ink: string) {
  return paper.font('Times-Roman').fontSize(size).fillColor(ink).text(text, x, y, { width }).y;
}

/** Writes a label in spaced capitals. */
export function label(paper: Paper, text: string, x: number, y: number, ink: string = INKS.rust, size = 7.5): void {
  const options = { characterSpacing: size * 0.2, lineBreak: false };
  paper.font('Helvetica-Bold').fontSize(size).fillColor(ink).text(text.toUpperCase(), x, y, options);
}
