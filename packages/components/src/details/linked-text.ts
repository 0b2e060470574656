import { html, nothing } from 'lit';

/**
 * Addresses of pages and of mail within a text, without the punctuation that ends a sentence, a quotation or a bracket. A closing
 * parenthesis belongs to the address that has the opening one. Full-width punctuation ends an address, because no space follows it.
 */
const ADDRESSES =
  /((?:https?:\/\/|mailto:)[^\s<>"、。，．：；！？（）【】「」『』]*(?:[^\s<>"'.,;:!?)\]}…“”„‘’‚«»‹›、。，．：；！？）】」』]|(?<=(?:\/\/|mailto:)[^\s<>"]*\([^\s<>"()]*)\)))/i;

/** Splits a text: every second part, from the second one on, is an address. */
export function addressesIn(text: string): readonly string[] {
  return text.split(ADDRESSES);
}

/** Returns the content of a field: its text, in which addresses are links. */
export function linkedText(text: string): unknown {
  const parts = addressesIn(text);
  if (parts.length === 1) return text;
  return parts.map((part, index) =>
    index % 2 === 0
      ? part
      : html`<a href=${part} target=${/^mailto:/i.test(part) ? nothing : '_blank'} rel="noopener" dir="ltr">${part}</a>`,
  );
}
