import { EN_AROUND } from '../texts/en-around.ts';
import { formatPeriod, type Period } from '../texts/periods.ts';
import { addTexts } from '../texts/texts.ts';
import { dateReader } from './date-reader.ts';
import { GroupHeads } from './heads.ts';
import type { GroupsOf } from './later-groups.ts';

/** Mean number of assets in a group from which on its headings do not get in the way. */
const ENOUGH = 4;

/** The periods, and where a day, `2024-03-05`, is cut so that it names them. */
const YEARS = ['year', -6] as const;
const PERIODS: readonly (readonly [period: Period, cut?: number])[] = [['day'], ['month', -3], YEARS];

const IS_UTC = /^(?:Etc\/)?(?:UTC|GMT|Zulu)$/;

/** Groups assets by the shortest of day, month and year of which each has some of the first loaded ones. */
export const groupsOf: GroupsOf = (first, order, { about, locale, say }) => {
  const dateOf = dateReader(order, about);
  if (!dateOf) return undefined;
  const dayOf = dayReader(about.timeZone);
  const days = first.map(dateOf).flatMap((date) => (date === null ? [] : dayOf(date)));
  const [period, cut] =
    PERIODS.find(([, end]) => days.length >= ENOUGH * new Set(days.map((day) => day.slice(0, end))).size) ?? YEARS;
  return {
    period,
    headsOf: (total, assetAt) =>
      new GroupHeads(total, (position) => {
        const asset = assetAt(position);
        if (!asset) return undefined;
        const date = dateOf(asset);
        return date === null ? '' : dayOf(date).slice(0, cut);
      }),
    nameOf: (asset) => {
      const date = dateOf(asset);
      return date === null ? say('grid.undated') : formatPeriod(date, period, locale, about.timeZone);
    },
  };
};

/** Returns a function that writes the day of a time as `2024-03-05`. */
function dayReader(timeZone: string): (time: number) => string {
  // Formatting takes so long that a list would be late by it.
  if (IS_UTC.test(timeZone)) return (time) => new Date(time).toISOString().replace(/T.*/, '');
  const format = new Intl.DateTimeFormat('sv', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return (time) => format.format(time);
}

addTexts(EN_AROUND);
