import type { Say } from '../texts/texts.ts';

/** True if a text has a character that can be seen: neither a space nor one that fonts leave out. */
export function isVisible(text: string | undefined): text is string {
  return /[^\s\p{DI}]/u.test(text ?? '');
}

/** The first name that can be seen of those of a node or an asset; without one, a text that says so. */
export function visibleName(say: Say, ...names: readonly (string | undefined)[]): string {
  return names.find(isVisible) ?? say('name.none');
}
