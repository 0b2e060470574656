import { html, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Say } from '../texts/texts.ts';
import { copyText } from './copy-text.ts';
import { laterIcon } from './later-icons.ts';

/**
 * Draws an address in a field, with a button that copies it. If the page may not copy, the button selects the address instead. With
 * `text`, this is the text of the button, and the field appears only if the page may not copy.
 */
export function copyLink(say: Say, address: string, label: string, text?: string): TemplateResult {
  const copy = async ({ currentTarget }: Event) => {
    const box = (currentTarget as HTMLElement).closest('.copy-link');
    const field = box?.querySelector('input');
    const status = box?.querySelector('[role=status]');
    const isCopied = await copyText(address);
    box?.classList.toggle('by-hand', !isCopied);
    if (!isCopied) {
      field?.focus();
      field?.select();
    }
    if (status) status.textContent = say(isCopied ? 'copy.done' : 'copy.by-hand');
  };
  return html`<div class="copy-link ${text === undefined ? '' : 'short'}">
    <input readonly dir="ltr" aria-label=${label} .value=${address} />
    <button type="button" @click=${copy}>${laterIcon(text === undefined ? 'copy' : 'link')}${text ?? say('copy.copy')}</button>
    ${keyed(address, html`<span role="status"></span>`)}
  </div>`;
}
