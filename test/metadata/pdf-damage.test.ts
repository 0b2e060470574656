import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openExtractor } from '../../src/metadata/extractor.ts';
import { missingTools } from '../../src/metadata/perl.ts';
import { pdfOf, stream } from '../../src/renditions/pdf-objects.ts';

const skip = missingTools().length > 0 && 'needs perl';
const folder = mkdtempSync(join(tmpdir(), 'abs-pdf-'));
after(() => rmSync(folder, { recursive: true }));

const WHOLE = pdfOf([
  ['<</Type/Catalog/Pages 2 0 R>>'],
  ['<</Type/Pages/Kids[3 0 R]/Count 1>>'],
  ['<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R>>'],
  stream('', Buffer.from('0 0 m 200 100 l S '.repeat(500))),
]);

test('a PDF that is cut, or has lost its pages, has a warning; a whole one has none', { skip }, async () => {
  await using extractor = openExtractor({ processes: 1, secondsPerFile: 60 });
  const warningOf = async (name: string, bytes: Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    const { warning } = await extractor.extract(path, { name, signal: AbortSignal.timeout(60_000) });
    return warning;
  };
  assert.equal(await warningOf('whole.pdf', WHOLE), undefined);
  // Some programs write a line or two behind the end.
  assert.equal(await warningOf('tail.pdf', Buffer.concat([WHOLE, Buffer.alloc(100)])), undefined);
  const cut = 'The file seems damaged: it ends before the table of its objects.';
  assert.equal(await warningOf('cut.pdf', WHOLE.subarray(0, 5000)), cut);
  assert.equal(await warningOf('head.pdf', WHOLE.subarray(0, 9)), cut);
  const hollow = Buffer.from(WHOLE);
  hollow.fill(0, 9, WHOLE.length - 40);
  assert.equal(await warningOf('hollow.pdf', hollow), 'The file seems damaged: its pages can not be read.');
});
