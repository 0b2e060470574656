/** What holds for Office files without LibreOffice. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import sharp from 'sharp';
import { officeArguments } from '../../../src/media/pictures/office/sandbox.ts';
import { openSharpRenderer, type SharpRenderer } from '../../../src/media/pictures/renderer-sharp.ts';
import { zipOf } from '../../support/zip.ts';
import { isNear, middle, patiently, planFor, sourceAt } from './pictures.ts';

suite('without LibreOffice', () => {
  let folder: string;
  let renderer: SharpRenderer;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'office-'));
    const path = process.env['PATH'];
    process.env['PATH'] = '';
    renderer = openSharpRenderer({ processes: 1, seconds: 120, megabytes: 512, queue: 10 });
    process.env['PATH'] = path;
  });
  after(async () => {
    await renderer[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  /** An OpenDocument file with these parts. */
  function file(parts: Parameters<typeof zipOf>[0], pages = 0) {
    const path = join(folder, 'file.odt');
    writeFileSync(path, zipOf(parts));
    return sourceAt(path, { mediaType: 'application/vnd.oasis.opendocument.text', pages, category: 2 });
  }

  test('the refusal names the missing program', () =>
    assert.ok(renderer.missing.some(({ tool }) => tool === 'LibreOffice')));

  test('an Office file shows its embedded picture', async () => {
    const green = sharp({ create: { width: 180, height: 256, channels: 3, background: 'lime' } });
    const source = file({ 'Thumbnails/thumbnail.png': await green.png().toBuffer() }, 7);
    const { bytes, width, height, pages } = await renderer.render(planFor(), source, patiently());
    assert.deepEqual([width, height, pages], [180, 256, 7]);
    assert.ok(isNear(await middle(bytes), [0, 255, 0], 3));
    await assert.rejects(renderer.render(planFor({ page: 1 }), source, patiently()), { reason: 'unsupported' });
  });

  test('a file without a picture, and one with a picture that is too large, are refused', async () => {
    for (const parts of [{ 'content.xml': '' }, { 'Thumbnails/thumbnail.png': Buffer.alloc(20_000_000) }]) {
      const source = file(parts);
      await assert.rejects(renderer.render(planFor(), source, patiently()), { reason: 'unsupported' });
      await assert.rejects(renderer.toPdf(source, patiently()), { reason: 'unsupported' });
    }
  });
});

test('the sandbox has no network, no environment and no files but programs and the source', () => {
  const args = officeArguments(
    { soffice: process.execPath, bwrap: '/usr/bin/bwrap' },
    { path: '/data/originals/ab', extension: 'docx', seconds: 8 },
  );
  for (const needed of ['--unshare-all', '--die-with-parent', '--clearenv']) assert.ok(args.includes(needed), needed);
  assert.ok(!args.includes('--share-net') && !args.includes('--bind'));
  const bound = args.flatMap((word, n) => (/^--ro-bind/.test(word) ? [args[n + 1] ?? ''] : []));
  const exposed = bound.filter((path) => /^\/(?:data|home|root|var\/lib|etc$|$)/.test(path));
  assert.deepEqual(exposed, ['/data/originals/ab']);
});
