import assert from 'node:assert/strict';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { suite, test } from 'node:test';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { boxesOf } from '../../../core/src/domain/page-words.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { zipOf } from '../../../core/test/support/zip.ts';
import { findOfficeTools } from '../../src/pictures/office/sandbox.ts';
import type { DrawableFile } from '../../src/pictures/renderer.ts';
import { openPdfBytes } from '../../src/pictures/sources/pdf.ts';
import { wordsOfPage } from '../../src/texts/page-words.ts';
import { findTesseract, tesseractLanguage } from '../../src/texts/tesseract.ts';
import { TextReader } from '../../src/texts/text-reader.ts';
import { TextRecogniser } from '../../src/texts/text-recogniser.ts';

const office = findOfficeTools();
const tesseract = await findTesseract();
const { signal } = new AbortController();

/** Needs no data of other languages. */
const LABEL = 'The Tower of Blue Horses\nFranz Marc, 1913';

suite('recognised text', { skip: tesseract === undefined && 'tesseract is not installed' }, () => {
  const folder = newFolder();
  const path = (name: string) => join(folder, name);

  test('of a picture and of a scanned page is what they show, and of an empty picture nothing', async () => {
    await using recogniser = new TextRecogniser(tesseract ?? { path: '' }, {
      languages: ['eng'],
      processes: 1,
      secondsPerPage: 120,
    });
    const page = new PDFDocument({ size: [500, 200] });
    page.fontSize(28).text(LABEL, 30, 50).end();
    const label = await (await openPdfBytes(await buffer(page), { page: 0, box: 1500 })).pixels.png().toBuffer();
    writeFileSync(path('label.png'), label);
    writeFileSync(path('blank.png'), await sharp(label).linear(0, 255).png().toBuffer());
    const pdf = new PDFDocument({ size: 'A4' });
    pdf.addPage().image(label, 60, 60, { width: 450 }).end();
    writeFileSync(path('scan.pdf'), await buffer(pdf));
    const recognise = (name: string, mediaType: string, page = 0) =>
      recogniser.recognise({ path: path(name), mediaType, page }, signal);
    assert.deepEqual(await recognise('label.png', 'image/png'), { text: LABEL, pages: 1 });
    assert.deepEqual(await recognise('blank.png', 'image/png'), { text: '', pages: 1 });
    assert.deepEqual(await recognise('scan.pdf', 'application/pdf', 1), { text: LABEL, pages: 2 });
    const job = { program: tesseract?.path ?? '', languages: ['eng'], seconds: 60 };
    const source = { path: path('scan.pdf'), properties: { mediaType: 'application/pdf' } } as DrawableFile;
    const words = await wordsOfPage({ source, page: 1, recognised: job });
    assert.equal(words.text, LABEL);
    const at = words.text.indexOf('Franz');
    const [[left = 0, top = 0, width = 0, height = 0] = []] = boxesOf(words, at, at + 5);
    // The label is 450 points wide at 60 points from both sides of A4, and its second line in its lower half.
    assert.ok(
      left > 0.12 && left + width < 0.3 && top > 0.15 && top + height < 0.24,
      `${left} ${top} ${width} ${height}`,
    );
    await assert.rejects(wordsOfPage({ source: { ...source, path: path('blank.png') }, page: 0 }));
    writeFileSync(path('broken.png'), 'no picture');
    assert.ok('failure' in (await recognise('broken.png', 'image/png')));
    assert.ok('failure' in (await recognise('scan.pdf', 'application/pdf', 2)));
  });

  test('of pages of Office files is that of their pictures', { skip: 'lack' in office && office.lack }, async () => {
    await using stack = new AsyncDisposableStack();
    const patience = { processes: 1, secondsPerPage: 240, secondsPerFile: 240 };
    const recogniser = stack.use(new TextRecogniser(tesseract ?? { path: '' }, { languages: ['eng'], ...patience }));
    const reader = stack.use(new TextReader(patience));
    const page = new PDFDocument({ size: [500, 200] });
    page.fontSize(28).text(LABEL, 30, 50).end();
    const label = await (await openPdfBytes(await buffer(page), { page: 0, box: 1500 })).pixels.png().toBuffer();
    const picture = `{\\pict\\pngblip\\picwgoal7500\\pichgoal3000 ${label.toString('hex')}}`;
    writeFileSync(path('scan.rtf'), `{\\rtf1\\paperw11906\\paperh16838 Cover\\page ${picture}}`);
    const file = { path: path('scan.rtf'), mediaType: 'application/rtf' };
    const text = await reader.read(file, { maxCharacters: 1000, signal });
    assert.deepEqual(text, { pages: ['Cover'], hasPages: true, isSparse: true });
    assert.deepEqual(await recogniser.recognise({ ...file, page: 1 }, signal), { text: LABEL, pages: 2 });
    assert.deepEqual(await recogniser.recognise({ ...file, page: 0 }, signal), { text: 'Cover', pages: 2 });
    const pdf = readFileSync(path('scan.pdf'));
    const words = await wordsOfPage({
      source: { pdf },
      page: 1,
      recognised: { program: tesseract?.path ?? '', languages: ['eng'], seconds: 60 },
    });
    assert.equal(words.text, LABEL);
    const document = (...more: readonly string[]) =>
      zipOf({
        'word/document.xml': '<w:p><w:t>Scan</w:t></w:p>',
        ...Object.fromEntries(more.map((name) => [name, 'x'])),
      });
    const mediaType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    for (const [isSparse, ...more] of [[false], [true, 'word/media/image1.png']] as const) {
      writeFileSync(path('scan.docx'), document(...more));
      const text = await reader.read({ path: path('scan.docx'), mediaType }, { maxCharacters: 1000, signal });
      assert.deepEqual(text, { pages: ['Scan'], hasPages: false, isSparse });
    }
  });

  test('is given up when the program hangs, and the next page is recognised', async () => {
    const program = path('hangs');
    writeFileSync(program, `#!/bin/sh\n[ -e ${path('fine')} ] && exec cat ${path('fine')}\nsleep 600\n`);
    chmodSync(program, 0o755);
    await using recogniser = new TextRecogniser(
      { path: program },
      { languages: ['eng'], processes: 1, secondsPerPage: 4 },
    );
    const page = { path: path('label.png'), mediaType: 'image/png', page: 0 };
    const hung = await recogniser.recognise(page, signal);
    assert.match('failure' in hung ? hung.failure : '', /took more than/);
    const stop = new AbortController();
    const stopped = recogniser.recognise(page, stop.signal);
    stop.abort(new Error('stop'));
    await assert.rejects(stopped, /^Error: stop$/);
    writeFileSync(path('fine'), 'Words');
    assert.deepEqual(await recogniser.recognise(page, signal), { text: 'Words', pages: 1 });
  });

  test('is in the languages of the catalogue', () => {
    const tags = ['de', 'en-GB', 'zh', 'zh-Hant-TW', 'pt-BR', 'frk'];
    assert.deepEqual(tags.map(tesseractLanguage), ['deu', 'eng', 'chi_sim', 'chi_tra', 'por', 'frk']);
  });
});
