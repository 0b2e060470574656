import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isReversed, nextBoundaryOf, periodOf, validityOf } from '../../src/domain/validity.ts';

const at = (iso: string) => Date.parse(iso);

test('a day begins and ends in the time zone, a moment is one, and at the end validity is over', () => {
  const ends = [
    // In 2026, clocks in Berlin change on 29 March at 2:00, and in Santiago on 6 September at midnight.
    ['2026-03-29', 'Europe/Berlin', '2026-03-29T22:00Z'],
    ['2026-03-29', 'UTC', '2026-03-30T00:00Z'],
    ['2026-09-05', 'America/Santiago', '2026-09-06T04:00Z'],
    ['9999-12-31', 'UTC', '+010000-01-01T00:00Z'],
    ['2026-03-29T10:00:00', 'Europe/Berlin', '2026-03-29T08:00Z'],
    [at('2026-03-29T10:00Z'), 'Europe/Berlin', '2026-03-29T10:00Z'],
  ] as const;
  for (const [validUntil, zone, end] of ends) {
    assert.equal(periodOf({ validUntil }, zone).until, at(end), end);
    assert.equal(validityOf({ validUntil }, at(end) - 1, zone), 'valid');
    assert.equal(validityOf({ validUntil }, at(end), zone), 'expired');
    assert.equal(nextBoundaryOf({ validUntil }, at(end) - 1, zone), at(end));
    assert.equal(nextBoundaryOf({ validUntil }, at(end), zone), undefined);
  }
  const both = { validFrom: '2026-03-29', validUntil: '2026-03-29' };
  const [from, until] = [at('2026-03-28T23:00Z'), at('2026-03-29T22:00Z')];
  const states = [from - 1, from, until - 1, until].map((now) => [
    validityOf(both, now, 'Europe/Berlin'),
    nextBoundaryOf(both, now, 'Europe/Berlin'),
  ]);
  assert.deepEqual(states, [
    ['upcoming', from],
    ['valid', until],
    ['valid', until],
    ['expired', undefined],
  ]);
  assert.equal(validityOf({}, 0, 'UTC'), 'valid');
  assert.equal(nextBoundaryOf({}, 0, 'UTC'), undefined);
});

test('a beginning after the end is reversed, in the time zone; the same day or moment is not', () => {
  const cases = [
    ['2026-05-03', '2026-05-03', false],
    ['2026-05-04', '2026-05-03', true],
    [at('2026-05-03T10:00Z'), at('2026-05-03T10:00Z'), false],
    [at('2026-05-03T10:00Z'), '2026-05-03', false],
    // In Berlin this is the third already.
    ['2026-05-03', at('2026-05-02T23:00Z'), false],
    ['2026-05-03', at('2026-05-02T21:00Z'), true],
  ] as const;
  for (const [validFrom, validUntil, expected] of cases)
    assert.equal(isReversed({ validFrom, validUntil }, 'Europe/Berlin'), expected, `${validFrom} ${validUntil}`);
});
