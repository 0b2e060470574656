import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import PDFDocument from 'pdfkit';
import { boxesOf } from '../../../core/src/domain/page-words.ts';
import { openPdfBytes } from '../../src/pictures/sources/pdf.ts';
import { readPdfText } from '../../src/texts/pdf-text.ts';
import { readPdfWords } from '../../src/texts/pdf-words.ts';
import { pdfOfContents } from './pdf-of-texts.ts';

/** Draws a page and returns where its ink begins and ends, from 0 to 1 of its sides. */
async function inkOf(pdf: Uint8Array) {
  const { pixels } = await openPdfBytes(pdf, { page: 0, box: 1000 });
  const { data, info } = await pixels.clone().greyscale().raw().toBuffer({ resolveWithObject: true });
  const [xs, ys]: [number[], number[]] = [[], []];
  for (let at = 0; at < info.width * info.height; at += 1) {
    if ((data[at * info.channels] ?? 255) > 128) continue;
    xs.push(at % info.width);
    ys.push(Math.floor(at / info.width));
  }
  const range = (places: readonly number[], whole: number) =>
    [places.reduce((a, b) => Math.min(a, b)) / whole, (places.reduce((a, b) => Math.max(a, b)) + 1) / whole] as const;
  return { across: range(xs, info.width), down: range(ys, info.height) };
}

for (const turn of [0, 90, 180, 270]) {
  test(`a word stands where it is drawn on a page that is turned by ${turn} degrees and cut`, async () => {
    const document = new PDFDocument({ size: [600, 400] });
    document.fontSize(30).text('Heligoland', 120, 90);
    Object.assign(document.page.dictionary.data, { Rotate: turn, CropBox: [50, 40, 500, 360] });
    document.end();
    const pdf = await buffer(document);
    const words = await readPdfWords(pdf, 0);
    assert.equal(words.text.trim(), 'Heligoland');
    const boxes = boxesOf(words, 0, 10);
    assert.equal(boxes.length, 1);
    const [left = 0, top = 0, width = 0, height = 0] = boxes[0] ?? [];
    const { across, down } = await inkOf(pdf);
    const holds = (from: number, length: number, [first, last]: readonly [number, number]) =>
      from <= first + 0.01 && from + length >= last - 0.01 && length < 2 * (last - first);
    assert.ok(holds(left, width, across), `${left} ${width} of ${across}`);
    assert.ok(holds(top, height, down), `${top} ${height} of ${down}`);
  });
}

test('the words are those of the text: divided ones are whole, and have a box in each line', async () => {
  const document = new PDFDocument({ size: 'A5' });
  document.fontSize(14).text('The light-\nhouse of Heligoland, (1902) efficient\nBaden-\nBaden A-\n4 MUSE-\nUM');
  document.addPage().text('Second page');
  document.end();
  const pdf = await buffer(document);
  const { pages } = await readPdfText(pdf, { maxCharacters: 1000, until: Number.POSITIVE_INFINITY });
  const words = await readPdfWords(pdf, 0);
  const split = (text: string) => text.split(/\W+/).filter(Boolean);
  assert.deepEqual(split(words.text), split(pages[0] ?? ''));
  assert.match(words.text, /Baden-Baden A-4 MUSEUM/);
  const at = words.text.indexOf('lighthouse');
  assert.equal(boxesOf(words, at, at + 10).length, 2);
  assert.deepEqual(split((await readPdfWords(pdf, 1)).text), ['Second', 'page']);
  await assert.rejects(readPdfWords(pdf, 2), { reason: 'no_such_page' });
  const font =
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [97 /u1D400 /u1D401 /uFFFFFF] >> >>';
  const beyond = await readPdfWords(Buffer.from(pdfOfContents(['BT /F 10 Tf 40 800 Td (ab ba -c) Tj ET'], font)), 0);
  assert.equal(beyond.text.trim(), '\u{1d400}\u{1d401} \u{1d401}\u{1d400} -');
  assert.equal(boxesOf(beyond, 5, 9).length, 1);
});
