import type { TextMap } from './en.ts';

/** Texts in Italian. */
export const IT: TextMap = {
  'catalogue.loading': 'Caricamento del catalogo',
  'catalogue.retry': 'Riprova',
  'catalogue.unreachable.title': 'Il catalogo non è raggiungibile',
  'catalogue.unreachable.text': 'Controlla la connessione o riprova tra un momento.',
  'catalogue.busy.title': 'Il catalogo è occupato',
  'catalogue.busy.text': 'Nuovo tentativo tra {seconds} s.',
  'catalogue.foreign.title': 'A questo indirizzo non c’è un catalogo',
  'catalogue.foreign.text': 'Ha risposto un altro programma. Controlla l’indirizzo del servizio.',
  'catalogue.failed.title': 'Si è verificato un errore',
  'catalogue.failed.text': 'Il servizio segnala: {message}',
  'sign-in.title': 'Accedi',
  'sign-in.text': 'Questo catalogo richiede un token di accesso. Rimane fino alla chiusura di questa pagina.',
  'sign-in.refused': 'Il token non è valido o è scaduto.',
  'sign-in.forbidden': 'Con questo token il catalogo non è visibile.',
  'sign-in.token': 'Token di accesso',
  'sign-in.submit': 'Accedi',
  'assets.count': { one: '{count} elemento', other: '{count} elementi' },
  'assets.empty.title': 'Qui non c’è nulla',
  'assets.empty.text': 'Nessun elemento corrisponde. Rimuovi un filtro o cerca ovunque.',
};
