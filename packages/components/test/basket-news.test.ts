import assert from 'node:assert/strict';
import { test } from 'node:test';
import { additionText } from '../src/basket/basket-news.ts';
import { EN_LATER } from '../src/texts/en-later.ts';
import { sayIn } from '../src/texts/texts.ts';

test('what is said of an addition explains each of its assets', () => {
  const say = sayIn('en', EN_LATER);
  const said = (total: number, added: number, leftOut: number) => additionText(say, { total, added, leftOut });
  const full = (taken: number, total: number) =>
    `${taken} of ${total} items were added. 1 was left out, because the basket holds at most 2,000.`;
  assert.equal(said(0, 0, 0), '');
  assert.equal(said(2, 0, 0), 'Already in the basket.');
  assert.equal(said(3, 2, 0), '2 items were added to the basket.');
  assert.equal(said(3, 2, 1), full(2, 3));
  assert.equal(said(10, 2, 1), `${full(2, 10)} 7 were already there.`);
  assert.equal(said(4, 2, 1), `${full(2, 4)} 1 was already there.`);
});
