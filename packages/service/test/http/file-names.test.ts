import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startApp } from '../support/app.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

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
    assert.equal(refusal.status, 503);
    assert.equal(refusal.headers.get('retry-after'), '10');
    assert.match(text, /"download: the file names of this service (?:failed|gave no text) for asset 100[01]"/);
    assert.doesNotMatch(text, /secret/);
  }
});
