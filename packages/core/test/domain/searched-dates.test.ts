import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instantOf } from '../../src/domain/dates.ts';
import { daysOf, lowerBound, readWrittenDate, type SearchedDate, upperBound } from '../../src/domain/searched-dates.ts';
import fc, { forAll } from '../support/fast-check.ts';

const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati', 'Africa/Casablanca');
const days = fc
  .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test('all notations of a day mean the same day, with or without leading zeros', () => {
  forAll(days, zones, (iso, timeZone) => {
    const [year = '', month = '', day = ''] = iso.split('-');
    const written = [
      iso,
      `${year}-${Number(month)}-${Number(day)}`,
      year + month + day,
      `${Number(day)}.${month}.${year}`,
      `${Number(month)}/${day}/${year}`,
    ];
    for (const text of written)
      assert.deepEqual(daysIn(readWrittenDate(text, { timeZone }), timeZone), [iso, iso], text);
  });
});

test('a year and a month range from their first day to their last', () => {
  forAll(days, zones, (iso, timeZone) => {
    const [year = '', month = ''] = iso.split('-');
    const last = new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10);
    for (const text of [`${year}-${month}`, `${year}-${Number(month)}`, year + month]) {
      const date = readWrittenDate(text, { timeZone });
      assert.deepEqual(daysIn(date, timeZone), [`${year}-${month}-01`, last], text);
      assert.ok(date);
      assert.equal(daysIn({ kind: 'moment', epochMs: upperBound(date, timeZone).instant }, timeZone)[1], last);
      assert.equal(upperBound(date, timeZone).day, instantOf(last, timeZone));
    }
    assert.deepEqual(daysIn(readWrittenDate(year, { timeZone }), timeZone), [`${year}-01-01`, `${year}-12-31`]);
  });
});

test('a week of ISO 8601 is its Monday to Sunday, and has days', () => {
  const read = (text: string) => readWrittenDate(text, { timeZone: 'UTC' });
  for (const [text, first, last = first] of [
    ['2024-W22', '2024-05-27', '2024-06-02'],
    ['2024w22', '2024-05-27', '2024-06-02'],
    ['2024-W22-6', '2024-06-01'],
    ['2024W226', '2024-06-01'],
    // The first week of a year may begin, and the last may end, in another.
    ['2025-W01', '2024-12-30', '2025-01-05'],
    ['2021-W01-1', '2021-01-04'],
    ['2020-W53', '2020-12-28', '2021-01-03'],
  ] as const)
    assert.deepEqual(daysIn(read(text), 'UTC'), [first, last], text);
  for (const text of ['2024-W00', '2024-W53', '2020-W54', '2024-W22-0', '2024-W22-8', '2024-W226', '2024W22-6'])
    assert.equal(read(text), undefined, text);
});

function daysIn(date: SearchedDate | undefined, timeZone: string) {
  assert.ok(date);
  const { first, last } = daysOf(date, timeZone);
  return [String(first), String(last)];
}

test('epoch milliseconds have at least nine digits, or a sign', () => {
  const read = (text: string) => readWrittenDate(text, { timeZone: 'UTC' });
  for (const text of ['0', '1', '12', '123', '12345', '1234567', '20241301', '202400', '202413', '99991332'])
    assert.equal(read(text), undefined, text);
  for (const text of ['-1', '+1', '-2024', '+20240101', '100000000', '012345678'])
    assert.deepEqual(read(text), { kind: 'moment', epochMs: Number(text) }, text);
});

test('a day ends with the last millisecond before the next, across clock changes too', () => {
  forAll(days, zones, (iso, timeZone) => {
    const date = readWrittenDate(iso, { timeZone });
    assert.ok(date);
    const from = lowerBound(date, timeZone).instant;
    const to = upperBound(date, timeZone).instant;
    const on = (instant: number) => daysIn({ kind: 'moment', epochMs: instant }, timeZone)[0];
    assert.deepEqual([on(from), on(to)], [iso, iso]);
    assert.notEqual(on(from - 1), iso);
    assert.notEqual(on(to + 1), iso);
    assert.equal(lowerBound(date, timeZone).day, instantOf(iso, timeZone));
  });
});

