/** The reviews of an asset, over a service whose answers the test gives. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { until } from '../../core/test/support/until.ts';
import { startLocalServer } from '../../service/test/support/local-server.ts';
import type { Catalogue } from '../src/catalogue/catalogue.ts';
import './support/client-from-source.ts';

const { connect } = await import('@asset-browsing-service/client');
const { Reviews } = await import('../src/details/reviews.ts');

/** Opens reviews in pages of this size, of which there are two, and waits for the first request. */
async function openAnswered(maxPageSize: number) {
  const asked: { readonly page: string | null; readonly answer: (...comments: string[]) => Promise<void> }[] = [];
  const server = await startLocalServer((request, response) => {
    const answer = async (...comments: string[]) => {
      const data = { reviewList: comments.map((comment) => ({ reviewId: comment, comment })), averageRating: 0 };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ version: 2, status: 200, data, total: 2 }));
      if (!response.closed) await once(response, 'close');
    };
    asked.push({ page: new URL(request.url ?? '', 'http://local').searchParams.get('page'), answer });
  });
  const about = { maxPageSize } as unknown as Catalogue['about'];
  const reviews = new Reviews({ client: connect(server.url), about } as Catalogue, 7, () => {});
  await until(() => asked.length === 1);
  const comments = () => reviews.list.map(({ comment }) => comment);
  return { reviews, asked, comments, [Symbol.asyncDispose]: server[Symbol.asyncDispose] };
}

test('reviews that are loaded again are those of the last request, even if an earlier answer arrives later', async () => {
  await using opened = await openAnswered(100);
  const { reviews, asked, comments } = opened;
  const reloaded = reviews.reload();
  await until(() => asked.length === 2);
  await asked[1]?.answer('new');
  await reloaded;
  await asked[0]?.answer('old');
  assert.deepEqual([comments(), reviews.isBusy], [['new'], false]);
});

test('a request that takes long is sent again for the same page, and its first answer counts no more', async () => {
  await using opened = await openAnswered(1);
  const { reviews, asked, comments } = opened;
  await asked[0]?.answer('first');
  await until(() => !reviews.isBusy);
  assert.equal(reviews.hasMore, true);
  void reviews.more();
  await until(() => asked.length === 2);
  assert.equal(reviews.isBusy, true);
  const again = reviews.retry();
  await until(() => asked.length === 3);
  await asked[1]?.answer('late');
  // A review that somebody has written meanwhile has pushed the first one to this page.
  await asked[2]?.answer('first', 'second');
  await again;
  assert.deepEqual(comments(), ['first', 'second']);
  assert.deepEqual([reviews.hasMore, reviews.isBusy, reviews.failure], [false, false, undefined]);
  const pages = asked.map(({ page }) => page);
  assert.deepEqual(pages, [null, '2', '2']);
});
