import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Dictionaries } from '../src/dictionaries.ts';
import type { PublishedView } from '../src/indexer.ts';
import { IndexBehind } from '../src/search-index.ts';
import { openViews } from '../src/views.ts';

const { signal } = new AbortController();

function viewOf(revision: number): PublishedView {
  const dictionaries = new Dictionaries().values();
  const nodes = { numbering: 1, nodeIds: new Float64Array(0) };
  return {
    base: 1,
    revision,
    segments: [],
    ...nodes,
    dictionaries,
    places: {},
    wordCount: 0,
    documents: 0,
    documentWords: 0,
  };
}

/** An index whose answers the test provides, in the order of the requests. */
function answeredByHand() {
  const asked: PromiseWithResolvers<PublishedView | undefined>[] = [];
  const reach = () => {
    const answer = Promise.withResolvers<PublishedView | undefined>();
    asked.push(answer);
    return answer.promise;
  };
  return { asked, reach };
}

test('a query waits for its own revision even if an older view is pending', async () => {
  const { asked, reach } = answeredByHand();
  await using views = openViews(reach, { waitSeconds: 600 });
  const first = views.reach(1, { signal });
  const second = views.reach(2, { signal });
  asked[0]?.resolve(viewOf(1));
  assert.equal((await first).revision, 1);
  while (asked.length < 2) await Promise.resolve();
  asked[1]?.resolve(viewOf(3));
  assert.deepEqual([(await second).revision, (await views.reach(3, { signal })).revision], [3, 3]);
  assert.equal(asked.length, 2, 'what is there is not asked for');
});

test('an index that does not catch up causes an error of its own', async () => {
  const { asked, reach } = answeredByHand();
  await using views = openViews(reach, { waitSeconds: 0.05 });
  const first = views.reach(1, { signal });
  asked[0]?.resolve(viewOf(1));
  await first;
  await assert.rejects(async () => views.reach(2, { signal }), IndexBehind);
  asked[1]?.resolve(viewOf(2));
});

test('a failure of the index rejects the query, and the next query tries again', async () => {
  const { asked, reach } = answeredByHand();
  await using views = openViews(reach, { waitSeconds: 600 });
  const first = views.reach(1, { signal });
  asked[0]?.resolve(viewOf(1));
  await first;
  const second = views.reach(2, { signal });
  const trouble = new Error('no memory');
  asked[1]?.reject(trouble);
  await assert.rejects(
    async () => second,
    (error) => error instanceof IndexBehind && error.cause === trouble,
  );
  const third = views.reach(2, { signal });
  asked[2]?.resolve(viewOf(2));
  assert.equal((await third).revision, 2);
});

test('an aborted query does not wait', async () => {
  const { asked, reach } = answeredByHand();
  await using views = openViews(reach, { waitSeconds: 600 });
  const first = views.reach(1, { signal });
  asked[0]?.resolve(viewOf(1));
  await first;
  const controller = new AbortController();
  const second = views.reach(2, { signal: controller.signal });
  const reason = new Error('the client left');
  controller.abort(reason);
  await assert.rejects(
    async () => second,
    (error) => error === reason,
  );
  asked[1]?.resolve(viewOf(2));
});