test('instants are exact to the millisecond, in their own zone or in the given one', () => {
  forAll(fc.integer({ min: -30_000_000_000_000, max: 100_000_000_000_000 }), zones, (epochMs, timeZone) => {
    const moment = { kind: 'moment', epochMs };
    const digits = Math.abs(epochMs) < 1e8 ? `+${epochMs}`.replace('+-', '-') : String(epochMs);
    assert.deepEqual(readWrittenDate(digits, { timeZone }), moment);
    assert.deepEqual(readWrittenDate(new Date(epochMs).toISOString(), { timeZone }), moment);
    const read = readWrittenDate(new Date(epochMs).toISOString().replace('Z', '+00:00').replace('T', ' '), {
      timeZone,
    });
    assert.deepEqual(read, moment);
  });
  assert.deepEqual(readWrittenDate('2024-06-01T12:00', { timeZone: 'Europe/Berlin' }), {
    kind: 'moment',
    epochMs: Date.UTC(2024, 5, 1, 10),
  });
});

test('date-times in every format of ISO 8601 with a calendar date mean the same', () => {
  const noon = Date.UTC(2024, 5, 1, 12);
  const texts = {
    [noon]: ['2024-06-01T12Z', '20240601T12Z', '20240601T1200Z', '20240601T120000Z', '20240601T140000,000+0200'],
    [noon + 34_567]: ['2024-06-01T12:00:34,567Z', '20240601T120034.567Z', '20240601t120034.567z'],
    [noon - 12 * 3_600_000]: ['2024-05-31T24:00Z', '20240531T24Z', '2024-05-31T24:00:00.000+00'],
  };
  for (const [epochMs, written] of Object.entries(texts))
    for (const text of written)
      assert.deepEqual(
        readWrittenDate(text, { timeZone: 'Europe/Berlin' }),
        { kind: 'moment', epochMs: Number(epochMs) },
        text,
      );
  assert.deepEqual(readWrittenDate('20240531T24', { timeZone: 'Europe/Berlin' }), {
    kind: 'moment',
    epochMs: Date.UTC(2024, 4, 31, 22),
  });
  for (const text of ['01.06.2024 14:00', '1.6.2024, 14:00:00', '06/01/2024 14:00', '6/1/2024 2:00 PM'])
    assert.deepEqual(readWrittenDate(text, { timeZone: 'Europe/Berlin' }), { kind: 'moment', epochMs: noon }, text);
  for (const text of [
    ...['01.06.2024 24:00', '01.06.2024 10:60', '01.06.2024 10', '06/01/2024 13:00 pm', '2024-06-01 0:30 am'],
    '2024-05-31T24:01Z',
    '2024-06-01T1200Z',
    '20240601T12:00Z',
    '2024-W22-6T12:00Z',
    '2024-153T12:00Z',
  ])
    assert.equal(readWrittenDate(text, { timeZone: 'UTC' }), undefined, text);
});

test('days and times that do not exist are not dates, and no text throws', () => {
  for (const text of [
    ...['2024-02-30', '31.4.2024', '13/01/2024', '2024-13-01', '2024-01-01T25:00', '8640000000000000'],
    ...['-8640000000000000', ''],
  ]) {
    assert.equal(readWrittenDate(text, { timeZone: 'America/New_York' }), undefined, text);
  }
  forAll(fc.stringMatching(/^[-0-9.:/TZ+ ]{0,30}$/), zones, (text, timeZone) => {
    const date = readWrittenDate(text, { timeZone });
    if (!date) return;
    assert.ok(Number.isFinite(lowerBound(date, timeZone).instant));
    assert.ok(Number.isFinite(upperBound(date, timeZone).day));
  });
});
