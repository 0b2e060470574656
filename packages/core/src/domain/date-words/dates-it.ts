import { type DateWords, words } from './vocabulary.ts';

const THE = "(?:(?:il |la |lo |l'|i |gli |le |nel |nella |nello |nell'|nei |negli |nelle |degli |delle )?)";

export const IT: DateWords = {
  days: { [-2]: "(?:l')?altro ?ieri|avantieri|ier l'altro", [-1]: 'ieri', 0: 'oggi', 1: 'domani', 2: 'dopodomani' },
  now: 'adesso|ora',
  months: words(
    'gennaio|gen febbraio|feb marzo|mar aprile|apr maggio|mag giugno|giu luglio|lug agosto|ago settembre|sett|set ottobre|ott novembre|nov dicembre|dic',
  ),
  weekdays: words('lunedi|lun martedi mercoledi|mer giovedi|gio venerdi|ven sabato|sab domenica|dom'),
  units: {
    minute: ['minuto', 'minuti'],
    hour: ['ora', 'ore'],
    day: ['giorno', 'giorni'],
    weekend: ['fine ?settimana|week[- ]?end', 'fine ?settimana|week[- ]?end'],
    week: ['settimana', 'settimane'],
    month: ['mese', 'mesi'],
    quarter: ['trimestre', 'trimestri'],
    year: ['anno', 'anni'],
  },
  numbers: words("una?|uno|un' due tre quattro cinque sei sette otto nove dieci undici dodici"),
  onDay: 'il |la |di ',
  at: "alle (?:ore )?|all'|ore ",
  oClock: 'in punto',
  sayings: {
    this: ["(?:in )?(?:questo |questa |quest'){what}", `${THE}{what} (?:corrente|in corso)`],
    last: [`${THE}{what} (?:scors[oa]|passat[oa]|precedente)`, `${THE}(?:scors[oa]|ultim[oa]|passat[oa]) {what}`],
    next: [`${THE}{what} (?:prossim[oa]|successiv[oa])`, `${THE}prossim[oa] {what}`],
    past: [`${THE}(?:ultim[ie]|scors[ie]) {n} {unit}`, `${THE}{n} (?:ultim[ie]|scors[ie]) {unit}`],
    coming: [`${THE}prossim[ie] {n} {unit}`],
    ago: ['{n} {unit} fa'],
    ahead: ['(?:tra|fra) {n} {unit}'],
    day: ["(?:il |l')?{d}\\.?[o°]? {month}(?:(?: del)? {year})?"],
    month: ['(?:a |in |nel(?: mese di)? )?{month}(?: del)? {year}'],
  },
};
