import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseQuery } from '../../src/api/query.ts';
import { withoutToken } from '../../src/http/metrics/request-log.ts';
import fc from '../support/fast-check.ts';

/** A name as a caller may write it, with characters percent-encoded or not, in either case. */
const spelt = (name: string) =>
  fc.tuple(...[...name].map((letter) => fc.constantFrom(...spellings(letter)))).map((letters) => letters.join(''));

function spellings(letter: string): readonly string[] {
  const code = letter.charCodeAt(0).toString(16);
  return [letter, `%${code}`, `%${code.toUpperCase()}`];
}

const other = fc.constantFrom('tree=1', 'img=a%20b', 'x', '=', 'tokens=1', '%zz', '');

test('whatever is read as a token is redacted in logs', () => {
  fc.assert(
    fc.property(fc.array(other), fc.oneof(spelt('token'), spelt('token[]')), fc.array(other), (before, name, after) => {
      const query = [...before, `${name}=S3CR3T`, ...after].join('&');
      assert.doesNotMatch(withoutToken(`/node.do?${query}`), /S3CR3T/);
      // The name is read as that of a token.
      assert.match([...parseQuery(`${name}=S3CR3T`).keys()].join(), /^token(?:\[\])?$/);
    }),
  );
});

test('a token in an address that is written wrongly is redacted, too', () => {
  for (const before of ['?x=1&amp;', '?x=1;', '?x=1#', '?x=1&amp;amp;', '#'])
    assert.equal(withoutToken(`/node.do${before}token=S3CR3T`), `/node.do${before}token=-`);
});

test('an address without token stays unchanged', () => {
  for (const url of ['/node.do?tree=1', '/node.do?tokens=1', '/a%20b?x=%74', '/node.do?nottoken=1', '/']) {
    assert.equal(withoutToken(url), url);
  }
});
