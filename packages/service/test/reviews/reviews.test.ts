import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { appForAll } from '../support/app.ts';
import { NOW } from '../support/sample.ts';

interface Review {
  readonly reviewId: string;
  readonly rating: number | null;
  readonly comment: string;
  readonly editable: boolean;
  readonly creator: { readonly userId: number };
  readonly lastModifiedDate?: string;
}
interface Envelope {
  readonly status: number;
  readonly message: string;
  readonly total: number;
  readonly data: { averageRating: number; reviewList: Review[]; serviceReview: Review };
}

const ADA = 'ada';
const OTHER_CALLER = { 'x-forwarded-for': '192.0.2.1' };
/** A token of the user that requests without a token act as. */
const SERVICE = 'one';

describe('reviews', () => {
  const tokens = [{ token: ADA, user: 2 }, { token: SERVICE, user: 1 }]; // biome-ignore format: short
  const endpoints = {
    staff: { token: { verifier: 'static', tokens } },
    usual: { review: { perMinute: 10 } },
    first: { review: { perMinute: 1 } },
    second: { review: { perMinute: 1 } },
  };
  const app = appForAll({
    ABS_REVIEW_PER_MINUTE: 0,
    ABS_TRUST_PROXY: '127.0.0.1',
    ABS_ENDPOINTS: JSON.stringify(endpoints),
  });

  async function ask(query: string, { at = '', token = '' } = {}): Promise<Envelope> {
    const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(`${app.url}${at}/review.do?${query}`, { headers });
    assert.equal(response.headers.get('cache-control'), 'no-store');
    return (await response.json()) as Envelope;
  }
  const staff = (query: string, token: string) => ask(query, { at: '/staff', token });

  test('each post creates a review, which its author may edit with a token, and only the newest rating of each user counts', async () => {
    const posted = [
      await staff('post=1002&rating=1&comment=First', ADA),
      await staff('post=1002&rating=5', ADA),
      await ask('post=1002&rating=2'),
      await ask('post=1002&rating=2'),
      await staff('post=1002&comment=Words', ADA),
      await staff('post=1002&rating=4', SERVICE),
    ];
    const averages = posted.map(({ data }) => data.averageRating);
    assert.deepEqual(averages, [1, 5, 3.5, 3, 3, 3.25]);
    assert.equal(new Set(posted.map(({ data }) => data.serviceReview.reviewId)).size, 6);
    const { data, total } = await staff('get=1002', ADA);
    assert.deepEqual([total, data.averageRating], [6, 3.25]);
    const shown = new Set(
      data.reviewList.map(({ creator, rating, editable }) => `${creator.userId} ${rating} ${editable}`),
    );
    assert.deepEqual(shown, new Set(['2 1 true', '2 5 true', '2 null true', '1 2 false', '1 4 false']));
    const editable = ({ data }: Envelope) =>
      data.reviewList.filter((each) => each.editable).map(({ rating }) => rating);
    assert.deepEqual(editable(await staff('get=1002', SERVICE)), [4]);
    assert.deepEqual(editable(await ask('get=1002')), []);
  });

  test('a comment of 10,000 characters of any script is accepted, and one more is refused', async () => {
    for (const comment of ['€'.repeat(10_000), '🌲'.repeat(10_000), '<'.repeat(10_000)]) {
      const { status, data, message } = await ask(`post=1001&comment=${encodeURIComponent(comment)}`);
      assert.equal(status, 200, message);
      assert.equal(data.serviceReview.comment, comment);
    }
    const { status, message } = await ask(`post=1001&comment=${encodeURIComponent('🌲'.repeat(10_001))}`);
    assert.deepEqual([status, message], [400, 'comment: has 10001 characters; at most 10000 are allowed']);
  });

  test('HEAD counts towards the limit, and base addresses share the count', async () => {
    const post = async (method: string, at: string) =>
      (await fetch(`${app.url}${at}/review.do?post=1001&rating=3`, { method, headers: OTHER_CALLER })).status;
    assert.equal(await post('HEAD', '/first'), 200);
    for (const at of ['/first', '/second'])
      for (const method of ['HEAD', 'GET']) assert.equal(await post(method, at), 429, `${method} ${at}`);
  });

  test('a page has 100 reviews by default, and a page with too many bytes is refused before it is read', async () => {
    await using writer = openCatalogueWriter({ directory: app.data });
    const long = '<'.repeat(10_000);
    await writer.change(async (c) => {
      for (let n = 0; n < 1200; n += 1)
        await c.putReview({
          asset: 1006,
          user: 1,
          date: NOW + n,
          isAnonymous: true,
          rating: 2,
          comment: `${n} ${long}`,
        });
    });
    const first = await ask('get=1006');
    assert.deepEqual([first.total, first.data.reviewList.length, first.data.averageRating], [1200, 100, 2]);
    assert.equal(first.data.reviewList[0]?.comment, `1199 ${long}`);
    const thirteenth = await ask('get=1006&page=12');
    assert.deepEqual(thirteenth.data.reviewList.map(({ comment }) => parseInt(comment, 10)), [...Array(100).keys()].reverse()); // biome-ignore format: short
    const { status, message } = await ask('get=1006&paginate=1000');
    const refusal = [status, message];
    assert.deepEqual(refusal, [400, 'paginate: the comments of "1000" reviews are larger than 8 MB; ask for fewer']);
    // 60,000 bytes each in the answer, so that 139 fit into 8 MB.
    assert.equal((await ask('get=1006&paginate=140')).status, 400);
    assert.equal((await ask('get=1006&paginate=139')).data.reviewList.length, 139);
  });
});
