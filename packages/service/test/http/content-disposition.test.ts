import assert from 'node:assert/strict';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { newFolder, temporaryFolder } from '../../../core/test/support/temporary-folder.ts';
import { wavFile } from '../../../demo/sounds/wav.ts';
import { type RunningApp, startApp } from '../support/app.ts';
import { SAMPLE } from '../support/sample.ts';

const EXAMPLE = fileURLToPath(new URL('../../../../examples/file-names/names.mjs', import.meta.url));

/** The UTF-8 file name of an answer's Content-Disposition. */
async function nameOf(url: string): Promise<string> {
  const answer = await fetch(url);
  await answer.arrayBuffer();
  const [, name = ''] = /filename\*=UTF-8''(\S+)$/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
  return decodeURIComponent(name);
}

test('the example module names files after their titles, in the language of the request', async () => {
  await using app = await startApp({ ABS_DOWNLOAD_FILE_NAMES: EXAMPLE });
  assert.equal(await nameOf(`${app.url}/asset.do?download=1000`), 'Dawn (1000).jpg');
  assert.equal(await nameOf(`${app.url}/asset.do?download=1000&locale=de`), 'Morgen (1000).jpg');
  assert.equal(await nameOf(`${app.url}/asset.do?download=1003`), 'img2.txt');
  const zip = (locale: string) => fetch(`${app.url}/asset.do?download=1000,1003&locale=${locale}`);
  const [english, german] = [await zip('en'), await zip('de')];
  assert.ok((await english.text()).includes('Dawn (1000).jpg'));
  assert.ok((await german.text()).includes('Morgen (1000).jpg'));
  assert.notEqual(english.headers.get('etag'), german.headers.get('etag'));
});

test('names from a module are made safe and unique, and a failing module is refused without its message', async () => {
  using folder = temporaryFolder();
  const path = folder.file('names.mjs');
  writeFileSync(
    path,
    `export default async ({ asset, version, format }, { timeZone }) => {
       if (asset === 1000) throw new Error('secret');
       if (asset === 1001) return 5;
       return '../' + version + timeZone + format?.name + '\\r\\nx: y';
     };`,
  );
  await using app = await startApp({ ABS_DOWNLOAD_FILE_NAMES: path });
  assert.equal(await nameOf(`${app.url}/asset.do?download=1002:1`), '_._1UTCOriginal__x_ y');
  const zip = await (await fetch(`${app.url}/asset.do?download=1002:1,1003:1`)).text();
  assert.ok(zip.includes('_ (2)._1UTCOriginal__x_ y'));
  for (const asset of [1000, 1001]) {
    const refusal = await fetch(`${app.url}/asset.do?download=${asset}`);
    const text = await refusal.text();
    assert.deepEqual([refusal.status, refusal.headers.get('retry-after')], [503, '10']);
    assert.match(text, /"download: the file names of this service (?:failed|gave no text) for asset 100[01]"/);
    assert.doesNotMatch(text, /secret/);
  }
});

/** Hostile names: paths, shell metacharacters, Windows, header and bidirectional characters, and decomposed letters. */
const HOSTILE = '../..\\Zu\u0308rich: a*b?"c"<d>|\u202egpj\r\nx： y';
const SAFE = '_._.._Zürich_ a_b__c__d___gpj__x： y';

describe('file names of deliveries', () => {
  let app: RunningApp;
  const folder = newFolder();
  before(async () => {
    copyFileSync(join(SAMPLE, 'files/small.png'), join(folder, 'small.png'));
    writeFileSync(join(folder, 'sound.wav'), wavFile(new Float32Array(800)));
    writeFileSync(join(folder, 'page.pdf'), '%PDF-1.4\n%%EOF\n');
    const dates = { uploaded: '2024-01-01', modified: '2024-05-02T22:30:04Z' };
    const catalogue = {
      download_formats: [{ id: 1, convert: { to: 'jpg' }, categories: ['IMAGE'] }],
      assets: [
        { id: 1, file: 'small.png', name: `${HOSTILE}.png`, ...dates },
        { id: 2, file: 'sound.wav', name: `${HOSTILE}.wav`, ...dates, modified: '1970-01-01' },
        { id: 3, file: 'page.pdf', name: `${HOSTILE}.pdf`, ...dates },
      ],
    };
    writeFileSync(join(folder, 'catalogue.json'), JSON.stringify(catalogue));
    app = await startApp({}, folder);
  });
  after(async () => {
    await app?.[Symbol.asyncDispose]();
  });

  for (const [query, extension] of [
    ['thumb=1', 'jpg'],
    ['preview=1&big=true', 'jpg'],
    ['download=1', 'png'],
    ['download=1:1', 'jpg'],
    ['stream=2', 'wav'],
    ['preview=3&type=pdf', 'pdf'],
  ] as const) {
    test(`${query} has a safe name in composed letters, and a safe ASCII one`, async () => {
      const response = await fetch(`${app.url}/asset.do?${query}`);
      await response.arrayBuffer();
      assert.equal(response.status, 200);
      const header = response.headers.get('content-disposition') ?? '';
      const [, ascii, utf8 = ''] = /^\w+; filename="([^"\\]*)"; filename\*=UTF-8''(\S+)$/.exec(header) ?? [];
      assert.equal(decodeURIComponent(utf8), `${SAFE}.${extension}`);
      assert.equal(ascii, `${SAFE}.${extension}`.replace('ü', 'u').replace('：', '_'));
    });
  }

  test('members of a ZIP have the UTC dates of their versions, and another date changes the ETag', async () => {
    const response = await fetch(`${app.url}/asset.do?download=1,1:1,2`);
    const bytes = Buffer.from(await response.arrayBuffer());
    const dates = [];
    for (let at = bytes.indexOf('PK\u0001\u0002'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 4))
      dates.push([bytes.readUInt16LE(at + 14), bytes.readUInt16LE(at + 12)]);
    const may = [(44 << 9) | (5 << 5) | 2, (22 << 11) | (30 << 5) | 2];
    assert.deepEqual(dates, [may, may, [(1 << 5) | 1, 0]]);
  });
});
