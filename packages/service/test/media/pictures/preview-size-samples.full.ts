import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { after, suite, test } from 'node:test';
import { CannotMake } from '../../../src/media/derived/cannot-make.ts';
import { findMediaTools } from '../../../src/media/ffmpeg/tools.ts';
import { openExtractor } from '../../../src/media/inspect/extractor.ts';
import { previewSize } from '../../../src/media/pictures/preview-size.ts';
import { openSharpRenderer } from '../../../src/media/pictures/renderer-sharp.ts';
import { drawPage } from '../../../src/media/pictures/renditions.ts';
import { corpus, hasCorpus } from '../../support/corpus.ts';
import { patiently, planFor } from './pictures.ts';

const FILE = { sha256: '', size: 0, crc32: 0 };

suite('the preview sizes in lists', { skip: hasCorpus ? false : 'the sample files are absent' }, async () => {
  const media = await findMediaTools();
  const renderer = openSharpRenderer({ processes: 2, seconds: 120, megabytes: 1024, queue: 1000 }, { media });
  const extractor = openExtractor({ processes: 2, secondsPerFile: 120 });
  after(async () => {
    await renderer[Symbol.asyncDispose]();
    await extractor[Symbol.asyncDispose]();
  });

  test('equal the drawn size of every sample file, or are absent if only drawing can tell', async () => {
    const files = globSync('*/**/*.*', { cwd: corpus() }).filter((file) => !file.endsWith('.txt'));
    assert.ok(files.length > 200);
    const unknown: string[] = [];
    const wrong: string[] = [];
    await Promise.all(
      files.map(async (file) => {
        const path = corpus(file);
        const { signal } = patiently();
        const { properties } = await extractor.extract(path, { name: basename(file), metadata: false, signal });
        const told = previewSize({ file: FILE, properties }, 1024);
        const toPdf = () => renderer.toPdf({ path, properties }, { signal }).catch(() => undefined);
        const drawn = await drawPage(
          renderer,
          planFor({ kind: 'preview' }),
          { path, properties },
          { signal, toPdf },
        ).catch((error: unknown) => {
          if (!(error instanceof CannotMake)) throw error;
          return { width: 1024, height: 1024, isPlaceholder: true };
        });
        if (told.width === 0) unknown.push(file);
        else if (told.width !== drawn.width || told.height !== drawn.height) {
          const as = 'isPlaceholder' in drawn ? 'a placeholder' : `${drawn.width}x${drawn.height}`;
          wrong.push(`${file}: ${told.width}x${told.height}, drawn as ${as}`);
        }
      }),
    );
    // Office files, and files that can't be opened.
    assert.deepEqual(unknown.sort(), [
      'documents/002-trivial-libre-office-writer__source.odt',
      'documents/005-libreoffice-writer-password__libreoffice-writer-password.pdf',
      'documents/005-libreoffice-writer-password__source.odt',
      'documents/012-libreoffice-form__libreoffice-form.odt',
      'documents/017-unreadable-meta-data__unreadablemetadata.pdf',
      'formats/corrupt-header.jpg',
      'office/document-example.odt',
    ]);
    // Their beginnings are intact.
    assert.deepEqual(wrong.sort(), [
      'formats/truncated.jpg: 1024x836, drawn as a placeholder',
      'formats/truncated.png: 294x240, drawn as a placeholder',
      'photos/jpg/corrupted.jpg: 1024x768, drawn as a placeholder',
    ]);
  });
});
