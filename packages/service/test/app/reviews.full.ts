import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { type Folder, type Service, sampleFolder, serve } from './breakable-service.ts';

const POSTS = 2000;

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
  readonly code?: string;
  readonly total: number;
  readonly data: { averageRating: number; reviewList: Review[]; serviceReview: Review };
}

/** Each request gets a connection of its own, which the system may give to any thread. */
const anyThread = new Agent({ keepAlive: false, maxSockets: 256 });

async function ask(address: string, headers: Record<string, string> = {}): Promise<Envelope> {
  const request = get(address, { agent: anyThread, headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return (await json(response)) as Envelope;
}

/** Posts a review, again as long as the service is too busy to store it. */
async function post(address: string): Promise<Envelope> {
  for (;;) {
    const answer = await ask(address);
    if (answer.code !== 'overloaded') return answer;
  }
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
      ABS_REVIEW_PER_MINUTE: '0',
      ABS_ENDPOINTS: JSON.stringify({ staff, limited }),
    };
    service = await serve(folder, settings);
  });
  after(async () => {
    await service?.[Symbol.asyncDispose]();
    folder?.[Symbol.dispose]();
  });

  test('2,000 parallel posts are all stored, the mean is exact, and every thread shows them at once', async () => {
    const ratings = Array.from({ length: POSTS }, (_, place) => 1 + (place % 41) / 10);
    const posted = await Promise.all(
      ratings.map((rating, place) => post(`${service.url}/review.do?post=1002&rating=${rating}&comment=n${place}`)),
    );
    const refused = posted.filter(({ status }) => status !== 200);
    assert.deepEqual(refused, []);
    const ids = new Set(posted.map(({ data }) => data.serviceReview.reviewId));
    assert.equal(ids.size, POSTS);
    const tenths = ratings.reduce((sum, rating) => sum + Math.round(rating * 10), 0);
    const mean = Math.floor((2 * tenths * 10 + POSTS) / (2 * POSTS)) / 100;
    const pages = await Promise.all(
      Array.from({ length: 12 }, (_, n) => ask(`${service.url}/review.do?get=1002&paginate=1000&page=${1 + (n % 2)}`)),
    );
    for (const { data, total } of pages) assert.deepEqual([data.averageRating, total], [mean, POSTS]);
    const shown = pages.flatMap(({ data }) => data.reviewList);
    assert.deepEqual(new Set(shown.map(({ reviewId }) => reviewId)), ids);
    assert.equal(new Set(shown.map(({ comment }) => comment)).size, POSTS);
  });

  test('parallel edits of one review leave one review, and every thread shows the last edit', async () => {
    const headers = { authorization: 'Bearer ada' };
    const url = `${service.url}/staff/review.do`;
    const { reviewId } = (await ask(`${url}?post=1000&rating=1`, headers)).data.serviceReview;
    const posted = await Promise.all(
      Array.from({ length: 60 }, (_, place) =>
        ask(`${url}?post=1000&rating=${1 + (place % 5)}&review=${reviewId}`, headers),
      ),
    );
    assert.deepEqual(new Set(posted.map(({ data }) => data.serviceReview.reviewId)), new Set([reviewId]));
    await ask(`${url}?post=1000&rating=3.5&review=${reviewId}`, headers);
    for (const { data, total } of await Promise.all(Array.from({ length: 6 }, () => ask(`${url}?get=1000`, headers)))) {
      const own = data.reviewList.find((each) => each.reviewId === reviewId);
      assert.deepEqual([own?.rating, own?.editable, data.averageRating, total], [3.5, true, 4, 2]);
    }
  });

  test('all threads share a limit', async () => {
    const posts = Array.from({ length: 12 }, () => ask(`${service.url}/limited/review.do?post=1001&rating=2`));
    const statuses = (await Promise.all(posts)).map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, 200, ...Array(10).fill(429)]);
  });
});
