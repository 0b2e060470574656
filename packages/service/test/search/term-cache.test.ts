/** The memory of cached terms has a limit. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSnapshots } from '../../../columnar/src/snapshots.ts';
import { TERM_CACHE_LIMITS } from '../../../columnar/src/term-cache.ts';
import { viewerFor } from '../../../core/src/domain/permissions.ts';
import { assetOf } from './contract-samples.ts';
import { openSearch } from './open-search.ts';

test('the least recently requested words are evicted first', async () => {
  await using opened = await openSearch();
  await opened.writer.change(async (changes) => {
    for (let id = 1; id <= 40; id++) await changes.put('asset', assetOf(id, { name: `lake of ${id}.jpg` }));
  });
  const view = await opened.reach();
  const { model } = await opened.catalogue.snapshot();
  // Two words fit.
  const limits = { ...TERM_CACHE_LIMITS, minDocs: 2, minShare: 0, minTimes: 1, bytes: 600 };
  const snapshot = openSnapshots(limits)(view, model);
  const perspective = snapshot.perspective({ viewer: viewerFor(model, { id: undefined, groups: [] }) });
  const [segment] = snapshot.view.segments;
  assert.ok(segment);
  /** Searches for a word in a search of its own. */
  const request = (word: string) =>
    perspective.newScope().cachedTerm(segment.open, { words: [word], isPrefix: false, isExcluded: false });
  const [lake, of] = [request('lake'), request('of')];
  assert.equal(request('lake'), lake);
  request('jpg');
  assert.equal(request('lake'), lake);
  assert.notEqual(request('of'), of);
});
