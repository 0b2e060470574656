import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quote } from '../../../core/src/domain/errors.ts';
import { hideSecrets } from '../../../core/src/domain/secrets.ts';
import fc, { forAll } from '../../../core/test/support/fast-check.ts';
import { parseQuery } from '../../src/api/query.ts';

/** A name as a caller may write it, with characters percent-encoded or not, in either case. */
const spelt = (name: string, extra: (letter: string) => readonly string[] = () => []) =>
  fc
    .tuple(...[...name].map((letter) => fc.constantFrom(...spellings(letter), ...extra(letter))))
    .map((letters) => letters.join(''));

function spellings(letter: string): readonly string[] {
  const code = letter.charCodeAt(0).toString(16);
  return [letter, `%${code}`, `%${code.toUpperCase()}`];
}

/** Spellings that the service doesn't read. */
const wrong = (letter: string) => {
  const [high = '', low = ''] = letter.charCodeAt(0).toString(16);
  return [
    ...[letter.toUpperCase(), `%25${high}${low}`, `%2525${high}${low}`, `%25%3${high}${low}`, `${letter}%00`],
    `${letter}+`,
  ];
};

const other = fc.constantFrom('tree=1', 'img=a%20b', 'x', '=', 'tokens=1', '%zz', '');

test('whatever is read as a token or a signature is hidden', () => {
  const names = fc.oneof(...['token', 'token[]', 'signature'].map((name) => spelt(name)));
  forAll(fc.array(other), names, fc.array(other), (before, name, after) => {
    const query = [...before, `${name}=S3CR3T`, ...after].join('&');
    assert.doesNotMatch(hideSecrets(`/node.do?${query}`), /S3CR3T/);
    assert.match([...parseQuery(`${name}=S3CR3T`).keys()].join(), /^(?:token(?:\[\])?|signature)$/);
  });
});

test('a token or signature in an address that is written wrongly is hidden, too, in messages as well', () => {
  const before = '? ?x=1& ?x=1&amp; ?x=1; # / %3F %253f ?next=%2F%3Fa%3D1%26 ?access_'.split(' ');
  const after = '= %3D %253D %00= %5B0%5D= %20='.split(' ');
  const names = fc.oneof(spelt('token', wrong), spelt('signature', wrong));
  forAll(fc.constantFrom(...before), names, fc.constantFrom(...after), (start, name, sign) => {
    const address = `/node.do${start}${name}${sign}`;
    assert.equal(hideSecrets(`${address}S3CR3T&x=1`), `${address}-&x=1`);
    assert.doesNotMatch(quote(`${address}S3CR3T`), /S3CR3T/);
  });
});

test('a signature is hidden where an address has lost the letter before its name, or doubled those behind it', () => {
  for (const name of ['key=2026signature', 'key=2026&signatureature', 'key=2026&signsignature'])
    assert.equal(hideSecrets(`/asset.do?thumb=1&${name}=S3CR3T&x=1`), `/asset.do?thumb=1&${name}=-&x=1`);
});

test('the code of a PIN is hidden, however its address is written', () => {
  for (const path of ['/pin/', '/press/pin/', '/p%69n/', '/%2570in/', '/pin%2F', '//PIN//'])
    assert.equal(hideSecrets(`${path}C0DE?x=1`), `${path}-?x=1`);
});

test('a JSON Web Token is hidden, whatever its parameter is called', () => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2VjcmV0-_';
  for (const written of [token, token.replaceAll('.', '%2E'), token.replace('eyJ', '%65y%254A'), token.toUpperCase()])
    for (const before of ['/?jwt=', '/?tokens=', '/?a=1&bearer=', '/', '/?x=%22', '/?token=%20', '/?tok%u0065n='])
      assert.equal(hideSecrets(`${before}${written}&x=1`).replace(/token=-/, 'token=%20-'), `${before}-&x=1`);
  assert.equal(hideSecrets('/?search=eyjafjallajokull.a.b'), '/?search=-');
  assert.equal(hideSecrets('/?search=Heyja.b.c'), '/?search=Heyja.b.c');
});

test('an address without secrets stays unchanged', () => {
  for (const url of [
    ...['/node.do?tree=1', '/node.do?tokens=1', '/a%20b?x=%74', '/node.do?nottoken=1', '/', '/spin/1'],
    '%'.repeat(4000),
  ])
    assert.equal(hideSecrets(url), url);
});
