import { type DateWords, words } from './vocabulary.ts';

const THE = '(?:(?:en |durante |de )?(?:el |la |los |las )?)';

export const ES: DateWords = {
  days: { [-2]: 'anteayer|antes de ayer|antier', [-1]: 'ayer', 0: 'hoy', 1: 'manana', 2: 'pasado manana' },
  now: 'ahora',
  months: words(
    'enero|ene febrero|feb marzo|mar abril|abr mayo|may junio|jun julio|jul agosto|ago septiembre|setiembre|sept|sep octubre|oct noviembre|nov diciembre|dic',
  ),
  weekdays: words('lunes|lun martes miercoles|mie jueves|jue viernes|vie sabado|sab domingo|dom'),
  units: {
    minute: ['minuto', 'minutos'],
    hour: ['hora', 'horas'],
    day: ['dia', 'dias'],
    weekend: ['fin de semana|finde', 'fines de semana|findes'],
    week: ['semana', 'semanas'],
    month: ['mes', 'meses'],
    quarter: ['trimestre', 'trimestres'],
    year: ['ano', 'anos'],
  },
  numbers: words('una?|uno dos tres cuatro cinco seis siete ocho nueve diez once doce'),
  onDay: 'el ',
  at: 'a las? ',
  oClock: 'horas',
  sayings: {
    this: ['(?:en )?(?:este|esta) {what}', `${THE}{what} (?:actual|en curso)`],
    last: [`${THE}{what} (?:pasad[oa]|anterior)`, `${THE}(?:ultim[oa]|pasad[oa]) {what}`],
    next: [`${THE}{what} (?:proxim[oa]|que viene|siguiente)`, `${THE}proxim[oa] {what}`],
    past: [`${THE}(?:ultim[oa]s|pasad[oa]s) {n} {unit}`, `${THE}{n} (?:ultim[oa]s) {unit}`],
    coming: [`${THE}proxim[oa]s {n} {unit}`, `${THE}{n} proxim[oa]s {unit}`],
    ago: ['hace {n} {unit}', '{n} {unit} atras'],
    ahead: ['(?:en|dentro de) {n} {unit}'],
    day: [String.raw`(?:el )?{d}(?:\.?[o°])?(?: de)? {month}(?:(?: del?)? {year})?`],
    month: ['(?:en )?{month}(?: del?)? {year}'],
  },
};
