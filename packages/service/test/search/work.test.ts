import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type AssetQuery, type Criterion, TooMuchWork } from '../../../columnar/src/search-index.ts';
import { importSample } from '../support/sample.ts';
import { openSearch } from './open-search.ts';

const opened = await openSearch();
after(() => opened[Symbol.asyncDispose]());
const { directory } = opened;
const bundle = join(directory, 'bundle');
mkdirSync(bundle);
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const FIELD = 100;
writeFileSync(
  join(bundle, 'catalogue.json'),
  JSON.stringify({
    languages: ['en'],
    default_language: 'en',
    info_fields: [{ id: FIELD, name: 'Title', type: 'text', on: ['asset'] }],
    assets: Array.from({ length: 200 }, (_, i) => ({
      id: i + 1,
      name: `n${i}.jpg`,
      extension: 'jpg',
      infofields: { [FIELD]: `the lake of ${LETTERS.map((letter) => `${letter}${i % 9}`).join(' ')}` },
    })),
  }),
);
await importSample(directory, bundle);
const viewer = await opened.viewerOf();

/** The result of a search with this limit of entries, or the number of entries it would read. */
const ask = (maxEntries: number, ...all: readonly Criterion[]) => askFor(maxEntries, { all });

async function askFor(maxEntries: number, criteria: Pick<AssetQuery, 'all' | 'otherwise'>) {
  const index = opened.openIndex({ maxEntries });
  const signal = new AbortController().signal;
  try {
    return (await index.find({ ...criteria, sort: [], locale: 'en', offset: 0, count: 9, viewer }, { signal })).total;
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
    return { entries: error.entries };
  }
}

function texts(words: string, field?: number): Criterion {
  const terms = words
    .split(' ')
    .map((word) => ({ words: word.replace('*', '').split('-'), isPrefix: word.endsWith('*'), isExcluded: false }));
  return { kind: 'text', terms, join: 'any', ...(field === undefined ? {} : { field }) };
}

const BEGINNINGS = LETTERS.map((letter) => `${letter}*`);

test('a single word, prefix, phrase or condition is answered, whatever it costs', async () => {
  for (const one of [texts('a*'), texts('a*', FIELD), texts('a-a*')])
    assert.equal(typeof (await ask(0, one)), 'number');
  assert.equal(typeof (await ask(0)), 'number');
  assert.equal(typeof (await ask(0, { kind: 'every', of: [texts('a*')] })), 'number');
});

/** Postings: 29 words and an extension of 200 assets, and 191 names that are no words of titles; without `l*`, the costliest. */
const ALL = 30 * 200 + 191 - 400;

test('short prefixes cost their postings, and a query above the limit is refused', async () => {
  assert.deepEqual(await ask(1, texts(BEGINNINGS.join(' '))), { entries: ALL });
  assert.equal(await ask(ALL, texts(BEGINNINGS.join(' '))), 200);
  assert.equal(await ask(0, texts('the')), 200);
  assert.equal(await ask(0, texts('zz* yy* the')), 200);
});

test('a prefix in a field and a phrase cost the texts that must be read', async () => {
  const conditions = BEGINNINGS.map((beginning) => texts(beginning, FIELD));
  for (const criteria of [
    conditions,
    [texts('the-lake lake-of the-of')],
    [{ kind: 'some', of: conditions } as const],
  ]) {
    const found = await ask(1, ...criteria);
    assert.ok(typeof found === 'object' && found.entries > 200 * 29 * 2, JSON.stringify(found));
  }
  assert.equal(await ask(1000, texts('zz-lake lake-zz the')), 200);
});

test('a fallback above the limit is skipped instead of refused', async () => {
  const otherwise = [texts(BEGINNINGS.join(' '))];
  assert.equal(await askFor(ALL, { all: [texts('zz')], otherwise }), 200);
  assert.equal(await askFor(ALL - 1, { all: [texts('zz')], otherwise }), 0);
  assert.equal(await askFor(0, { all: [texts('the')], otherwise }), 200);
});

test('a condition costs twice its assets', async () => {
  const later = (from: number): Criterion => ({ kind: 'range', of: 'uploaded', from });
  assert.deepEqual(await ask(1, later(0), later(1), later(2)), { entries: 2 * 2 * 200 });
  assert.equal(await ask(2 * 2 * 200, later(0), later(1), later(2)), 200);
});
