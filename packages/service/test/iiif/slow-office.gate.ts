/** A manifest while LibreOffice takes longer than it may. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { zipOf } from '../../../core/test/support/zip.ts';
import { startApp } from '../support/app.ts';
import { sampleWith } from './bundle.ts';

const DOCUMENT = 5000;

test('the small picture in a document does not stand for its pages while these take too long', async () => {
  const programs = newFolder();
  writeFileSync(join(programs, 'soffice'), '', { mode: 0o700 });
  // Makes every sandbox, but the program in it never ends.
  const isTry = 'case "$*" in *"exit 0") exit 0; esac';
  writeFileSync(join(programs, 'bwrap'), `#!/bin/sh\n${isTry}\nexec tail -f /dev/null\n`, { mode: 0o700 });
  const picture = sharp({ create: { width: 181, height: 256, channels: 3, background: 'lime' } });
  const odt = zipOf({
    'content.xml': '<o:document-content><o:body/></o:document-content>',
    'Thumbnails/thumbnail.png': await picture.png().toBuffer(),
  });
  const bundle = sampleWith({
    files: { 'pages.odt': odt },
    assets: [{ id: DOCUMENT, file: 'files/pages.odt', name: 'pages.odt', nodes: [2] }],
  });
  const path = process.env['PATH'];
  process.env['PATH'] = `${programs}${delimiter}${path}`;
  try {
    // Far longer than placeholders take.
    await using app = await startApp({ ABS_RENDER_SECONDS: 5 }, bundle);
    const preview = await fetch(`${app.url}/asset.do?preview=${DOCUMENT}`);
    assert.deepEqual([preview.status, preview.headers.get('x-placeholder')], [200, 'true']);
    const manifest = await fetch(`${app.url}/iiif/presentation/3/asset/${DOCUMENT}/manifest`);
    assert.deepEqual([manifest.status, (await manifest.json()).code], [503, 'not_ready']);
  } finally {
    process.env['PATH'] = path;
  }
});
