import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CatalogueModel } from '../../../core/src/domain/catalogue-model.ts';
import { StoredPictures } from '../../../media/src/pictures/stored-pictures.ts';
import { planFor } from '../../../media/test/pictures/pictures.ts';
import type { Answer, PlainRequest } from '../../src/http/answer.ts';
import { openResponseCache } from '../../src/http/response-cache/response-cache.ts';
import { startApp } from '../support/app.ts';
import { readMetrics } from '../support/metrics.ts';

const SOURCE = { sha256: 'a', properties: { mediaType: 'text/plain', width: 0, height: 0, pages: 0 } };
const MODEL = { revision: 1 } as CatalogueModel;
const answer = (bytes: number): Answer => ({ status: 200, headers: { etag: '"a"' }, body: Buffer.alloc(bytes) });
const HOUR = { seconds: 3600, isForAnyOrigin: true } as const;

function request(query: string, headers: PlainRequest['headers'] = {}, method = 'GET'): PlainRequest {
  return { method, target: `/asset.do?${query}`, headers };
}

test('a repeated request has the same answer until the catalogue changes', () => {
  const responses = openResponseCache({ megabytes: 1 });
  const first = answer(10);
  responses.set(request('thumb=1'), MODEL, first, HOUR);
  assert.deepEqual(responses.get(request('thumb=1'), MODEL), first);
  assert.equal(responses.get(request('thumb=2'), MODEL), undefined);
  assert.equal(responses.get(request('thumb=1'), { revision: 2 } as CatalogueModel), undefined);
  assert.equal(responses.get(request('thumb=1'), MODEL), undefined);
});

test('an answer with absolute addresses is for callers who name the same origin and the same path before it', () => {
  const responses = openResponseCache({ megabytes: 1 });
  const asked = request('details=1');
  const places: readonly (readonly [origin: string | undefined, prefix: string, below: string])[] = [
    ['http://a.example', '', ''],
    ['http://forged.example', '', ''],
    [undefined, '', ''],
    ['http://a.example', '/dam', ''],
    // The same address from the outside, split in another place.
    ['http://a.example', '', '/dam'],
  ];
  const from = ([origin, prefix, below]: (typeof places)[number]): PlainRequest => ({
    ...asked,
    target: below + asked.target,
    place: () => ({ origin, prefix }),
  });
  const answers = places.map((_, n) => answer(n));
  for (const [n, place] of places.entries()) {
    assert.equal(responses.get(from(place), MODEL), undefined);
    responses.set(from(place), MODEL, answers[n] as Answer, { ...HOUR, isOfPlace: true });
  }
  const found = places.map((place) => responses.get(from(place), MODEL));
  assert.deepEqual(found, answers);
  assert.equal(responses.get(from(['http://b.example', '', '']), MODEL), undefined);
});

test('the least recently used answers are evicted first, and an answer set twice counts once', () => {
  let time = 0;
  const responses = openResponseCache({ megabytes: 1, now: () => time });
  const third = 340_000;
  for (const n of [1, 2, 2, 2, 3]) responses.set(request(`thumb=${n}`), MODEL, answer(third), HOUR);
  time += 2000;
  assert.ok(responses.get(request('thumb=1'), MODEL));
  responses.set(request('thumb=4'), MODEL, answer(third), HOUR);
  const kept = [1, 2, 3, 4].map((n) => responses.get(request(`thumb=${n}`), MODEL) !== undefined);
  assert.deepEqual(kept, [true, false, true, true]);
});

test('an answer whose bytes are in a file loses first its body and then its place', () => {
  const file = new StoredPictures({ directory: '/nowhere', version: '' }).fileOf(SOURCE, planFor());
  const responses = openResponseCache({ megabytes: 1 });
  const set = (n: number, bytes: number) =>
    responses.set(request(`thumb=${n}`), MODEL, { ...answer(bytes), file }, HOUR);
  const bodies = (...numbers: number[]) =>
    numbers.map((n) => {
      const { body, file: of } = responses.get(request(`thumb=${n}`), MODEL) ?? {};
      return [body === undefined ? 'none' : 'kept', of === file];
    });
  for (const n of [1, 2, 3, 4]) set(n, 340_000);
  assert.deepEqual(bodies(1, 2, 3, 4), [
    ['none', true],
    ['kept', true],
    ['kept', true],
    ['kept', true],
  ]);
  assert.ok(responses.figures().bytes < 2 ** 20);
  for (let n = 5; n < 1000; n++) set(n, 340_000);
  assert.deepEqual(bodies(1, 999), [
    ['none', false],
    ['kept', true],
  ]);
  assert.ok(responses.figures().bytes < 2 ** 20);
});

