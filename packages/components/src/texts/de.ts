import type { TextMap } from './en.ts';

/** Texts in German. */
export const DE: TextMap = {
  'catalogue.loading': 'Der Katalog wird geladen',
  'catalogue.retry': 'Erneut versuchen',
  'catalogue.unreachable.title': 'Der Katalog ist nicht erreichbar',
  'catalogue.unreachable.text': 'Prüfen Sie die Verbindung, oder versuchen Sie es gleich noch einmal.',
  'catalogue.busy.title': 'Der Katalog ist ausgelastet',
  'catalogue.busy.text': 'In {seconds} s wird es erneut versucht.',
  'catalogue.foreign.title': 'Unter dieser Adresse ist kein Katalog',
  'catalogue.foreign.text': 'Ein anderes Programm hat geantwortet. Prüfen Sie die Adresse des Dienstes.',
  'catalogue.failed.title': 'Etwas ist schiefgegangen',
  'catalogue.failed.text': 'Der Dienst meldet: {message}',
  'sign-in.title': 'Anmelden',
  'sign-in.text': 'Dieser Katalog braucht einen Zugangsschlüssel. Er bleibt, bis Sie diese Seite schließen.',
  'sign-in.refused': 'Der Zugangsschlüssel ist ungültig oder abgelaufen.',
  'sign-in.forbidden': 'Mit diesem Zugangsschlüssel ist der Katalog nicht sichtbar.',
  'sign-in.token': 'Zugangsschlüssel',
  'sign-in.submit': 'Anmelden',
  'assets.count': { one: '{count} Objekt', other: '{count} Objekte' },
  'assets.empty.title': 'Hier ist nichts',
  'assets.empty.text': 'Kein Objekt passt. Entfernen Sie einen Filter, oder suchen Sie überall.',
};
