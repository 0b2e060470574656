import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { CannotMake } from '../../src/derived/cannot-make.ts';
import { pictureCalls } from '../../src/pictures/picture-calls.ts';
import { VERBATIM } from '../../src/pictures/sheet/sheet.ts';
import { textToPdf } from '../../src/pictures/sheet/text-to-pdf.ts';
import { openPdfBytes } from '../../src/pictures/sources/pdf.ts';

describe('texts as PDF', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'abs-text-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  async function pdfOf(text: string | Buffer): Promise<{ bytes: Buffer; pages: number }> {
    const path = join(folder, 'text.txt');
    writeFileSync(path, text);
    return await textToPdf(path);
  }

  /** The rows of an A4 page that have ink, in lines of text. */
  async function inkedLines(bytes: Buffer, page: number): Promise<number> {
    const { pixels } = await openPdfBytes(bytes, { page, box: 842 });
    const { data, info } = await pixels.greyscale().raw().toBuffer({ resolveWithObject: true });
    assert.deepEqual([info.width, info.height], [595, 842]);
    const isInked = (y: number) => data.subarray(y * info.width, (y + 1) * info.width).some((value) => value < 128);
    const rows = Array.from({ length: info.height }, (_, y) => isInked(y));
    return rows.filter((inked, y) => inked && !rows[y - 1]).length;
  }

  test('a mail becomes a PDF, as each other text does', async () => {
    const path = join(folder, 'mail.eml');
    writeFileSync(path, 'Subject: hello');
    for (const mediaType of ['message/rfc822', 'text/plain', 'application/json']) {
      const properties = { mediaType, width: 0, height: 0, pages: 0 };
      assert.equal((await pictureCalls.toWholePdf({ path, properties })).pages, 1, mediaType);
    }
  });

  test('every line is printed, on as many sheets as needed', async () => {
    const lines = (count: number) => Array(count).fill('HHH').join('\r\n');
    const counts = [];
    for (const count of [1, VERBATIM.lines, VERBATIM.lines + 1, 2 * VERBATIM.lines + 5]) {
      const { bytes, pages } = await pdfOf(`${lines(count)}\n`);
      const inked = [];
      for (let page = 0; page < pages; page += 1) inked.push(await inkedLines(bytes, page));
      counts.push(inked);
    }
    assert.deepEqual(counts, [[1], [VERBATIM.lines], [VERBATIM.lines, 1], [VERBATIM.lines, VERBATIM.lines, 5]]);
  });

  test('long texts are whole, can be searched, and show what needs other fonts or shaping as pictures', async () => {
    const { bytes, pages } = await pdfOf(
      `${Array.from({ length: 5000 }, (_, line) => `Zeile ${line} «größer» Жук\tλ`).join('\n')}\n${'\n'.repeat(80)}שלום नमस्ते 中文`,
    );
    assert.equal(pages, Math.ceil(5081 / VERBATIM.lines));
    assert.ok(bytes.length < 1_000_000);
    assert.equal(await inkedLines(bytes, pages - 1), 1);
    const library = await PDFiumLibrary.init();
    const document = await library.loadDocument(bytes);
    assert.ok(/Zeile 4999 «größer» Жук +λ/.test(document.getPage(75).getText()));
    document.destroy();
    library.destroy();
  });

  test('what is no text is refused', async () => {
    const isCorrupt = (error: unknown) => error instanceof CannotMake && error.reason === 'corrupt';
    await assert.rejects(pdfOf(Buffer.from([0, 1, 2, 3])), isCorrupt);
  });
});
