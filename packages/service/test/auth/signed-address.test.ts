import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { ApiError } from '../../../core/src/domain/errors.ts';
import fc, { forAll } from '../../../core/test/support/fast-check.ts';
import { endOfDay, refuseExpired, signTarget, verifyTarget } from '../../src/auth/signed-address.ts';

const keyOf = (id: string) => ({ id, secret: Buffer.from(id.repeat(40)).toString('base64') });
const KEY = keyOf('2026');
const AS = { user: 7, groups: [3, 12], expires: 1_790_000_000 };

/** As any other program signs, whatever it is. */
const signed = (text: string, { id, secret } = KEY) =>
  `${text}&key=${id}`.replace(
    /.*/s,
    (all) => `${all}&signature=${createHmac('sha256', Buffer.from(secret, 'base64')).update(all).digest('base64url')}`,
  );
const isRefused = (target: string, keys = [KEY]) =>
  assert.throws(() => verifyTarget(target, keys), { code: 'signature_invalid' }, target);

test('a signed address is read as the user, groups and time that it names', () => {
  const address = fc.stringMatching(/^\/[a-z./]{0,20}\?[a-z]{1,5}=[\w%.~+,:;@$/?!*()-]{0,30}$/);
  const users = fc.record({
    user: fc.nat(),
    expires: fc.nat(),
    groups: fc.option(fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 5 }), { nil: undefined }),
  });
  forAll(address, users, (target, { groups, ...rest }) => {
    const as = { ...rest, ...(groups && { groups }) };
    fc.pre(!/\/\.{1,2}[/?]/.test(target) && !/^\/\/|[?](?:user|groups|key)=/.test(target));
    assert.deepEqual(verifyTarget(signTarget(target, as, KEY), [keyOf('2025'), KEY]), as);
  });
  const groups = Array.from({ length: 1000 }, (_, id) => id);
  assert.equal(verifyTarget(signTarget('/a?b', { ...AS, groups }, KEY), [KEY]).groups?.length, 1000);
});

test('the end of a signed address is as it is written down for other programs', () => {
  const end = '&user=7&groups=3,12&expires=1790000000&key=2026&signature=';
  const target = signTarget('/press/asset.do?picture=5&width=800', AS, KEY);
  assert.equal(target, signed('/press/asset.do?picture=5&width=800&user=7&groups=3,12&expires=1790000000'));
  assert.ok(
    target.startsWith(`/press/asset.do?picture=5&width=800${end}`) &&
      target.length - target.indexOf(end) === end.length + 43,
  );
});

test('any other byte, and any other form of the end, is refused', () => {
  const target = signTarget('/asset.do?preview=5&img=a-b%2D.jpg', AS, KEY);
  forAll(fc.nat(target.length - 1), fc.constantFrom('', 'x', '%', '&', '=', '\0', '\u00ff'), (at, letter) => {
    fc.pre(target[at] !== letter);
    isRefused(target.slice(0, at) + letter + target.slice(at + 1));
    if (letter !== '') isRefused(target.slice(0, at) + letter + target.slice(at));
  });
  const [, signature = ''] = target.split('&signature=');
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  // The last letter has two bits that stand for nothing.
  for (const last of letters) if (!signature.endsWith(last)) isRefused(target.slice(0, -1) + last);
  for (const behind of ['=', '&', '&x=1', '&signature=', `&signature=${signature}`, '\n', '#', '%3D'])
    isRefused(target + behind);
  for (const before of ['/press', '/', '//', 'http://localhost']) isRefused(before + target);
  isRefused(target.replaceAll('-', '%2D'));
  isRefused(target.replace('%2D', '%2d'));
  isRefused(target.replace(',', '%2C'));
  isRefused(target.replace('&signature=', '&%73ignature='));
  isRefused(target.replace('&signature=', `&signature=&signature=`));
  isRefused(target, []);
  isRefused(target, [{ ...KEY, secret: keyOf('2025').secret }]);
  isRefused(target, [{ ...KEY, id: '2025' }]);
});

test('an address that a key has signed in another form is refused, too', () => {
  const start = '/asset.do?preview=5';
  const ends = [
    '&expires=1&user=7 &user=7 &expires=1 &user=7&expires=1&groups=3 &groups=3&user=7&expires=1 &user=7&groups=3%2C4&expires=1',
    '&user=7&user=7&expires=1 &user=7&expires=1&expires=1 &groups=3&user=7&groups=3&expires=1 &key=2026&user=7&expires=1',
    '&us%65r=1&user=7&expires=1 &signature=x&user=7&expires=1 &user=7&groups=&expires=1 &user=7&groups=3,&expires=1',
    '&user=7&groups=03&expires=1 &user=07&expires=1 &user=-7&expires=1 &user=7.0&expires=1 &user=%37&expires=1',
    '&user=&expires=1 &user=x&expires=1 &user=9007199254740993&expires=1 &user=7&expires=1&x=1',
  ].flatMap((line) => line.split(' '));
  const times = ['1e3', '0x10', '-1', '+1', '01', '1.0', '', 'NaN', '%31', ' 1'].map(
    (time) => `&user=7&expires=${time}`,
  );
  for (const end of [...ends, ...times, `&user=7&groups=${'1,'.repeat(1000)}1&expires=1`])
    isRefused(signed(start + end));
  assert.equal(verifyTarget(signed(`${start}&user=7&expires=1`), [KEY]).user, 7);
  const paths = [
    ...['/asset.do', '/asset.do?', '?preview=5', 'asset.do?preview=5', '//a/b?c', '/a/../b?c', '/a?b#c', '/a?b=ä'],
  ];
  for (const target of [...paths, "/a?b='", '/a?b=c d', '/a?user=3', '/a?b&us%65r=3'])
    assert.throws(() => signTarget(target, AS, KEY), RangeError, target);
});

test('an address counts from now up to its end, and not if that is too far ahead', () => {
  const codeAt = (now: number, expires: number) => {
    try {
      refuseExpired({ user: 1, expires }, { now, maxDays: 2 });
      return 'valid';
    } catch (error) {
      return error instanceof ApiError ? error.code : error;
    }
  };
  const day = 86_400;
  const seconds = [-1, 0, 1, 2 * day, 2 * day + 1, 2 ** 53, 1e20];
  const codes = seconds.map((ahead) => codeAt(1_000_000_000_000, 1_000_000_000 + ahead));
  assert.deepEqual(
    codes.map((code) => code === 'valid'),
    [false, false, true, true, false, false, false],
  );
  assert.deepEqual([codes[0], codes[4], codes[6]], Array(3).fill('signature_expired'));
  assert.equal(codeAt(1_000_000_000_999, 1_000_000_001), 'valid');
});

test('the end of a day is that of UTC, and never too far ahead', () => {
  const now = Date.parse('2026-03-20T12:00:00Z');
  const end = (days: number, maxDays: number) => new Date(endOfDay(now, days, maxDays) * 1000).toISOString();
  assert.equal(end(2, 30), '2026-03-23T00:00:00.000Z');
  assert.equal(end(2, 1), '2026-03-21T00:00:00.000Z');
  assert.equal(end(29, 30), '2026-04-19T00:00:00.000Z');
});
