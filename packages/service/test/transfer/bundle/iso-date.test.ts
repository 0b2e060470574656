import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { forAll } from '../../../../core/test/support/fast-check.ts';
import { parseIsoDate } from '../../../src/transfer/bundle/iso-date.ts';

const instants = fc.date({ min: new Date('0001-01-01'), max: new Date('9998-12-31'), noInvalidDate: true });

test('a written instant is read back, in any time zone', () => {
  forAll(instants, fc.integer({ min: -14 * 60, max: 14 * 60 }), (date, offsetMinutes) => {
    assert.equal(parseIsoDate(date.toISOString())?.epochMs, date.getTime());
    const local = new Date(date.getTime() + offsetMinutes * 60_000).toISOString().slice(0, -1);
    const sign = offsetMinutes < 0 ? '-' : '+';
    const two = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, '0');
    const read = parseIsoDate(`${local}${sign}${two(offsetMinutes / 60)}:${two(offsetMinutes % 60)}`);
    assert.deepEqual(read, {
      day: date.toISOString().slice(0, 10),
      epochMs: date.getTime(),
      isDay: false,
      isLocal: false,
    });
  });
});

test('a date is accepted exactly if it is in the calendar', () => {
  const numbers = fc.tuple(
    fc.integer({ min: 1, max: 9999 }),
    fc.integer({ min: 0, max: 13 }),
    fc.integer({ min: 0, max: 32 }),
  );
  forAll(numbers, ([year, month, day]) => {
    const two = (value: number) => String(value).padStart(2, '0');
    const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
    const date = new Date(0);
    date.setUTCFullYear(year, month - 1, day);
    const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
    const expected = { day: text, epochMs: date.getTime(), isDay: true, isLocal: false };
    assert.deepEqual(parseIsoDate(text), exists ? expected : undefined);
  });
});

test('any text is a date or none, and never a wrong instant', () => {
  const nearly = fc.stringMatching(/^\d{4}-\d\d-\d\d(T\d\d(:\d\d){1,2}([.,]\d{1,4})?(Z|[+-]\d\d(:?\d\d)?)?)?$/);
  forAll(fc.oneof(fc.string(), nearly), (text) => {
    const date = parseIsoDate(text);
    if (date === undefined) return;
    assert.ok(Number.isSafeInteger(date.epochMs));
    assert.equal(new Date(date.epochMs).toISOString().slice(0, 10), date.day);
  });
});

/** Instants in UTC; the engine's older date formats take the first text of none for 13 January 2013. */
const CASES: Record<string, string> = {
  '2024-05-01T10:00': '2024-05-01T10:00:00.000Z',
  '2024-05-01T10:00:07': '2024-05-01T10:00:07.000Z',
  '2024-05-01T10:00:07.5Z': '2024-05-01T10:00:07.500Z',
  '2024-05-01T10:00:07,123456+0200': '2024-05-01T08:00:07.123Z',
  '2024-05-01T10:00-03': '2024-05-01T13:00:00.000Z',
  '2024-12-31T24:00:00': '2025-01-01T00:00:00.000Z',
  '0050-01-01': '0050-01-01T00:00:00.000Z',
};
const NONE = [
  ...['0001-13-13', '2024-05-01T24:00:01', '2024-05-01T10:60', '2024-05-01T10:00:60', '2024-05-01T10', '2024-05-01T'],
  ...['2024-05-01T10:00+24:00', '2024-05-01 10:00', '2024-05-01Z', '2024-5-1', '20240501', '2024-02-30', '1900-02-29'],
  ...[' 2024-05-01', '2024-05-01\n', '0000-01-01T00:00+01:00', '9999-12-31T23:59:59.999-00:01', ''],
];

test('a time without a zone is local, given in UTC, and other texts are refused', () => {
  for (const text of NONE) assert.equal(parseIsoDate(text), undefined, text);
  for (const [text, expected] of Object.entries(CASES)) {
    const date = parseIsoDate(text);
    assert.equal(date && new Date(date.epochMs).toISOString(), expected, text);
    assert.equal(date?.isLocal, /T[\d:]+$/.test(text), text);
  }
});
