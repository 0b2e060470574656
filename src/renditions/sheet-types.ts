/** Media types of texts that are drawn as the beginning of a sheet of paper. */
export const SHEET_TYPES: ReadonlySet<string> = new Set([
  ...[
    'text/plain',
    'text/markdown',
    'text/csv',
    'text/tab-separated-values',
    'text/html',
    'text/css',
    'text/javascript',
  ],
  ...['text/vtt', 'text/calendar', 'text/vcard', 'application/xml', 'application/xhtml+xml', 'application/json'],
  ...['application/geo+json', 'application/yaml', 'application/x-subrip', 'message/rfc822'],
]);
