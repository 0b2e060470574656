import { html, nothing, type TemplateResult } from 'lit';
import type { Say } from '../texts/texts.ts';

/** Texts that have to be confirmed before a download. */
export interface MessagesView {
  readonly say: Say;
  readonly messages: readonly string[];
  /** The texts that the person has confirmed, as `textOf` joins them. */
  readonly agreed: string;
  readonly agree: (agreed: string) => void;
}

/** Joins texts, so that a confirmation holds for exactly these. */
function textOf(messages: readonly string[]): string {
  return messages.join('\n');
}

/** True if all texts are confirmed. */
export function isConfirmed({ messages, agreed }: Pick<MessagesView, 'messages' | 'agreed'>): boolean {
  return messages.length === 0 || agreed === textOf(messages);
}

/** Draws the texts and the box that confirms them, or nothing without any. */
export function messagesSection({ say, messages, agreed, agree }: MessagesView): TemplateResult | typeof nothing {
  if (messages.length === 0) return nothing;
  const tick = ({ target }: Event) => agree((target as HTMLInputElement).checked ? textOf(messages) : '');
  return html`<div class="message">
    ${messages.map((text) => html`<p dir="auto">${text}</p>`)}
    <label class="check">
      <input type="checkbox" .checked=${isConfirmed({ messages, agreed })} @change=${tick} />${say('download.agree')}
    </label>
  </div>`;
}
