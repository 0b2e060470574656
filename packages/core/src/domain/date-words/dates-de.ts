import { type DateWords, words } from './vocabulary.ts';

const IN = '(?:(?:in|im|am|an|innerhalb|wahrend)? ?(?:der|die|das|den|dem|des)? ?)';

export const DE: DateWords = {
  days: { [-2]: 'vorgestern', [-1]: 'gestern', 0: 'heute', 1: 'morgen', 2: 'ubermorgen|uebermorgen' },
  now: 'jetzt',
  months: words(
    'januar|janner|jan februar|feber|feb marz|maerz|mrz|mar april|apr mai juni|jun juli|jul august|aug september|sept|sep oktober|okt november|nov dezember|dez',
  ),
  weekdays: words(
    'montags?|mo dienstags?|di mittwochs?|mi donnerstags?|do freitags?|fr samstags?|sonnabends?|sa sonntags?|so',
  ),
  units: {
    minute: ['minute', 'minuten'],
    hour: ['stunde', 'stunden'],
    day: ['tag(?:es|s)?', 'tagen?'],
    weekend: ['wochenend(?:e|es|s)', 'wochenenden'],
    week: ['woche', 'wochen'],
    month: ['monat(?:es|s)?', 'monaten?'],
    quarter: ['(?:quartal|vierteljahr)(?:es|s)?', '(?:quartal|vierteljahr)en?'],
    year: ['jahr(?:es|s)?', 'jahren?'],
  },
  numbers: words('ein|eine[mnrs]? zwei drei vier funf|fuenf sechs sieben acht neun zehn elf zwolf|zwoelf'),
  onDay: 'am ',
  at: 'um ',
  oClock: 'uhr',
  sayings: {
    this: [`${IN}(?:diese[mnrs]?|aktuelle[mnrs]?|laufende[mnrs]?) {what}`],
    last: [`${IN}(?:letzte[mnrs]?|vergangene[mnrs]?|vor(?:her)?ige[mnrs]?) {what}`],
    next: [`${IN}(?:nachste[mnrs]?|naechste[mnrs]?|kommende[mnrs]?) {what}`],
    past: [`${IN}(?:letzte[nr]?|vergangene[nr]?) {n} {unit}`],
    coming: [`${IN}(?:nachste[nr]?|naechste[nr]?|kommende[nr]?) {n} {unit}`],
    ago: ['vor {n} {unit}'],
    ahead: ['in {n} {unit}'],
    day: [String.raw`(?:(?:am|der|den|dem) )?{d}\.? ?{month}(?:,? {year})?`],
    month: ['(?:im )?{month}(?: des jahres)? {year}'],
  },
};