test('an answer of an older revision is not cached, and evicts nothing', () => {
  const responses = openResponseCache({ megabytes: 1 });
  const newer = { revision: 2 } as CatalogueModel;
  responses.set(request('thumb=1'), newer, answer(10), HOUR);
  responses.set(request('thumb=2'), MODEL, answer(10), HOUR);
  assert.ok(responses.get(request('thumb=1'), newer));
  assert.equal(responses.get(request('thumb=2'), newer), undefined);
});

test('an answer that is too large evicts nothing', () => {
  const responses = openResponseCache({ megabytes: 1 });
  responses.set(request('thumb=1'), MODEL, answer(10), HOUR);
  responses.set(request('thumb=2'), MODEL, answer(2 ** 20), HOUR);
  assert.ok(responses.get(request('thumb=1'), MODEL));
  assert.equal(responses.get(request('thumb=2'), MODEL), undefined);
  responses.clear();
  assert.equal(responses.get(request('thumb=1'), MODEL), undefined);
});

test('an answer that depends on Origin is served only to requests without one', () => {
  const responses = openResponseCache({ megabytes: 1 });
  responses.set(request('thumb=1'), MODEL, answer(10), { ...HOUR, isForAnyOrigin: false });
  assert.ok(responses.get(request('thumb=1'), MODEL));
  assert.equal(responses.get(request('thumb=1', { origin: 'https://a.example' }), MODEL), undefined);
  responses.set(request('thumb=2'), MODEL, answer(10), HOUR);
  assert.ok(responses.get(request('thumb=2', { origin: 'https://a.example' }), MODEL));
});

test('an answer stays cached for at least 89 % of its maximum age and never longer', () => {
  const clock = { now: 0 };
  const responses = openResponseCache({ megabytes: 1, now: () => clock.now });
  responses.set(request('thumb=1'), MODEL, answer(10), { seconds: 100, isForAnyOrigin: true });
  clock.now = 89_000;
  assert.ok(responses.get(request('thumb=1'), MODEL));
  clock.now = 100_001;
  assert.equal(responses.get(request('thumb=1'), MODEL), undefined);
});

test('an answer that could be given for under a second is not cached', () => {
  const clock = { now: 0 };
  const responses = openResponseCache({ megabytes: 1, clock: () => clock.now });
  const kept = [500, 999, 1000, 1500].filter((until) => {
    responses.set(request(`thumb=${until}`), MODEL, answer(10), { ...HOUR, holds: { since: 0, until } });
    return responses.get(request(`thumb=${until}`), MODEL) !== undefined;
  });
  assert.deepEqual([kept, responses.figures().entries], [[1000, 1500], 2]);
  clock.now = 1200;
  assert.deepEqual(
    kept.map((until) => responses.get(request(`thumb=${until}`), MODEL) !== undefined),
    [false, true],
  );
});

test('over HTTP, known parameters and aliases are cached, and unknown names bypass the cache', async () => {
  await using app = await startApp();
  const answered = async () => (await readMetrics(app.url)).get('abs_response_cache_hits_total');
  const ask = async (query: string) => {
    const response = await fetch(app.url + query);
    assert.equal(response.status, 200);
    await response.arrayBuffer();
  };
  let count = 0;
  for (const query of ['suggest=r&kind=101', 'suggest=r&nodeTypeId=101', 'suggest=r&locale=de', 'suggest=r&img=x']) {
    await ask(`/node.do?${query}`);
    await ask(`/node.do?${query}`);
    count += 1;
    assert.equal(await answered(), count, query);
  }
  for (const name of ['toString', 'constructor', '__proto__', 'hasOwnProperty', 'nothing', '_']) {
    await ask(`/node.do?suggest=r&${name}=x`);
    await ask(`/node.do?suggest=r&${name}=x`);
    assert.equal(await answered(), count, name);
  }
});

test('answers by address get three quarters of the memory for caches', async () => {
  await using app = await startApp({ ABS_CACHE_MEGABYTES: 1, ABS_THREADS: 1 });
  for (let n = 0, evicted = false; !evicted; n += 1) {
    await (await fetch(`${app.url}/node.do?search=&extended=true&img=${n}`)).bytes();
    if (n % 50 < 49) continue;
    const metrics = await readMetrics(app.url);
    evicted = (metrics.get('abs_response_cache_entries') ?? 0) <= n;
    const quarters = (metrics.get('abs_response_cache_bytes') ?? 0) / 2 ** 18;
    assert.ok(quarters <= 3, `${quarters} after ${n}`);
    if (evicted) assert.ok(quarters > 2.9, `${quarters} after ${n}`);
  }
});
