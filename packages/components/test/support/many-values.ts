import { assetOf, changeSample, keywordOf } from './records.ts';

/** Number of added keywords. */
export const VALUES = 20;

const FIRST = 40_000;

/** Dates in the field `Taken` of the assets; the last asset has none. */
const TAKEN = ['2018-03-01', '2018-12-31', '2018-01-01', '2021-12-31T23:30:00Z'];

/** What the first assets refer to in the field `Subjects`, whose root is `Nature`: `Boskoop` in `Red apples`, and `Applewood`. */
const SUBJECTS = [[32], [33]];

/** IDs of these fields in the sample. */
const TAKEN_FIELD = 102;
const SUBJECTS_FIELD = 103;

/** Adds assets of different years and many keywords to the sample, in an empty data folder: three of 2019, two of 2021. */
export async function prepareYears(data: string): Promise<void> {
  const names = Array.from({ length: VALUES }, (_, place) => `Keyword ${String(place).padStart(2, '0')}`);
  names[0] = '<img src=x onerror=alert(1)>';
  names[1] = '畫'.repeat(255);
  await changeSample(data, async (changes) => {
    for (const [place, name] of names.entries()) await changes.put('node', keywordOf(FIRST + place, name));
    for (const [place, year] of [2019, 2019, 2019, 2021, 2021].entries()) {
      const [taken, subjects] = [TAKEN[place], SUBJECTS[place]];
      const fields = new Map<number, string | number[]>();
      if (taken) fields.set(TAKEN_FIELD, taken);
      if (subjects) fields.set(SUBJECTS_FIELD, subjects);
      const nodes = names.map((_, index) => FIRST + index).slice(place);
      const more = { date: Date.UTC(year, 5, 15), fields, nodes };
      await changes.put('asset', assetOf(FIRST + place, `record ${place}.jpg`, more));
    }
  });
}
