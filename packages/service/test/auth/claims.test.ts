import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { forAll } from '../../../core/test/support/fast-check.ts';
import { identityOf, MAX_GROUPS } from '../../src/auth/claims.ts';

const NAMES = { userClaim: 'uid', groupsClaim: 'roles' };

test('IDs are numbers or texts of decimal digits', () => {
  forAll(fc.maxSafeNat(), fc.array(fc.maxSafeNat()), (user, groups) => {
    const unique = [...new Set(groups)];
    assert.deepEqual(identityOf({ uid: user, roles: groups }, NAMES), { user, groups: unique });
    assert.deepEqual(identityOf({ uid: String(user), roles: groups.map(String) }, NAMES), { user, groups: unique });
  });
});

test('a user is required, groups are not, and invalid groups are ignored', () => {
  const spellings = ['03', ' 3', '3 ', '+3', '3.0', '3e0', '0x3', '３', '-0', -0, Number.NaN, Infinity];
  for (const uid of [undefined, null, '', 'ada', '-1', -1, 1.5, '1.5', 2 ** 53, true, [3], {}, ...spellings])
    assert.equal(identityOf({ uid, roles: [1] }, NAMES), undefined, String(uid));
  assert.deepEqual(identityOf({ uid: 0 }, NAMES), { user: 0 });
  assert.deepEqual(identityOf({ uid: 0, roles: null }, NAMES), { user: 0 });
  assert.deepEqual(identityOf({ uid: 0, roles: {} }, NAMES), { user: 0, groups: [] });
  assert.deepEqual(identityOf({ uid: 0, roles: ['/staff', 5, '5'] }, NAMES), { user: 0, groups: [5] });
  const count = identityOf({ uid: 0, roles: Array.from({ length: 5000 }, (_, n) => n) }, NAMES)?.groups?.length;
  assert.equal(count, MAX_GROUPS);
});

test('inherited properties are no claims', () => {
  assert.equal(identityOf({}, { userClaim: 'length', groupsClaim: 'constructor' }), undefined);
  assert.deepEqual(identityOf({ uid: 1 }, { userClaim: 'uid', groupsClaim: 'constructor' }), { user: 1 });
});
