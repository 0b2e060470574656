import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { withZip } from '../../../../core/src/platform/zip-file.ts';
import { countPdfPages } from '../../../../media/src/ffmpeg/pdfium.ts';
import { probe, sizeAsSeen } from '../../../../media/src/ffmpeg/probe.ts';
import { findOfficeTools } from '../../../../media/src/pictures/office/sandbox.ts';
import { openPdfBytes, pdfPageSize } from '../../../../media/src/pictures/sources/pdf.ts';
import {
  AS_IT_IS,
  LOW,
  PDF,
  PLAIN,
  PRINT,
  QUARTERS,
  SIMPLE,
  SMALL,
  SQUARE,
  WEB,
} from '../../../../media/test/conversions/table.ts';
import { isNear } from '../../../../media/test/pictures/pictures.ts';
import { openForAll } from '../../support/open-for-all.ts';
import { media, withoutMedia } from '../playback/recordings.ts';
import { bytesOf, openConverted, quartersOf, testRows } from './converted.ts';
import { idOf, perl } from './sources.ts';

describe('converted downloads of rarer files', () => {
  const converted = openForAll(openConverted);

  testRows((name) => !SIMPLE.includes(name), converted);

  test('a picture becomes a page of its size, in its colours', async () => {
    const page = await bytesOf(await converted.get(`${idOf('plain.jpg')}:${PRINT}`));
    assert.deepEqual(await pdfPageSize(page), { width: 432, height: 288 });
    const drawn = await openPdfBytes(page, { page: 0, box: 600 });
    const seen = await quartersOf(await drawn.pixels.png().toBuffer());
    for (const [quarter, colour] of QUARTERS.entries())
      assert.ok(isNear(seen[quarter] ?? [], colour, 70), `quarter ${quarter}: ${seen[quarter]} is not ${colour}`);
    assert.match(page.toString('latin1'), /\/ICCBased/);
    const turned = await bytesOf(await converted.get(`${idOf('photo.jpg')}:${PDF}`));
    assert.deepEqual(await pdfPageSize(turned), perl ? { width: 180, height: 120 } : { width: 144, height: 96 });
  });

  test('a text becomes a PDF, and a sound and a film have none', async () => {
    assert.equal(await countPdfPages(await bytesOf(await converted.get(`${idOf('words.txt')}:${PDF}`))), 1);
    for (const name of media ? ['sound.wav', 'film.mp4'] : []) {
      assert.equal((await converted.get(`${idOf(name)}:${PDF}`)).status, 400, name);
      assert.ok(!(await listed(name)).includes(PDF), name);
    }
    assert.ok((await listed('pages.pdf')).includes(PDF));
    for (const name of ['photo.jpg', 'words.txt']) assert.ok(!(await listed(name)).includes(LOW), name);
  });

  async function listed(name: string): Promise<readonly (number | undefined)[]> {
    const response = await fetch(`${converted.app.url}/asset.do?downloadformats_for=${idOf(name)}`);
    const { data } = (await response.json()) as { data: { formats: readonly { id: number }[] } };
    return data.formats.map(({ id }) => id);
  }

  const office = findOfficeTools();
  test('an Office file becomes PDF, and its page a picture', { skip: 'lack' in office && office.lack }, async () => {
    const response = await converted.get(`${idOf('letter.rtf')}:${PDF}`);
    assert.match(response.headers.get('content-disposition') ?? '', /filename="letter 1\.pdf"/);
    assert.equal(await countPdfPages(await bytesOf(response)), 2);
    const { height = 0 } = await sharp(await bytesOf(await converted.get(`${idOf('letter.rtf')}:${PLAIN}`))).metadata();
    assert.ok(height > 3000, `${height} pixels at 300 dpi`);
  });

  test('a film becomes a smaller MP4, and its first frame a picture', { skip: withoutMedia }, async () => {
    for (const [format, ...expected] of [
      [`${LOW}`, 160, 90, 'Bars'],
      [`${SQUARE}`, 100, 100, ''],
      [`${LOW}:width=50`, 50, 28, 'Bars'],
    ]) {
      const bytes = await bytesOf(await converted.get(`${idOf('film.mp4')}:${format}`));
      assert.deepEqual(await filmOf(bytes), ['h264', 'aac', ...expected], `${format}`);
    }
    const original = await bytesOf(await converted.get(`${idOf('film.mp4')}`));
    assert.deepEqual(await bytesOf(await converted.get(`${idOf('film.mp4')}:${AS_IT_IS}`)), original);
    const { width, height } = await sharp(
      await bytesOf(await converted.get(`${idOf('film.mp4')}:${SMALL}`)),
    ).metadata();
    assert.deepEqual([width, height, (await converted.get(`${idOf('plain.jpg')}:${LOW}`)).status], [300, 169, 400]);
    assert.equal((await converted.get(`${idOf('film.mp4')}:${LOW}:crop=10x10`)).status, 400);
    assert.equal((await converted.get(`${idOf('sound.wav')}:${PLAIN}`)).status, 400);
  });

  test('converted members of a ZIP equal single downloads', async () => {
    const members = [`${idOf('plain.jpg')}:${WEB}`, `${idOf('pages.pdf')}:${PDF}`, `${idOf('clear.png')}:${SMALL}`];
    const path = join(converted.folder, 'answer.zip');
    writeFileSync(path, await bytesOf(await converted.get(members.join(','))));
    await withZip(path, async ({ names, read }) => {
      assert.deepEqual(names, ['plain 1.webp', 'pages 1.pdf', 'clear 1.jpg']);
      for (const [at, name] of names.entries())
        assert.deepEqual(await read(name, 2 ** 20), await bytesOf(await converted.get(members[at] ?? '')));
    });
  });

  test('none of this logged an error', () => {
    const faults = converted.app.log.filter(
      (line) => /"level":(?:40|50|60)/.test(line) && !line.includes(' is missing: '),
    );
    assert.deepEqual(faults, []);
  });

  /** Codecs, size and title. */
  async function filmOf(bytes: Buffer): Promise<readonly unknown[]> {
    assert.ok(media);
    const path = join(converted.folder, 'answer.mp4');
    writeFileSync(path, bytes);
    const { video, audio } = await probe(media, path);
    assert.ok(video);
    const { width, height } = sizeAsSeen(video);
    const args = ['-v', 'error', '-show_entries', 'format_tags=title', '-of', 'csv=p=0', path];
    return [video.codec, audio?.codec, width, height, execFileSync(media.ffprobe, args, { encoding: 'utf8' }).trim()];
  }
});
