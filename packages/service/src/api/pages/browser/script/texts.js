const PAGE_SIZE = 60;
const MOST_SIBLINGS = 300; // a button shows more siblings: a keyword list may have tens of thousands
const PATIENCE_MS = 30_000;
const [DOCUMENT, VIDEO, AUDIO, THREE_D] = [2, 3, 4, 6]; // file categories
const UNLIKELY_ID = Number.MAX_SAFE_INTEGER;
const SORTS = [
  'name-asc',
  'name-desc',
  'uploaddate-desc',
  'uploaddate-asc',
  'lastmodified-desc',
  'filesize-desc',
  'extension-asc',
];

/* Texts. {n} is replaced; the number chooses between "one | many". */
/** @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */
const WORDS = {
  en: {
    brand: 'Catalogue',
    skip: 'Skip to the pictures',
    browse: 'Browse',
    search: 'Search everything',
    language: 'Language',
    types: 'Kinds of nodes',
    find: 'Find by name',
    top: 'Most downloaded',
    path: 'Path',
    sort: 'Sort by',
    previous: 'Previous',
    next: 'Next',
    close: 'Close',
    'name-asc': 'Name, A to Z',
    'name-desc': 'Name, Z to A',
    'uploaddate-desc': 'Newest first',
    'uploaddate-asc': 'Oldest first',
    'lastmodified-desc': 'Last changed',
    'filesize-desc': 'Largest first',
    'extension-asc': 'File type',
    'score-desc': 'Best match',
    items: '{n} item | {n} items',
    downloads: '{n} download | {n} downloads',
    pages: '{n} page | {n} pages',
    loading: 'Loading…',
    more: 'Load more',
    moreNodes: 'Show {n} more',
    nothingHere: 'Nothing in here yet',
    nothingHereWhy: 'Assets that are put here show up at once.',
    noNodes: 'Nothing of this kind yet.',
    nothingFound: 'Nothing found',
    nothingFoundWhy: 'No asset matches “{n}”. Fewer or other words may help.',
    noNames: 'No name begins like this.',
    retry: 'Try again',
    offline: 'The service can’t be reached',
    offlineWhy: 'It doesn’t answer. Is the network there, is the service running?',
    slow: 'This takes too long',
    slowWhy: 'There was no answer within 30 seconds.',
    garbled: 'The answer can’t be read',
    garbledWhy: 'What came back is not an answer of this service (status {n}).',
    missing: 'This can’t be found',
    forbidden: 'You may not see this',
    busy: 'The service is busy',
    failed: 'Something went wrong',
    nodesFailed: 'This part could not be loaded.',
    page: 'Page {n}',
    of: 'of {n}',
    previousPage: 'Previous page',
    nextPage: 'Next page',
    play: 'Play',
    cantPlay: 'Your browser can’t play this file. Download it instead.',
    3: 'Video',
    4: 'Audio',
    6: '3D',
    download: 'Download',
    noDownload: 'There is nothing to download here.',
    general: 'Properties',
    fields: 'Information',
    keywords: 'Keywords',
    versions: 'Versions',
    version: 'Version {n}',
    current: 'current',
    related: 'Related',
    searchFor: 'Results for “{n}”',
  },
  de: {
    brand: 'Katalog',
    skip: 'Direkt zu den Bildern',
    browse: 'Stöbern',
    search: 'Alles durchsuchen',
    language: 'Sprache',
    types: 'Arten von Knoten',
    find: 'Nach Namen suchen',
    top: 'Am häufigsten geladen',
    path: 'Pfad',
    sort: 'Sortieren nach',
    previous: 'Zurück',
    next: 'Weiter',
    close: 'Schließen',
    'name-asc': 'Name, A bis Z',
    'name-desc': 'Name, Z bis A',
    'uploaddate-desc': 'Neueste zuerst',
    'uploaddate-asc': 'Älteste zuerst',
    'lastmodified-desc': 'Zuletzt geändert',
    'filesize-desc': 'Größte zuerst',
    'extension-asc': 'Dateityp',
    'score-desc': 'Beste Treffer',
    items: '{n} Objekt | {n} Objekte',
    downloads: '{n} Download | {n} Downloads',
    pages: '{n} Seite | {n} Seiten',
    loading: 'Wird geladen …',
    more: 'Mehr laden',
    moreNodes: '{n} weitere zeigen',
    nothingHere: 'Hier liegt noch nichts',
    nothingHereWhy: 'Was hier abgelegt wird, erscheint sofort.',
    noNodes: 'Davon gibt es noch nichts.',
    nothingFound: 'Nichts gefunden',
    nothingFoundWhy: 'Zu „{n}“ passt nichts. Weniger oder andere Wörter helfen vielleicht.',
    noNames: 'Kein Name beginnt so.',
    retry: 'Noch einmal versuchen',
    offline: 'Der Dienst ist nicht erreichbar',
    offlineWhy: 'Er antwortet nicht. Besteht eine Verbindung, läuft der Dienst?',
    slow: 'Das dauert zu lange',
    slowWhy: 'Nach 30 Sekunden kam noch keine Antwort.',
    garbled: 'Die Antwort ist nicht lesbar',
    garbledWhy: 'Was zurückkam, ist keine Antwort dieses Dienstes (Status {n}).',
    missing: 'Das ist nicht zu finden',
    forbidden: 'Das ist nicht für Sie freigegeben',
    busy: 'Der Dienst ist ausgelastet',
    failed: 'Etwas ist schiefgegangen',
    nodesFailed: 'Dieser Teil konnte nicht geladen werden.',
    page: 'Seite {n}',
    of: 'von {n}',
    previousPage: 'Vorige Seite',
    nextPage: 'Nächste Seite',
    play: 'Abspielen',
    cantPlay: 'Ihr Browser kann diese Datei nicht abspielen. Laden Sie sie herunter.',
    3: 'Video',
    4: 'Audio',
    6: '3D',
    download: 'Herunterladen',
    noDownload: 'Hier gibt es nichts herunterzuladen.',
    general: 'Eigenschaften',
    fields: 'Informationen',
    keywords: 'Schlagwörter',
    versions: 'Versionen',
    version: 'Version {n}',
    current: 'aktuell',
    related: 'Verwandtes',
    searchFor: 'Treffer für „{n}“',
  },
};

/**
 * Returns a text in the page's language. `n` is a text, or a number, which is formatted and chooses singular or plural.
 * @param {string | number} key
 * @param {string | number} [n]
 */
function t(key, n) {
  const text = (WORDS[locale.slice(0, 2)] ?? WORDS.en)[key];
  const [one, many = one] = text.split(' | ');
  return (n === 1 ? one : many).replace('{n}', () => (typeof n === 'number' ? number(n) : String(n)));
}
/** @param {(locale: string) => string} make */
const inLanguage = (make) => {
  try {
    return make(locale);
  } catch {
    return make('en');
  }
};
/** @param {number} n */
const number = (n) => inLanguage((l) => new Intl.NumberFormat(l).format(n));
