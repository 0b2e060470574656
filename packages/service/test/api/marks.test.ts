/** Marks of rights in pictures and conversions (extensions E1), read back with exiftool. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import type { FileMarks } from '../../../core/src/domain/file-properties.ts';
import type { Rights } from '../../../core/src/domain/model.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { missingTools } from '../../../media/src/inspect/perl.ts';
import { sharedExtractor } from '../../../media/test/support/shared-extractor.ts';
import { marksOf } from '../../src/api/pictures/marks.ts';
import { type RunningApp, startNode } from '../support/app.ts';
import { openForAll } from '../support/open-for-all.ts';
import { importSample } from '../support/sample.ts';

const skip = missingTools().length > 0 && 'needs perl';
const LANGUAGES = { languages: ['en', 'de'], defaultLanguage: 'de' };
const folder = newFolder();

function packet(rights: Rights | undefined, marks?: FileMarks): string | undefined {
  return marksOf({ ...(rights && { rights }) }, { properties: { marks } } as Parameters<typeof marksOf>[1], LANGUAGES);
}

async function read(name: string, file: Uint8Array): Promise<FileMarks | undefined> {
  const path = join(folder, name);
  writeFileSync(path, file);
  const { properties } = await sharedExtractor().extract(path, { name, signal: AbortSignal.timeout(600_000) });
  return properties.marks;
}

const inPicture = async (xmp: string | undefined) => {
  const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: '#468' } }).withXmp(xmp ?? '');
  return await read('picture.jpg', await picture.jpeg().toBuffer());
};

test('the rights of the asset count, and those of the file where it has none', { skip }, async () => {
  const rights: Rights = {
    creator: ['Ada <&>"\'', '\u0001Bo'],
    credit: { en: 'House', de: 'Haus' },
    copyright: { en: '© Ada & Bo', de: '© Ada und Bo' },
    licence: 'CC-BY-4.0',
    sourceType: 'trainedAlgorithmicMedia',
  };
  const file: FileMarks = {
    creator: ['Carl'],
    usageTerms: { 'x-default': 'Ask', fr: 'Demander' },
    webStatement: 'javascript:alert(1)',
    licensorUrl: 'https://b.example/?a=1&b=2',
    dataMining: 'DMI-PROHIBITED',
    otherConstraints: { 'x-default': 'None' },
  };
  assert.deepEqual(await inPicture(packet(rights, file)), {
    ...file,
    creator: ['Ada <&>"\'', 'Bo'],
    credit: 'Haus',
    copyright: { 'x-default': '© Ada und Bo', en: '© Ada & Bo', de: '© Ada und Bo' },
    licence: 'https://creativecommons.org/licenses/by/4.0/',
    sourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  });
  assert.deepEqual(await inPicture(packet(undefined, { licence: 'Ask Ada' })), { licence: 'Ask Ada' });
  assert.equal(packet(undefined), undefined);
  assert.equal(packet({ credit: '\u0000' }), undefined);
});

test('marks are short enough for every format, whatever is stated', { skip }, async () => {
  const long = '&🌲'.repeat(2000);
  const texts = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`x${at}`, long]));
  const marks = await inPicture(packet({ creator: Array(300).fill('Ada Lovelace'), credit: long, usageTerms: long }));
  assert.equal(Array.from(marks?.credit ?? '').length, 2000);
  assert.equal(Array.from(marks?.usageTerms?.['x-default'] ?? '').length, 2000);
  assert.ok((marks?.creator ?? []).join('').length <= 2000);
  assert.ok(await inPicture(packet({ copyright: texts, usageTerms: texts, credit: `${long}\ud800` })));
});

describe('with a catalogue', { skip }, () => {
  const TARGETS = ['jpg', 'png', 'webp', 'avif', 'tif', 'pdf'] as const;
  const app = openForAll(async (): Promise<RunningApp> => {
    const bundle = join(folder, 'bundle');
    mkdirSync(bundle);
    const noise = sharp({ create: { width: 800, height: 500, channels: 3, background: '#468' } });
    const own = packet(undefined, { credit: 'of the file', dataMining: 'DMI-ALLOWED' });
    writeFileSync(
      join(bundle, 'a.jpg'),
      await noise
        .withXmp(own ?? '')
        .withExif({ IFD0: { Software: 'S' } })
        .jpeg()
        .toBuffer(),
    );
    const conversion = { metadata: 'strip', width: 40 };
    const catalogue = {
      download_formats: TARGETS.map((to, at) => ({ id: at + 1, convert: { to, ...conversion } })),
      assets: [
        { id: 1, file: 'a.jpg', rights: { creator: ['Ada'], copyright: '© Ada' } },
        { id: 2, file: 'a.jpg' },
      ],
    };
    writeFileSync(join(bundle, 'catalogue.json'), JSON.stringify(catalogue));
    return await startNode({ ABS_PREVIEW_SIZE: '480' }, (data) => importSample(data, bundle));
  });
  const OWN = { credit: 'of the file', dataMining: 'DMI-ALLOWED' };
  const MARKS = { creator: ['Ada'], copyright: { 'x-default': '© Ada' }, ...OWN };
  const get = async (query: string, name: string) => {
    const answer = await fetch(`${app.url}/asset.do?${query}`);
    assert.equal(answer.status, 200, query);
    return { marks: await read(name, await answer.bytes()), etag: answer.headers.get('etag') };
  };

  test('previews and pictures of 480 pixels and more carry them, and thumbnails do not', async () => {
    const [one, other] = [await get('preview=1', 'p.jpg'), await get('preview=2', 'p.jpg')];
    assert.deepEqual([one.marks, other.marks], [MARKS, OWN]);
    assert.notEqual(one.etag, other.etag);
    assert.deepEqual((await get('preview=1&big=true', 'p.jpg')).marks, MARKS);
    for (const format of ['jpg', 'png', 'webp', 'avif']) {
      const of = async (width: number) => (await get(`picture=1&width=${width}&format=${format}`, `p.${format}`)).marks;
      assert.deepEqual([await of(480), await of(479)], [MARKS, undefined], format);
    }
    assert.equal((await get('thumb=1&big=true', 'p.jpg')).marks, undefined);
  });

  test('conversions that strip metadata keep them at any size', async () => {
    for (const [at, to] of TARGETS.entries())
      assert.deepEqual((await get(`download=1:${at + 1}`, `c.${to}`)).marks, MARKS, to);
  });
});
