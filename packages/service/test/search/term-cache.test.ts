/** Which terms are cached, and that their memory has a limit. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openSnapshots } from '../../../columnar/src/snapshots.ts';
import { TERM_CACHE_LIMITS } from '../../../columnar/src/term-cache.ts';
import { viewerFor } from '../../../core/src/domain/permissions.ts';
import { assetOf } from './contract-samples.ts';
import { openSearch } from './open-search.ts';

const LIMITS = { ...TERM_CACHE_LIMITS, leastDocs: 2, leastShare: 0 };

const opened = await openSearch();
after(() => opened[Symbol.asyncDispose]());
await opened.writer.change(async (changes) => {
  for (let id = 1; id <= 40; id++) await changes.put('asset', assetOf(id, { name: `lake of ${id}.jpg` }));
});
const view = await opened.reach();
const { model } = await opened.catalogue.snapshot();

/** Returns a function that searches for a word in a search of its own. */
function openRequests(limits = LIMITS) {
  const snapshot = openSnapshots(limits)(view, model);
  const perspective = snapshot.perspective(viewerFor(model, { id: undefined, groups: [] }));
  const [segment] = snapshot.view.segments;
  assert.ok(segment);
  return (word: string) => {
    const term = { words: [word], isPrefix: false, isExcluded: false };
    return perspective.newScope().cachedTerm(segment.open, term);
  };
}

test('a word is cached from the second request', () => {
  const request = openRequests();
  assert.equal(request('lake'), undefined);
  const cached = request('lake');
  assert.equal(cached?.count, 40);
  assert.equal(request('lake'), cached);
});

test('a word that few assets have is never cached', () => {
  const request = openRequests();
  for (let times = 0; times < 4; times++) assert.equal(request('7'), undefined);
});

test('the least recently requested words are evicted first', () => {
  // Two words fit.
  const request = openRequests({ ...LIMITS, leastTimes: 1, bytes: 600 });
  const [lake, of] = [request('lake'), request('of')];
  assert.equal(request('lake'), lake);
  request('jpg');
  assert.equal(request('lake'), lake);
  assert.notEqual(request('of'), of);
});
