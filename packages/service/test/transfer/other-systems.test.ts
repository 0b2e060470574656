/** The scripts of examples/from-other-systems, with its samples: what they make is imported and found. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { startApp } from '../support/app.ts';
import { startLocalServer } from '../support/local-server.ts';

const EXAMPLE = fileURLToPath(new URL('../../../../examples/from-other-systems/', import.meta.url));
const SAMPLES = join(EXAMPLE, 'samples');
const FILES = join(SAMPLES, 'files');
const KEY = 'the private key of Ada';

interface Entry {
  readonly id: number;
  readonly name: string;
  readonly infofields: Readonly<Record<string, string>>;
}

/** Answers to a query at a path; undefined where there is nothing. */
type Answers = (path: string, query: URLSearchParams, request: IncomingMessage) => unknown;

const sampleOf = (name: string) => JSON.parse(readFileSync(join(SAMPLES, `${name}.json`), 'utf8'));
const run = promisify(execFile);

/** Serves the sample of a system, and its files at any address that ends with their names. */
async function startSystem(answers: Answers) {
  return await startLocalServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://here');
    const file = /\/(\w+\.svg)$/.exec(pathname)?.[1];
    if (file) return void response.end(readFileSync(join(FILES, file)));
    const answer = answers(pathname, searchParams, request);
    const text = JSON.stringify(answer)?.replaceAll('"/files/', `"http://${request.headers.host}/files/`);
    response.writeHead(text === undefined ? 403 : 200).end(text ?? 'refused');
  });
}

/** Runs a script twice, and returns what a service says of the bundle: it must be the same. */
async function imported(script: string, environment: Readonly<Record<string, string>>) {
  const OUT = newFolder();
  const make = async () => {
    await run(process.execPath, [join(EXAMPLE, script)], { env: { ...process.env, ...environment, OUT } });
    return readFileSync(join(OUT, 'catalogue.json'), 'utf8');
  };
  const first = await make();
  assert.equal(await make(), first);
  await using app = await startApp({ ABS_DEFAULT_LANGUAGE: 'en' }, OUT);
  const get = async (path: string) => (await (await fetch(app.url + path)).json()).data;
  const { info_fields: fields } = JSON.parse(first) as { info_fields: { id: number; name: string }[] };
  const shown = async (search: string, locale = 'en') => {
    const infofields = fields.map(({ id }) => id).join(',');
    const found = await get(`/node.do?search=${search}&infofields=${infofields}&locale=${locale}`);
    return found.map(({ id, name, infofields: values }: Entry) => {
      const given = fields.filter((field) => values[field.id] !== undefined && values[field.id] !== '');
      return { id, name, ...Object.fromEntries(given.map((field) => [field.name, values[field.id]])) };
    });
  };
  const names = async (type: number) => {
    const nodes = await get(`/node.do?tree=-1&kind=${type}&depth=9`);
    const all = (list: { name: string; children?: [] }[]): string[] =>
      list.flatMap(({ name, children = [] }) => [name, ...all(children)]);
    return all([nodes].flat()).toSorted();
  };
  return {
    shown: { lake: await shown('lake'), german: await shown('see', 'de'), all: (await shown('')).length },
    folders: await names(101),
    keywords: await names(103),
  };
}

test('ResourceSpace: the table and its originals become assets with keywords and fields', async () => {
  const { shown, folders, keywords } = await imported('resourcespace-csv.mjs', {
    CSV: join(SAMPLES, 'resourcespace.csv'),
    FILES,
  });
  assert.deepEqual(shown.lake, [
    { id: 11, name: 'lake.svg', Title: 'The lake', Caption: 'Seen from the "Red House", at dawn' },
  ]);
  assert.equal(shown.all, 2);
  assert.deepEqual(
    [folders, keywords],
    [
      ['Document', 'Photo', 'ResourceSpace'],
      ['Autumn', 'Lakes'],
    ],
  );
});

