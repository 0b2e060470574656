import PDFDocument from 'pdfkit';
import { INKS } from '../scenes/mark.ts';

/** What every document of the brand shares. */
export interface PaperOptions {
  readonly title: string;
  readonly author: string;
  readonly language: 'en' | 'de';
  /** Date of creation; with it the same bytes come out each time. */
  readonly created: Date;
}

/** A document that is being written. */
export type Paper = PDFKit.PDFDocument;

/** A4 in points. */
export const A4 = { width: 595.28, height: 841.89 } as const;

/** Writes a document page by page and gives its bytes. */
export async function writePaper(options: PaperOptions, write: (paper: Paper) => void): Promise<Uint8Array> {
  const paper = new PDFDocument({
    autoFirstPage: false,
    size: 'A4',
    margin: 0,
    lang: options.language,
    info: {
      Title: options.title,
      Author: options.author,
      Creator: 'Velmara',
      Producer: 'Velmara',
      CreationDate: options.created,
    },
  });
  const chunks: Buffer[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  paper.on('data', (chunk: Buffer) => chunks.push(chunk));
  paper.on('end', resolve);
  paper.on('error', reject);
  write(paper);
  paper.end();
  await promise;
  return Buffer.concat(chunks);
}

/** A picture that fills the box and is cut where it is larger. */
export function fill(paper: Paper, picture: Uint8Array, x: number, y: number, width: number, height: number): void {
  paper.save();
  paper.rect(x, y, width, height).clip();
  paper.image(Buffer.from(picture), x, y, { cover: [width, height], align: 'center', valign: 'center' });
  paper.restore();
}

/** The mark: two summits, a sun and the name in capitals. */
export function sign(paper: Paper, x: number, y: number, size: number, ink: string): void {
  paper
    .save()
    .translate(x, y)
    .scale(size / 20);
  paper.path('M0 16L7 4L10.5 9.5L13 6L20 16Z').fill(ink);
  paper.circle(14.6, 3.2, 1.9).fill(INKS.sun);
  paper.restore();
  paper
    .font('Helvetica-Bold')
    .fontSize(size * 0.62)
    .fillColor(ink)
    .text('VELMARA', x + size * 1.25, y + size * 0.27, { characterSpacing: size * 0.16, lineBreak: false });
}

/** A paragraph; gives the y below it. */
export function paragraph(
  paper: Paper,
  text: string,
  x: number,
  y: number,
  width: number,
  size = 10,
  ink = '#2c3330',
): number {
  paper
    .font('Helvetica')
    .fontSize(size)
    .fillColor(ink)
    .text(text, x, y, { width, lineGap: size * 0.42 });
  return paper.y;
}

/** A headline in the serif face; gives the y below it. */
export function headline(
  paper: Paper,
  text: string,
  x: number,
  y: number,
  width: number,
  size: number,
  ink: string = INKS.fir,
): number {
  paper
    .font('Times-Roman')
    .fontSize(size)
    .fillColor(ink)
    .text(text, x, y, { width, lineGap: -size * 0.06 });
  return paper.y;
}

/** Small capitals with air between them. */
export function label(paper: Paper, text: string, x: number, y: number, ink: string = INKS.rust, size = 7.5): void {
  paper
    .font('Helvetica-Bold')
    .fontSize(size)
    .fillColor(ink)
    .text(text.toUpperCase(), x, y, { characterSpacing: size * 0.2, lineBreak: false });
}

/** The foot of a page: mark and page number. */
export function foot(paper: Paper, page: number, ink: string = INKS.fir): void {
  const { width, height } = paper.page;
  sign(paper, 42, height - 44, 11, ink);
  paper
    .font('Helvetica')
    .fontSize(8)
    .fillColor(ink)
    .text(String(page), width - 72, height - 41, { width: 30, align: 'right', lineBreak: false });
}
