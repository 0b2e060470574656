import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { forAll } from '../../core/test/support/fast-check.ts';
import type { DateRange } from '../src/assets/asset-query.ts';
import './support/client-from-source.ts';

const { isWithin, withoutYears, withYears } = await import('../src/facets/year-choice.ts');
const { rangeOf } = await import('../src/facets/years.ts');

const year = (first: number) => ({ first, last: first });
/** A histogram without the years 2018 and 2022. */
const BARS = [2024, 2023, 2021, 2020, 2019, 2017].map(year);
const years = (first: number, last = first): DateRange => rangeOf({ first, last });

test('a second year extends the range to both and all between, and a year at an end shortens it', () => {
  assert.deepEqual(withYears(undefined, year(2019)), years(2019));
  assert.deepEqual(withYears(years(2019), year(2021)), years(2019, 2021));
  assert.deepEqual(withYears(years(2019, 2021), year(2017)), years(2017, 2021));
  assert.deepEqual(withoutYears(years(2017, 2021), year(2021), BARS), years(2017, 2020));
  // No bar of 2018 remains, so neither does its year.
  assert.deepEqual(withoutYears(years(2017, 2019), year(2019), BARS), years(2017));
  assert.deepEqual(withoutYears(years(2017, 2019), year(2017), BARS), years(2019));
  assert.equal(withoutYears(years(2019), year(2019), BARS), undefined);
});

test('a year in the middle leaves the part with more bars, of two equal ones the later', () => {
  assert.deepEqual(withoutYears(years(2019, 2024), year(2020), BARS), years(2021, 2024));
  assert.deepEqual(withoutYears(years(2019, 2024), year(2023), BARS), years(2019, 2021));
  assert.deepEqual(withoutYears(years(2019, 2021), year(2020), BARS), years(2021));
});

test('open ends and days that were entered stay, and a reversed range is replaced', () => {
  assert.deepEqual(withYears({ after: '2020-05-01' }, year(2017)), { after: '2017-01-01' });
  assert.deepEqual(withoutYears({ after: '2020-05-01' }, year(2021), BARS), { after: '2023-01-01' });
  assert.deepEqual(withoutYears({ after: '2020-05-01', before: '2021-12-31' }, year(2021), BARS), {
    after: '2020-05-01',
    before: '2020-12-31',
  });
  assert.deepEqual(withYears({ after: '2022-01-01', before: '2020-01-01' }, year(2019)), years(2019));
  assert.equal(isWithin({ after: '2020-05-01' }, year(2020)), false);
  assert.equal(isWithin({ after: '2020-05-01' }, year(2021)), true);
});

test('a chosen year is in the range, an undone one is not, and no year of the histogram comes in by undoing', () => {
  const bar = fc.constantFrom(...BARS);
  forAll(bar, bar, bar, (one, other, undone) => {
    const range = withYears(withYears(undefined, one), other);
    for (const each of [one, other]) assert.equal(isWithin(range, each), true);
    if (!isWithin(range, undone)) return;
    const rest = withoutYears(range, undone, BARS);
    assert.equal(isWithin(rest, undone), false);
    assert.equal(rest === undefined, one === other);
    for (const each of BARS) if (isWithin(rest, each)) assert.equal(isWithin(range, each), true);
  });
});
