import type { Say } from '../texts/texts.ts';

/** True if a text has a visible character: neither white space nor one that fonts do not draw. */
export function isVisible(text: string | undefined): text is string {
  return /[^\s\p{DI}]/u.test(text ?? '');
}

/** The first visible name of a node or an asset, or a text that says that it has none. */
export function visibleName(say: Say, ...names: readonly (string | undefined)[]): string {
  return names.find(isVisible) ?? say('name.none');
}
