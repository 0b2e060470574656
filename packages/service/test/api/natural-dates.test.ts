import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readNaturalDate } from '../../src/api/search/dates.ts';
import { daysOf } from '../../src/domain/searched-dates.ts';

/** Days that phrases mean, resolved at noon of a given day. */
async function read(text: string, today: string, language = 'en'): Promise<string | undefined> {
  const here = { timeZone: 'UTC', now: Date.parse(`${today}T12:00:00Z`) };
  const date = await readNaturalDate(text, language, here);
  if (!date) return undefined;
  const { first, last } = daysOf(date, here.timeZone);
  return first.equals(last) ? String(first) : `${first} to ${last}`;
}

/** A Monday, a Wednesday and a Sunday of one week. */
const WEEK = ['2024-05-13', '2024-05-15', '2024-05-19'] as const;

test('a weekday alone is the latest one before today, like the last one, in every language', async () => {
  for (const [language, ...words] of [
    ['en', 'monday', 'Mon', 'on Monday', 'last monday'],
    ['de', 'montag', 'Mo', 'am Montag', 'letzten Montag'],
    ['fr', 'lundi', 'lundi dernier'],
    ['es', 'lunes'],
    ['it', 'lunedì'],
    ['ja', '月曜日', '前の月曜日'],
  ] as const)
    for (const text of words) {
      const found = await Promise.all(WEEK.map((today) => read(text, today, language)));
      assert.deepEqual(found, ['2024-05-06', '2024-05-13', '2024-05-13'], text);
    }
});

test('the next weekday differs from the past one', async () => {
  assert.equal(await read('next monday', '2024-05-15'), '2024-05-20');
  assert.equal(await read('nächsten Montag', '2024-05-15', 'de'), '2024-05-20');
  assert.equal(await read('次の月曜日', '2024-05-15', 'ja'), '2024-05-20');
});

test('a month name means the whole month, and an age means one day', async () => {
  assert.equal(await read('June 2024', '2024-08-15'), '2024-06-01 to 2024-06-30');
  assert.equal(await read('2 months ago', '2024-08-15'), '2024-06-15');
  assert.equal(await read('June 3, 2024', '2024-08-15'), '2024-06-03');
  assert.equal(await read('yesterday', '2024-08-15'), '2024-08-14');
});

test('last month and year, this and next year are whole periods, and a year ago is a day', async () => {
  assert.equal(await read('this year', '2026-11-22'), '2026-01-01 to 2026-12-31');
  assert.equal(await read('next year', '2026-11-22'), '2027-01-01 to 2027-12-31');
  assert.equal(await read('2 years ago', '2026-11-22'), '2024-11-22');
  for (const [language, month, year] of [
    ['en', 'last month', 'last year'],
    ['de', 'letzten Monat', 'letztes Jahr'],
  ] as const) {
    assert.equal(await read(month, '2026-11-22', language), '2026-10-01 to 2026-10-31');
    assert.equal(await read(year, '2026-11-22', language), '2025-01-01 to 2025-12-31');
  }
});
