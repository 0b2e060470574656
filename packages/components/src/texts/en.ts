import type { EN_LATER } from './en-later.ts';

/**
 * The English texts of a list of assets; `EN_LATER` has the others. A text that depends on a number has one form for each
 * plural category of its language (`Intl.PluralRules`). Names in braces stand for values.
 */
export const EN = {
  'catalogue.loading': 'Loading the catalogue',
  'catalogue.retry': 'Try again',
  'catalogue.unreachable.title': 'The catalogue cannot be reached',
  'catalogue.unreachable.text': 'Check the connection, or try again in a moment.',
  'catalogue.busy.title': 'The catalogue is busy',
  'catalogue.busy.text': 'Trying again in {seconds} s.',
  'catalogue.foreign.title': 'The answer cannot be read',
  'catalogue.foreign.text':
    'A proxy or another program answered, or the connection broke. Check the connection and address.',
  'catalogue.slow': 'The catalogue is taking a long time to answer.',
  'catalogue.failed.title': 'Something went wrong',
  'catalogue.failed.text': 'The service refused this request ({code}).',
  'catalogue.forbidden.title': 'You may not see this',
  'catalogue.forbidden.text': 'Ask the operator for access.',
  'sign-in.title': 'Sign in',
  'sign-in.text': 'This catalogue needs an access token. It is kept until you close this page.',
  'sign-in.submit': 'Sign in',
  'assets.count': { one: '{count} item', other: '{count} items' },
  'assets.empty.title': 'Nothing here',
  'name.none': '(no name)',
  'grid.label': 'Items',
  'grid.loading': 'Loading',
  'grid.on-page': 'Page {page}',
  'grid.selected': '{count} selected',
  'kind.0': 'File',
  'kind.1': 'Image',
  'kind.2': 'Document',
  'kind.3': 'Video',
  'kind.4': 'Audio',
  'kind.5': 'Text',
  'kind.6': '3D model',
  'kind.pages': { one: '{count} page', other: '{count} pages' },
  'dialog.close': 'Close',
  'refused.unreachable': 'The connection failed. Check it, and try again.',
  'details.gone.text': 'It was deleted, or you may not see it.',
  'picker.title': 'Choose an item',
  'picker.title.many': 'Choose items',
  'picker.change': 'Choose another item',
  'picker.change.many': 'Change the choice',
  'picker.choose': 'Choose',
  'picker.choose.count': { one: 'Choose {count} item', other: 'Choose {count} items' },
  'picker.cancel': 'Cancel',
  'picker.none': 'Nothing chosen',
  'picker.count': { one: '{count} item chosen', other: '{count} items chosen' },
  'picker.count-of': '{count} of {max} chosen',
  'picker.only': 'Only: {what}',
  'picker.required': 'Choose an item.',
  'picker.too-few': { one: 'Choose at least {count} item.', other: 'Choose at least {count} items.' },
  'picker.too-many': { one: 'Choose at most {count} item.', other: 'Choose at most {count} items.' },
  'browse.menu': 'Folders and keywords',
  'browse.all': 'All items',
  'browse.results': 'Results for “{text}”',
  'browse.path': 'Path',
  'browse.filters': 'Filters',
  'browse.gone.title': 'This place does not exist',
  'refused.too-long': 'This is too much at once. Choose fewer items, or write less.',
  'refused.internal': 'A fault in the service. Try again, or tell its operator.',
  'refused.fault': 'Something failed in this browser. Reload the page.',
} as const;

export type TextKey = keyof typeof EN | keyof typeof EN_LATER;

/** A text, or its forms by plural category. */
export type Text = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }>;

/** All texts in one language. */
export type TextMap = Readonly<Record<TextKey, Text>>;
