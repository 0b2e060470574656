import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lowerBound, upperBound } from '../../../core/src/domain/searched-dates.ts';
import { readNaturalDate } from '../../src/api/search/dates.ts';

/** A Thursday, as every expression below is read. */
const NOON = '2026-11-26T12:00';

/** What a text means at noon of a day: a day, two for a period, or times where they are none of a whole day. */
function read(text: string, language = 'en', now = NOON): string | undefined {
  const here = { timeZone: 'UTC', now: Date.parse(`${now}Z`) };
  const date = readNaturalDate(text, language, here);
  if (!date) return undefined;
  const [from, to] = [lowerBound(date, 'UTC').instant, upperBound(date, 'UTC').instant].map((each) =>
    new Date(each).toISOString().replace(/T00:00:00\.000Z|T23:59:59\.999Z|:00\.000Z/, ''),
  );
  return from === to ? from : `${from} to ${to}`;
}

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it'];

/** The same in each of the languages. */
const SAYINGS: readonly (readonly [meaning: string, texts: string])[] = [
  [NOON, 'now|jetzt|maintenant|ahora|adesso'],
  ['2026-11-26', 'today|heute|aujourd’hui|hoy|oggi'],
  ['2026-11-25', 'Yesterday|GESTERN|hier|ayer|ieri'],
  ['2026-11-24', "the day before yesterday|vorgestern|avant-hier|anteayer|l'altro ieri"],
  ['2026-11-28', 'day after tomorrow|übermorgen|après-demain|pasado mañana|dopodomani'],
  ['2026-11-23', 'monday|am Montag|le lundi|el lunes|il lunedì'],
  ['2026-11-22', 'on Sunday|So.|dimanche|domingo|di domenica'],
  ['2026-11-25T17:00', 'yesterday at 17|gestern um 17|hier à 17|ayer a las 17|ieri alle 17'],
  ['2026-11-25T05:00', "yesterday at 5 o'clock|gestern, 5 Uhr|hier à 5 h|ayer a las 5 horas|ieri alle ore 5"],
  ['2026-11-19', 'last Thu|letzten Do.|jeudi dernier|el jueves pasado|giovedi scorso'],
  ['2026-11-23', 'this monday|diesen Montag|ce lundi|este lunes|questo lunedì'],
  ['2026-12-03', 'next thursday|nächster Donnerstag|jeudi prochain|el próximo jueves|prossimo giovedì'],
  ['2026-11-23 to 2026-11-29', 'this week|diese Woche|cette semaine|esta semana|questa settimana'],
  ['2026-11-16 to 2026-11-22', 'last week|letzte Woche|semaine dernière|la semana pasada|la settimana scorsa'],
  [
    '2026-11-16 to 2026-11-22',
    'the past week|in der vergangenen Woche|la semaine passée|última semana|scorsa settimana',
  ],
  ['2026-11-30 to 2026-12-06', 'next week|nächste Woche|la semaine prochaine|próxima semana|prossima settimana'],
  ['2026-11-21 to 2026-11-22', 'last weekend|letztes Wochenende|week-end dernier|fin de semana pasado|weekend scorso'],
  ['2026-11-28 to 2026-11-29', 'this weekend|dieses Wochenende|ce week-end|este fin de semana|questo fine settimana'],
  ['2026-11-01 to 2026-11-30', 'this month|in diesem Monat|ce mois|este mes|questo mese'],
  ['2026-10-01 to 2026-10-31', 'last month|letzter Monat|le mois dernier|el mes pasado|mese scorso'],
  [
    '2026-07-01 to 2026-09-30',
    'last quarter|letztes Quartal|le dernier trimestre|el trimestre pasado|lo scorso trimestre',
  ],
  ['2026-07-01 to 2026-09-30', 'Q3 2026|3. Quartal 2026|3e trimestre 2026|3er trimestre de 2026|3º trimestre 2026'],
  [
    '2026-01-01 to 2026-03-31',
    'the first quarter of 2026|erstes Quartal 2026|au premier trimestre 2026|el primer trimestre de 2026|nel primo trimestre del 2026',
  ],
  [
    '2026-10-01 to 2026-12-31',
    'fourth quarter 2026|im vierten Quartal 2026|quatrième trimestre 2026|cuarto trimestre 2026|quarto trimestre 2026',
  ],
  ['2026-04-27 to 2026-05-03', 'week 18 of 2026|KW 18/2026|semaine 18 2026|semana 18 de 2026|settimana 18 del 2026'],
  ['2024-12-30 to 2025-01-05', '2025-W01|Kalenderwoche 1 2025|2025-W01|2025-W01|2025-W01'],
  ['2025-01-01 to 2025-12-31', 'in 2025|im Jahr 2025|en 2025|el año 2025|nel 2025'],
  ['2025-01-01 to 2025-12-31', "last year|letztes Jahr|l'année dernière|el año pasado|l’anno scorso"],
  ['2026-01-01 to 2026-12-31', "this year|dieses Jahr|cette annee|este año|quest'anno"],
  [`2026-11-19 to ${NOON}`, 'last 7 days|die letzten 7 Tage|les 7 derniers jours|los últimos 7 días|ultimi 7 giorni'],
  [
    `2026-08-26 to ${NOON}`,
    'past three months|letzte drei Monate|trois derniers mois|últimos tres meses|ultimi tre mesi',
  ],
  [`2026-11-25T12:00 to ${NOON}`, 'last 24 hours|letzte 24 Stunden|dernières 24 heures|últimas 24 horas|ultime 24 ore'],
  [`${NOON} to 2026-12-03`, 'next 7 days|nächste 7 Tage|7 prochains jours|próximos 7 días|prossimi 7 giorni'],
  ['2026-11-19', 'a week ago|vor einer Woche|il y a une semaine|hace una semana|una settimana fa'],
  ['2026-09-26', '2 months ago|vor 2 Monaten|il y a 2 mois|hace 2 meses|2 mesi fa'],
  ['2026-11-26T11:00', "an hour ago|vor einer Stunde|il y a une heure|hace una hora|un'ora fa"],
  ['2026-11-29', 'in 3 days|in 3 Tagen|dans 3 jours|dentro de 3 días|tra 3 giorni'],
  ['2026-10-01 to 2026-10-31', 'October 2026|im Okt. 2026|octobre 2026|octubre de 2026|ottobre 2026'],
  ['2025-12-01 to 2025-12-31', 'december|Dezember|décembre|diciembre|dicembre scorso'],
  ['2026-03-01 to 2026-03-31', 'in March|im März|en mars|en marzo|a marzo'],
  ['2026-05-01', 'the first of May|erster Mai|le premier mai|primero de mayo|primo maggio'],
  ['2024-05-01', 'May 1st, 2024|1. Mai 2024|1er mai 2024|1º de mayo de 2024|1 maggio 2024'],
  [
    '2024-05-01',
    'Wednesday, 1 May 2024|Mi, 1. Mai 2024|mercredi 1 mai 2024|miércoles 1 mayo 2024|mercoledì 1 maggio 2024',
  ],
  ['2026-05-03', 'May 3|3. Mai|le 3 mai|3.º de mayo|3º maggio'],
  ['2026-11-25T10:30', 'yesterday at 10:30|gestern um 10.30 Uhr|hier à 10h30|ayer a las 10:30|ieri alle 10:30'],
  [
    '2024-05-01T17:00',
    '05/01/2024 at 5 pm|01.05.2024 um 17 Uhr|01.05.2024 à 17h|2024-05-01 a las 17:00|1.5.2024 alle 17',
  ],
  [
    '2024-05-01T17:00',
    '1 May 2024 5 pm|1. Mai 2024, 17 Uhr|1 mai 2024 à 17h|1 de mayo de 2024 17:00|1 maggio 2024 17:00',
  ],
];

