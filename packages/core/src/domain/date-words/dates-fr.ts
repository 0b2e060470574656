import { type DateWords, words } from './vocabulary.ts';

const THE = "(?:(?:au cours |pendant |durant |dans |en )?(?:de |du )?(?:le |la |les |l'|au |des |ces )?)";

export const FR: DateWords = {
  days: { [-2]: 'avant[- ]hier', [-1]: 'hier', 0: "aujourd'hui", 1: 'demain', 2: 'apres[- ]demain' },
  now: 'maintenant',
  months: words(
    'janvier|janv|jan fevrier|fevr|fev mars avril|avr mai juin juillet|juil aout septembre|sept|sep octobre|oct novembre|nov decembre|dec',
  ),
  weekdays: words('lundi|lun mardi|mar mercredi|mer jeudi|jeu vendredi|ven samedi|sam dimanche|dim'),
  units: {
    minute: ['minute', 'minutes'],
    hour: ['heure', 'heures'],
    day: ['jour|journee', 'jours|journees'],
    weekend: ['week[- ]?end|fin de semaine', 'week[- ]?ends|fins de semaine'],
    week: ['semaine', 'semaines'],
    month: ['mois', 'mois'],
    quarter: ['trimestre', 'trimestres'],
    year: ['an|annee', 'ans|annees'],
  },
  numbers: words('une?|un deux trois quatre cinq six sept huit neuf dix onze douze'),
  onDay: 'le ',
  at: 'a ',
  oClock: 'heures?',
  sayings: {
    this: ['(?:en )?(?:ce|cet|cette) {what}(?:-ci)?', `${THE}{what} en cours`],
    last: [`${THE}{what} (?:derniere?|passee?|precedente?|ecoulee?)`, `${THE}(?:derniere?|precedente?) {what}`],
    next: [`${THE}{what} (?:prochaine?|suivante?)`, `${THE}prochaine? {what}`],
    past: [`${THE}{n} (?:derniere?s) {unit}`, `${THE}derniere?s {n} {unit}`, `${THE}{n} {unit} (?:passee?s|ecoulee?s)`],
    coming: [`${THE}{n} prochaine?s {unit}`, `${THE}prochaine?s {n} {unit}`],
    ago: ['il y a {n} {unit}'],
    ahead: ['dans {n} {unit}'],
    day: ['(?:le )?{d}(?:er)? {month}(?: {year})?'],
    month: ["(?:en |au mois de |au mois d'|mois de |mois d')?{month}(?: de)? {year}"],
  },
};
