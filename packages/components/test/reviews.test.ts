import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startLocalServer } from '../../service/test/support/local-server.ts';
import { until } from '../../service/test/support/until.ts';
import type { Catalogue } from '../src/catalogue/catalogue.ts';
import './support/client-from-source.ts';

const { connect } = await import('@asset-browsing-service/client');
const { openReviews } = await import('../src/details/reviews.ts');

test('reviews that are loaded again are those of the last request, even if an earlier answer arrives later', async () => {
  const answers: ((comment: string) => void)[] = [];
  await using server = await startLocalServer((_request, response) => {
    answers.push((comment) => {
      const reviewList = [{ reviewId: comment, comment }];
      const data = { reviewList, averageRating: 0 };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ version: 2, status: 200, data, total: 1 }));
    });
  });
  const about = { maxPageSize: 100 } as unknown as Catalogue['about'];
  const reviews = openReviews({ client: connect(server.url), about } as Catalogue, 7, () => {});
  await until(() => answers.length === 1);
  const reloaded = reviews.reload();
  await until(() => answers.length === 2);
  answers[1]?.('new');
  await reloaded;
  answers[0]?.('old');
  const comments = reviews.list.map(({ comment }) => comment);
  assert.deepEqual(comments, ['new']);
  assert.equal(reviews.isBusy, false);
});

test('a request that takes long is sent again for the same page, and its first answer counts no more', async () => {
  const answers: { readonly page: string | null; readonly send: (comment: string) => void }[] = [];
  await using server = await startLocalServer((request, response) => {
    const send = (comment: string) => {
      const data = { reviewList: [{ reviewId: comment, comment }], averageRating: 0 };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ version: 2, status: 200, data, total: 2 }));
    };
    answers.push({ page: new URL(request.url ?? '', server.url).searchParams.get('page'), send });
  });
  const about = { maxPageSize: 1 } as unknown as Catalogue['about'];
  const reviews = openReviews({ client: connect(server.url), about } as Catalogue, 7, () => {});
  await until(() => answers.length === 1);
  answers[0]?.send('first');
  await until(() => !reviews.isBusy);
  assert.equal(reviews.hasMore, true);
  void reviews.more();
  await until(() => answers.length === 2);
  assert.equal(reviews.isBusy, true);
  const again = reviews.retry();
  await until(() => answers.length === 3);
  answers[1]?.send('late');
  answers[2]?.send('second');
  await again;
  assert.deepEqual(
    reviews.list.map(({ comment }) => comment),
    ['first', 'second'],
  );
  assert.deepEqual([reviews.hasMore, reviews.isBusy, reviews.failure], [false, false, undefined]);
  assert.deepEqual(
    answers.map(({ page }) => page),
    [null, '2', '2'],
  );
});
