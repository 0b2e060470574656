import { type DateWords, words } from './vocabulary.ts';

const THE = '(?:(?:in |during |over |within |on )?(?:the )?)';

export const EN: DateWords = {
  days: {
    [-2]: '(?:the )?day before yesterday',
    [-1]: 'yesterday',
    0: 'today',
    1: 'tomorrow',
    2: '(?:the )?day after tomorrow',
  },
  now: 'now',
  months: words(
    'january|jan february|feb march|mar april|apr may june|jun july|jul august|aug september|sept|sep october|oct november|nov december|dec',
  ),
  weekdays: words(
    'monday|mon tuesday|tues|tue wednesday|wed thursday|thurs|thur|thu friday|fri saturday|sat sunday|sun',
  ),
  units: {
    minute: ['minute|min', 'minutes|mins'],
    hour: ['hour', 'hours'],
    day: ['day', 'days'],
    weekend: ['week-?end', 'week-?ends'],
    week: ['week', 'weeks'],
    month: ['month', 'months'],
    quarter: ['quarter', 'quarters'],
    year: ['year', 'years'],
  },
  numbers: words('a|an|one two three four five six seven eight nine ten eleven twelve'),
  onDay: 'on ',
  at: 'at ',
  oClock: "o'clock",
  sayings: {
    this: [`${THE}(?:this|current) {what}`],
    last: [`${THE}(?:last|past|previous) {what}`],
    next: [`${THE}(?:next|coming) {what}`],
    past: [`${THE}(?:last|past|previous) {n} {unit}`],
    coming: [`${THE}(?:next|coming) {n} {unit}`],
    ago: ['{n} {unit} ago'],
    ahead: ['in {n} {unit}', '{n} {unit} from now'],
    day: ['{month} {d}(?:st|nd|rd|th)?(?:,? {year})?', '(?:the )?{d}(?:st|nd|rd|th)?(?: of)? {month}(?:,? {year})?'],
    month: ['(?:in )?{month}(?:,| of)? {year}'],
  },
};