test('ResourceSpace: the API is asked with signed queries, and gives the originals', async () => {
  const sample = sampleOf('resourcespace');
  await using system = await startSystem((_, query, { url = '' }) => {
    const [, signed = '', sign] = /\?(.*)&sign=(.*)$/.exec(url) ?? [];
    if (
      createHash('sha256')
        .update(KEY + signed)
        .digest('hex') !== sign ||
      query.get('user') !== 'ada'
    )
      return undefined;
    const answer = sample[query.get('function') ?? ''];
    return answer?.[query.get('resource') ?? query.get('ref') ?? ''] ?? answer;
  });
  const { shown, folders, keywords } = await imported('resourcespace-api.mjs', {
    API: `${system.url}api/`,
    RS_USER: 'ada',
    RS_KEY: KEY,
  });
  assert.deepEqual(shown.lake, [{ id: 11, name: 'lake.svg', Title: 'The lake' }]);
  assert.deepEqual([shown.all, folders, keywords], [2, ['Document', 'Photo', 'ResourceSpace'], ['Autumn', 'Lakes']]);
});

test('Omeka S: files of items have the properties of both, in their languages, and links to other sites are left out', async () => {
  const sample = sampleOf('omeka-s');
  await using system = await startSystem((path) => sample[path.replace('/api/', '')]);
  const { shown, folders, keywords } = await imported('omeka-s.mjs', { API: `${system.url}api` });
  assert.deepEqual(shown.lake, [{ id: 21, name: 'lake.svg', Title: 'The lake', Rights: 'CC BY 4.0' }]);
  assert.deepEqual(
    shown.german.map(({ Title }: { Title: string }) => Title),
    ['Der See'],
  );
  assert.deepEqual([shown.all, folders, keywords], [1, ['Omeka S', 'Views'], ['Autumn', 'Lakes']]);
});

test('Directus: files keep their folders, tags and focus, and a wrong token is said', async () => {
  const sample = sampleOf('directus');
  await using system = await startSystem((path, _, { headers }) => {
    if (headers.authorization !== 'Bearer secret') return undefined;
    return { data: sample[path.slice(1)] };
  });
  await using files = await startLocalServer(async (request, response) => {
    const { url = '', headers } = request;
    const id = /^\/assets\/([\w-]+)/.exec(url)?.[1];
    const file = sample.files.find((each: { id: string }) => each.id === id);
    if (file) return void response.end(readFileSync(join(FILES, file.filename_download)));
    const answer = await fetch(new URL(url, system.url), { headers: { authorization: headers.authorization ?? '' } });
    response.writeHead(answer.status).end(await answer.text());
  });
  const { shown, folders, keywords } = await imported('directus.mjs', { DIRECTUS: files.url, TOKEN: 'secret' });
  assert.deepEqual(shown.lake, [{ id: 1, name: 'lake.svg', Title: 'The lake', Location: 'Lake Ardena' }]);
  assert.deepEqual([shown.all, folders, keywords], [2, ['Archive', 'Directus', 'Views'], ['Autumn', 'Lakes']]);
  await assert.rejects(imported('directus.mjs', { DIRECTUS: files.url, TOKEN: 'other' }), /\/folders: 403 refused/);
});

test('CELUM: a table with collections, keywords and localized fields becomes a tree, and its dates count', async () => {
  const { shown, folders, keywords } = await imported('celum.mjs', { CSV: join(SAMPLES, 'celum.csv'), FILES });
  assert.deepEqual(shown.lake, [{ id: 4711, name: 'lake.svg', Title: 'The lake', Photographer: 'Ada L.' }]);
  assert.deepEqual(
    shown.german.map(({ Title }: { Title: string }) => Title),
    ['Der See'],
  );
  assert.deepEqual([shown.all, folders], [2, ['Archive', 'Houses', 'Press', 'Views']]);
  assert.deepEqual(keywords, ['Autumn', 'Lakes', 'Places', 'Season']);
});
