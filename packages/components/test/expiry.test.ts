import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { expiryOf } from '../src/expiry/expiry.ts';
import { expiryNote } from '../src/expiry/expiry-note.ts';
import { loadTexts } from '../src/texts/texts.ts';

const DAY = 86_400_000;
const ZONE = process.env['TZ'];
const ZONES = ['UTC', 'America/Los_Angeles', 'Pacific/Auckland'];

/** Moves this process, and so the person, into a time zone. */
function moveTo(zone: string): void {
  process.env['TZ'] = zone;
}

afterEach(() => {
  if (ZONE === undefined) delete process.env['TZ'];
  else process.env['TZ'] = ZONE;
});

const at = (time: string) => Date.parse(time);
const isExpired = (until: string, now: string) => expiryOf({ valid_until: at(until) }, at(now), 'UTC')?.isExpired;

test('an asset with a time has expired from this time on, in every time zone', () => {
  for (const zone of ZONES) {
    moveTo(zone);
    assert.equal(isExpired('2026-05-03T10:00:00Z', '2026-05-03T09:59:59.999Z'), false);
    assert.equal(isExpired('2026-05-03T10:00:00Z', '2026-05-03T10:00:00Z'), true);
  }
});

test('an asset with a day may be used on this day, which ends at the midnight of the person', () => {
  const ends = {
    UTC: '2026-05-04T00:00Z',
    'America/Los_Angeles': '2026-05-04T07:00Z',
    'Pacific/Auckland': '2026-05-03T12:00Z',
  };
  for (const [zone, end] of Object.entries(ends)) {
    moveTo(zone);
    assert.equal(expiryOf({ valid_until: at('2026-05-03') }, at(end) - 1, 'UTC')?.isExpired, false, zone);
    assert.equal(expiryOf({ valid_until: at('2026-05-03') }, at(end), 'UTC')?.isExpired, true, zone);
  }
});

test('an expiry is told from 30 days before it, and not earlier', () => {
  const valid_until = at('2026-05-03T10:00:00Z');
  assert.equal(expiryOf({ valid_until }, valid_until - 30 * DAY - 1, 'UTC'), undefined);
  assert.equal(expiryOf({ valid_until }, valid_until - 30 * DAY, 'UTC')?.isExpired, false);
});

test('the last day is that of the time zone of the person', () => {
  const lastDayOf = (until: string, service = 'UTC') =>
    new Date(expiryOf({ valid_until: at(until) }, at('2026-05-01'), service)?.lastDay ?? 0).toDateString();
  for (const zone of ZONES) {
    moveTo(zone);
    assert.equal(lastDayOf('2026-05-03'), 'Sun May 03 2026', zone);
    // In the time zone of the service another instant is the start of a day.
    assert.equal(lastDayOf('2026-05-02T22:00:00Z', 'Europe/Berlin'), 'Sun May 03 2026', zone);
    const atMidnight = expiryOf({ valid_until: at('2026-05-03') }, at('2026-05-03'), 'Europe/Berlin');
    assert.equal(atMidnight?.isExpired, true, zone);
  }
  // A system of this time zone writes the end of 3 May as the midnight after it.
  moveTo('Europe/Berlin');
  assert.equal(lastDayOf('2026-05-03T22:00:00Z'), 'Sun May 03 2026');
});

test('only an asset that has expired has a badge', async () => {
  const say = await loadTexts('de');
  const noteOf = (until: string) =>
    expiryNote({ say, locale: 'de', about: { timeZone: 'UTC' } }, { valid_until: at(until) }, at('2026-05-10'));
  assert.equal(noteOf('2026-05-03')?.text, 'Abgelaufen');
  assert.notEqual(noteOf('2026-05-03')?.badge, undefined);
  assert.equal(noteOf('2026-05-20')?.text, 'Gültig bis 20.05.2026');
  assert.equal(noteOf('2026-05-20')?.badge, undefined);
});

test('an asset without an end, or with one that cannot be read, has no expiry', () => {
  const { NaN: none, POSITIVE_INFINITY, NEGATIVE_INFINITY } = Number;
  const unread = [undefined, null, none, POSITIVE_INFINITY, NEGATIVE_INFINITY, -9e15, 9e15, '2020-01-01', ''];
  for (const valid_until of unread)
    assert.equal(
      expiryOf({ valid_until } as { valid_until: number }, at('2026-05-03'), 'UTC'),
      undefined,
      String(valid_until),
    );
  assert.equal(expiryOf({ valid_until: 0 }, at('2026-05-03'), 'UTC')?.isExpired, true);
});
