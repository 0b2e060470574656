/**
 * Texts in English. A text with a number has one form for each plural category of its language (`Intl.PluralRules`); names
 * in braces are replaced by values.
 */
export const EN = {
  'catalogue.loading': 'Loading the catalogue',
  'catalogue.retry': 'Try again',
  'catalogue.unreachable.title': 'The catalogue cannot be reached',
  'catalogue.unreachable.text': 'Check the connection, or try again in a moment.',
  'catalogue.busy.title': 'The catalogue is busy',
  'catalogue.busy.text': 'It will be tried again in {seconds} s.',
  'catalogue.foreign.title': 'No catalogue is at this address',
  'catalogue.foreign.text': 'Another program answered. Check the address of the service.',
  'catalogue.failed.title': 'Something went wrong',
  'catalogue.failed.text': 'The service says: {message}',
  'sign-in.title': 'Sign in',
  'sign-in.text': 'This catalogue needs an access token. It is kept until you close this page.',
  'sign-in.refused': 'The token is not valid, or it has expired.',
  'sign-in.forbidden': 'This token may not see the catalogue.',
  'sign-in.token': 'Access token',
  'sign-in.submit': 'Sign in',
  'assets.count': { one: '{count} item', other: '{count} items' },
  'assets.empty.title': 'Nothing here',
  'assets.empty.text': 'No items match. Remove a filter, or search everywhere.',
  'grid.label': 'Items',
  'grid.loading': 'Loading',
  'grid.position': '{position} of {count}',
  'grid.selected': { one: '{count} selected', other: '{count} selected' },
  'grid.failed': 'Some items could not be loaded.',
  'kind.0': 'File',
  'kind.1': 'Image',
  'kind.2': 'Document',
  'kind.3': 'Video',
  'kind.4': 'Audio',
  'kind.5': 'Text',
  'kind.6': '3D model',
} as const;

/** The key of a text. */
export type TextKey = keyof typeof EN;

/** A text, or its forms by plural category. */
export type Text = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }>;

/** All texts in one language. */
export type TextMap = Readonly<Record<TextKey, Text>>;
