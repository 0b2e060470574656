import { createHash } from 'node:crypto';

/** Escapes a text for HTML, in content and attribute values. */
export function escapeHtml(words: string): string {
  return words.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

/** Formats the attributes of a tag and escapes their values. */
export function attributes(pairs: readonly (readonly [string, string])[]): string {
  return pairs.map(([name, value]) => `${name}="${escapeHtml(value)}"`).join(' ');
}

/** Returns the source expression that allows an inline script or style in a Content-Security-Policy. */
export function sourceHash(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
}
