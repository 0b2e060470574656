import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { startApp } from '../support/app.ts';
import { openForAll } from '../support/open-for-all.ts';
import { NOW } from '../support/sample.ts';
import { abs as runProgram } from './copy-world.ts';

/** The ID of the sample's review. */
const FIRST = '737b905c-12fa-885a-944f-5b38bbc82d1f';

describe('abs reviews', () => {
  const app = openForAll(() => startApp());
  before(async () => {
    await using writer = openCatalogueWriter({ directory: app.data });
    await writer.change(async (c) => {
      const comment = `\u001b[2JA\nlong \u202e${'😀'.repeat(200)}`;
      await c.putReview({ asset: 1002, user: 2, date: NOW, isAnonymous: false, rating: 3.5, comment });
      await c.putReview({ asset: 1002, user: 1, date: '2026-03-20T11:59:30', isAnonymous: true, comment: 'Words' });
    });
  });

  const abs = (...args: readonly string[]) => runProgram(['reviews', ...args], { ABS_DATA: app.data });

  const shown = async (asset: number) => {
    const response = await fetch(`${app.url}/review.do?get=${asset}`);
    const { data } = (await response.json()) as {
      data: { averageRating: number; reviewList: { readonly reviewId: string }[] };
    };
    return { mean: data.averageRating, ids: data.reviewList.map(({ reviewId }) => reviewId) };
  };

  test('lists one review per line, the newest first, without control characters', async () => {
    const { status, stdout } = await abs('list');
    assert.equal(status, 0);
    const [head = '', ...lines] = stdout.trimEnd().split('\n');
    assert.match(head, /^ID +DATE +ASSET +USER +RATING +COMMENT$/);
    const ids = [...(await shown(1002)).ids, FIRST];
    const cells = lines.map((line) => line.split(/ {2,}/));
    assert.deepEqual(cells, [
      [ids[0], '2026-03-20T12:00Z', '1002', '2', '3.5', ` [2JA long ${'😀'.repeat(89)}…`.trim()],
      [ids[1], '2026-03-20T11:59', '1002', '-', '-', 'Words'],
      [FIRST, '2026-01-01T00:00Z', '1000', '-', '4.5', 'Fine'],
    ]);
  });

  test('deletes a review from the next answer of a running server, and records it in the audit log', async () => {
    assert.deepEqual(await shown(1000), { mean: 4.5, ids: [FIRST] });
    assert.equal((await abs('delete', FIRST.toUpperCase())).status, 0);
    assert.deepEqual(await shown(1000), { mean: 0, ids: [] });
    assert.match(readFileSync(join(app.data, 'audit.log'), 'utf8'), /"review_deleted".*"asset":1000/);
    const again = await abs('delete', FIRST);
    assert.deepEqual([again.status, again.stderr], [1, `abs reviews: there is no review ${FIRST}\n`]);
  });

  test('other subcommands are refused, and no catalogue is created', async () => {
    for (const args of [[], ['show'], ['delete'], ['list', FIRST], ['delete', FIRST, FIRST]])
      assert.equal((await abs(...args)).status, 2, args.join(' '));
    const none = join(app.data, 'none');
    assert.deepEqual([(await abs('list', '--data', none)).status, existsSync(none)], [1, false]);
  });
});
