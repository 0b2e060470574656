import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dayOf, lowerBound, readNotedDate, upperBound } from '../../src/domain/searched-dates.ts';

const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati', 'Africa/Casablanca');
const days = fc
  .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test('the three notations of a day mean the same day', () => {
  fc.assert(
    fc.property(days, zones, (iso, timeZone) => {
      const [year = '', month = '', day = ''] = iso.split('-');
      const [a, b, c] = [iso, `${Number(day)}.${month}.${year}`, `${Number(month)}/${day}/${year}`].map((text) => {
        const date = readNotedDate(text, { timeZone });
        return date?.kind === 'day' ? date.day.toString() : undefined;
      });
      assert.deepEqual([a, b, c], [iso, iso, iso]);
    }),
  );
});

test('a day reaches from its start to the last millisecond before the next, whatever the clocks do', () => {
  fc.assert(
    fc.property(days, zones, (iso, timeZone) => {
      const date = readNotedDate(iso, { timeZone });
      assert.ok(date);
      const from = lowerBound(date, timeZone).instant;
      const to = upperBound(date, timeZone).instant;
      const on = (instant: number) => dayOf({ kind: 'moment', epochMs: instant }, timeZone).toString();
      assert.deepEqual([on(from), on(to)], [iso, iso]);
      assert.notEqual(on(from - 1), iso);
      assert.notEqual(on(to + 1), iso);
      assert.equal(lowerBound(date, timeZone).day, Date.parse(iso));
    }),
  );
});

test('moments are read to the millisecond, with their zone or in the one given', () => {
  fc.assert(
    fc.property(fc.integer({ min: -30_000_000_000_000, max: 100_000_000_000_000 }), zones, (epochMs, timeZone) => {
      const moment = { kind: 'moment', epochMs };
      assert.deepEqual(readNotedDate(String(epochMs), { timeZone }), moment);
      assert.deepEqual(readNotedDate(new Date(epochMs).toISOString(), { timeZone }), moment);
      assert.deepEqual(
        readNotedDate(new Date(epochMs).toISOString().replace('Z', '+00:00').replace('T', ' '), { timeZone }),
        moment,
      );
    }),
  );
  assert.deepEqual(readNotedDate('2024-06-01T12:00', { timeZone: 'Europe/Berlin' }), {
    kind: 'moment',
    epochMs: Date.UTC(2024, 5, 1, 10),
  });
});

test('days and moments that do not exist are no dates, and no text is trouble', () => {
  for (const text of [
    '2024-02-30',
    '31.4.2024',
    '13/01/2024',
    '2024-13-01',
    '2024-01-01T25:00',
    '8640000000000000',
    '-8640000000000000',
    '',
  ]) {
    assert.equal(readNotedDate(text, { timeZone: 'America/New_York' }), undefined, text);
  }
  fc.assert(
    fc.property(fc.stringMatching(/^[-0-9.:/TZ+ ]{0,30}$/), zones, (text, timeZone) => {
      const date = readNotedDate(text, { timeZone });
      if (!date) return;
      assert.ok(Number.isFinite(lowerBound(date, timeZone).instant));
      assert.ok(Number.isFinite(upperBound(date, timeZone).day));
    }),
  );
});