test('each of the service’s languages says the same, and English is understood in all', () => {
  for (const [meaning, texts] of SAYINGS) {
    for (const [place, text] of texts.split('|').entries()) {
      assert.equal(read(text, LANGUAGES[place]), meaning, text);
      if (place === 0)
        for (const language of [...LANGUAGES, 'ja', 'xx']) assert.equal(read(text, language), meaning, text);
    }
  }
});

test('what is not understood whole is no date', () => {
  for (const text of [
    ...['sometime last week', 'last blue moon', 'soonish', 'yesterday 10', 'yesterday at 25:00', '13 pm', 'gestern'],
    ...['february 30, 2024', 'Monday, May 1 2024', 'last 0 days', 'last 2 weekends', 'last 7 days ago', 'week', 'last'],
    ...['2025-W53', 'week 0 2026', 'week 18', 'fifth quarter 2026', 'first quarter', 'in 25', '2026-W18-1'],
    ...['monday to friday', 'last week 10:30', 'May 2024 5', '2 x ago', '9999999 days ago', ''],
  ])
    assert.equal(read(text), undefined, text);
  for (const [language, text] of Object.entries({ nl: 'gisteren', de: 'letzte Woche Montag', fr: 'demain matin' }))
    assert.equal(read(text, language), undefined, text);
  // Several without a count.
  for (const [language, texts] of Object.entries({
    en: 'last days|past weeks|last months|the next weekends|this years|previous quarters',
    de: 'letzte Tage|die letzten Tage|letzte Wochen|diese Monate|nächste Jahre|letzten Quartale|letzte Wochenenden',
    fr: 'derniers jours|ces mois|semaines dernières|prochaines années',
    es: 'últimos días|este días|semanas pasadas|próximos meses',
    it: 'ultimi giorni|questo mesi|settimane scorse|prossimi anni',
  }))
    for (const text of texts.split('|')) assert.equal(read(text, language), undefined, text);
});

test('a weekday alone is the latest one before today, whichever day that is', () => {
  for (const text of ['monday', 'last monday']) {
    const found = ['13', '15', '19'].map((day) => read(text, 'en', `2024-05-${day}T12:00`));
    assert.deepEqual(found, ['2024-05-06', '2024-05-13', '2024-05-13'], text);
  }
  assert.equal(read('February 29'), '2024-02-29');
});
