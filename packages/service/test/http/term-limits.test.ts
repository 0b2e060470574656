import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc, { codePoint, forRunsAsync } from '../../../core/test/support/fast-check.ts';
import { appForAll } from '../support/app.ts';

/** A text field of the catalogue. */
const FIELD = 100;

describe('the length of search texts', () => {
  const app = appForAll();
  const terms = (count: number, end = '') => Array.from({ length: count }, (_, i) => `w${i}${end}`).join(' ');
  const ask = async (parameters: Record<string, string>) => {
    const answer = await fetch(`${app.url}/node.do?${new URLSearchParams({ search: '', ...parameters })}`);
    return { status: answer.status, text: await answer.text() };
  };

  test('1,000 terms, 100 of them prefixes, are accepted', async () => {
    assert.equal((await ask({ search: terms(1000) })).status, 200);
    assert.equal((await ask({ search: `${terms(900)} ${terms(100, '*')}` })).status, 200);
    // Every term is a prefix where none is found as it stands.
    const { text } = await ask({ search: `${terms(999)} daw`, paginate: '1' });
    assert.match(text, /"total":1\b/);
  });

  test('any text for fields is answered or refused', () =>
    forRunsAsync(200, fc.string({ unit: codePoint, maxLength: 40 }), async (search_infofield) => {
      const { status, text } = await ask({ search_infofield });
      assert.ok(status === 200 || status === 400 || status === 404, text);
      assert.equal(JSON.parse(text).status, status);
    }));

  test('more are refused, in fields and in both together, too', async () => {
    for (const [parameters, told] of [
      [{ search: terms(1001) }, 'more than 1000 terms'],
      [{ search: terms(101, '*') }, 'more than 100 terms with *'],
      [{ search_infofield: `${FIELD},${terms(101, '*')}` }, 'more than 100 terms with *'],
      [{ search: terms(60, '*'), search_infofield: `${FIELD},${terms(60, '*')}` }, 'more than 100 terms with *'],
    ] as const) {
      const { status, text } = await ask(parameters);
      assert.equal(status, 400, text);
      assert.ok(text.includes(told), text);
    }
  });
});
