import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Extractor } from '../../src/inspect/extractor.ts';
import { missingTools } from '../../src/inspect/perl.ts';
import { pdfOf, pdfStream } from '../../src/pictures/write-pdf.ts';

const skip = missingTools().length > 0 && 'needs perl';
const folder = mkdtempSync(join(tmpdir(), 'abs-pdf-'));
const { signal } = new AbortController();
after(() => rmSync(folder, { recursive: true }));

const WHOLE = pdfOf([
  ['<</Type/Catalog/Pages 2 0 R>>'],
  ['<</Type/Pages/Kids[3 0 R]/Count 1>>'],
  ['<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R>>'],
  pdfStream('', Buffer.from('0 0 m 200 100 l S '.repeat(500))),
]);

test('a truncated PDF or one without pages has a warning, and a complete one has none', { skip }, async () => {
  await using extractor = new Extractor({ processes: 1, secondsPerFile: 120 });
  const warningOf = async (name: string, bytes: Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    const { warning } = await extractor.extract(path, { name, signal });
    return warning;
  };
  assert.equal(await warningOf('whole.pdf', WHOLE), undefined);
  // Some programs write a line or two after the end.
  assert.equal(await warningOf('tail.pdf', Buffer.concat([WHOLE, Buffer.alloc(100)])), undefined);
  const cut = 'The file seems damaged: it ends before the table of its objects.';
  assert.equal(await warningOf('cut.pdf', WHOLE.subarray(0, 5000)), cut);
  assert.equal(await warningOf('head.pdf', WHOLE.subarray(0, 9)), cut);
  const hollow = Buffer.from(WHOLE);
  hollow.fill(0, 9, WHOLE.length - 40);
  assert.equal(await warningOf('hollow.pdf', hollow), 'The file seems damaged: its pages cannot be read.');
});

/** A PDF whose pages can't be counted: a tree without a leaf, in which each branch holds the same two branches. */
function endless(): Buffer {
  const branches = Array.from({ length: 40 }, (_, level) => [
    `<</Type/Pages/Kids[${level + 4} 0 R ${level + 4} 0 R]>>`,
  ]);
  const pdf = pdfOf([
    ['<</Type/Catalog/Pages 3 0 R>>'],
    ['<</Title(Endless)>>'],
    ...branches,
    ['<</Type/Pages/Kids[]>>'],
  ]);
  return Buffer.from(pdf.toString('latin1').replace('/Root 1 0 R', '/Root 1 0 R/Info 2 0 R'), 'latin1');
}

test('a PDF that hangs PDFium keeps its other properties, and the next one is opened', { skip }, async () => {
  await using extractor = new Extractor({ processes: 1, secondsPerFile: 10 });
  const extract = async (name: string, bytes: Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return await extractor.extract(path, { name, signal });
  };
  // Exiftool has started before the time limit counts.
  await extract('first.pdf', WHOLE);
  const { metadata, properties, warning } = await extract('endless.pdf', endless());
  assert.deepEqual([metadata?.title, properties.mediaType, properties.pages], ['Endless', 'application/pdf', 0]);
  assert.equal(warning, 'Opening its pages was given up after 10 s.');
  const untold = Buffer.from(WHOLE.toString('latin1').replace('/Count 1', '/Cound 1'), 'latin1');
  assert.equal((await extract('untold.pdf', untold)).properties.pages, 1);
});
