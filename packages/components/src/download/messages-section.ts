import { html, nothing, type TemplateResult } from 'lit';
import type { Say } from '../texts/texts.ts';

/** Messages that a person has to confirm before a download. */
export interface MessagesView {
  readonly say: Say;
  readonly messages: readonly string[];
  /** The messages that the person has confirmed, as `textOf` joins them. */
  readonly agreed: string;
  readonly agree: (agreed: string) => void;
}

/** Joins messages, so that a confirmation applies to exactly these. */
function textOf(messages: readonly string[]): string {
  return messages.join('\n');
}

export function isConfirmed({ messages, agreed }: Pick<MessagesView, 'messages' | 'agreed'>): boolean {
  return messages.length === 0 || agreed === textOf(messages);
}

/** Draws the messages and the checkbox that confirms them; nothing without messages. */
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
