import { createHash } from 'node:crypto';

/** A text as it may stand in a page, in attributes too. */
export function text(words: string): string {
  return words.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

/** Attributes of a tag. */
export function attributes(pairs: readonly (readonly [string, string])[]): string {
  return pairs.map(([name, value]) => `${name}="${text(value)}"`).join(' ');
}

/** What a Content-Security-Policy names a script or style in the page by. */
export function sourceHash(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
}
