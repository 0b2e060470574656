import assert from 'node:assert/strict';
import { Agent, get } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { type Folder, type Service, sampleFolder, serve } from './service.ts';

const POSTS = 2000;
/** A busy machine is no fault. */
const LONGEST_MS = 180_000;

interface Review {
  readonly reviewId: string;
  readonly rating: number;
  readonly comment: string;
  readonly editable: boolean;
  readonly creator: { readonly userId: number };
  readonly lastModifiedDate?: string;
}
interface Envelope {
  readonly status: number;
  readonly data: { averageRating: number; reviewList: Review[]; serviceReview: Review };
}

/** A connection of its own for each request, which the system gives to any of the threads. */
const anyThread = new Agent({ keepAlive: false, maxSockets: 256 });

function ask(address: string, headers: Record<string, string> = {}): Promise<Envelope> {
  return new Promise((resolve, reject) => {
    get(address, { agent: anyThread, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve(JSON.parse(text)));
    }).on('error', reject);
  });
}

describe('reviews in several threads', () => {
  let folder: Folder;
  let service: Service;
  before(async () => {
    folder = await sampleFolder();
    const staff = { token: { verifier: 'static', tokens: [{ token: 'ada', user: 2 }, { token: 'one', user: 1 }] } }; // biome-ignore format: short
    const limited = { review: { perMinute: 2 } };
    const settings = {
      ABS_THREADS: '3',
      ABS_MAX_SEARCH_RESULTS: '100000',
      ABS_ENDPOINTS: JSON.stringify({ staff, limited }),
    };
    service = await serve(folder, settings, LONGEST_MS);
  });
  after(async () => {
    await service?.[Symbol.asyncDispose]();
    folder?.[Symbol.dispose]();
  });

  test('of 2,000 parallel posts none is lost, the mean is exact, and every thread shows them at once', async () => {
    const ratings = Array.from({ length: POSTS }, (_, place) => 1 + (place % 41) / 10);
    const posted = await Promise.all(
      ratings.map((rating, place) => ask(`${service.url}/review.do?post=1002&rating=${rating}&comment=n${place}`)),
    );
    assert.ok(posted.every(({ status }) => status === 200));
    const ids = new Set(posted.map(({ data }) => data.serviceReview.reviewId));
    assert.equal(ids.size, POSTS);
    const tenths = ratings.reduce((sum, rating) => sum + Math.round(rating * 10), 0);
    const mean = Math.floor((2 * tenths * 10 + POSTS) / (2 * POSTS)) / 100;
    for (const { data } of await Promise.all(
      Array.from({ length: 12 }, () => ask(`${service.url}/review.do?get=1002`)),
    )) {
      assert.equal(data.averageRating, mean);
      assert.deepEqual(new Set(data.reviewList.map(({ reviewId }) => reviewId)), ids);
      assert.equal(new Set(data.reviewList.map(({ comment }) => comment)).size, POSTS);
    }
  });

  test('what one thread took, the others show with the next request', async () => {
    for (let round = 0; round < 30; round += 1) {
      const { data } = await ask(`${service.url}/review.do?post=1004&rating=${1 + (round % 5)}`);
      const shown = await Promise.all(Array.from({ length: 6 }, () => ask(`${service.url}/review.do?get=1004`)));
      for (const each of shown) {
        assert.equal(each.data.reviewList[0]?.reviewId, data.serviceReview.reviewId);
        assert.equal(each.data.averageRating, data.averageRating);
      }
    }
  });

  test('a signed-in user who posts again changes his review, and nobody else’s', async () => {
    const ada = (query: string) => ask(`${service.url}/staff/review.do?${query}`, { authorization: 'Bearer ada' });
    const one = (query: string) => ask(`${service.url}/staff/review.do?${query}`, { authorization: 'Bearer one' });
    await ask(`${service.url}/review.do?post=1003&rating=1`);
    const first = (await ada('post=1003&rating=3&comment=Fine')).data.serviceReview;
    assert.equal(first.lastModifiedDate, undefined);
    const again = (await ada('post=1003&rating=5')).data;
    assert.equal(again.serviceReview.reviewId, first.reviewId);
    assert.equal(again.serviceReview.comment, 'Fine');
    assert.ok(again.serviceReview.lastModifiedDate);
    assert.equal(again.averageRating, 3);
    const { data } = await ada('get=1003');
    assert.deepEqual(
      data.reviewList.map(({ creator, rating, editable }) => [creator.userId, rating, editable]),
      [
        [2, 5, true],
        [1, 1, false],
      ],
    );
    assert.equal((await one('get=1003')).data.reviewList[0]?.editable, false);
  });

  test('parallel changes of one review leave one review', async () => {
    const headers = { authorization: 'Bearer ada' };
    const url = `${service.url}/staff/review.do`;
    const posted = await Promise.all(
      Array.from({ length: 60 }, (_, place) => ask(`${url}?post=1000&rating=${1 + (place % 5)}`, headers)),
    );
    assert.equal(new Set(posted.map(({ data }) => data.serviceReview.reviewId)).size, 1);
    const { data } = await ask(`${url}?get=1000`, headers);
    assert.equal(data.reviewList.length, 2);
    const own = data.reviewList.find(({ creator }) => creator.userId === 2);
    assert.equal(data.averageRating, Math.round(((own?.rating ?? 0) + 4.5) * 50) / 100);
  });

  test('a limit holds over all threads', async () => {
    const posts = Array.from({ length: 12 }, () => ask(`${service.url}/limited/review.do?post=1001&rating=2`));
    const statuses = (await Promise.all(posts)).map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, 200, ...Array(10).fill(429)]);
  });
});
