import { html, nothing, render } from 'lit';
import cardStyles from '../catalogue/sign-in.css';
import { openPicker, PickerError } from '../picker/open-picker.ts';
import type { MessageToPage, PickerOptions } from '../picker/picker-messages.ts';
import { EN_LATER } from '../texts/en-later.ts';
import { addTexts, type Say } from '../texts/texts.ts';
import controls from '../theme/controls.css';
import tokens from '../theme/tokens.css';
import styles from './sign-in-card.css';

/** Seconds that a person may take to sign in before the picker in the window answers. */
const SIGN_IN_SECONDS = 900;

/**
 * Offers to choose in a popup: browsers send no cookie of a session to a frame of another site. Resolves with the message for
 * the page around this frame.
 */
export function chooseInWindow(say: Say, options: PickerOptions): Promise<MessageToPage> {
  addTexts(EN_LATER);
  const box = document.createElement('main');
  const root = box.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [tokens, controls, cardStyles, styles].flatMap(({ styleSheet }) => styleSheet ?? []);
  document.body.prepend(box);
  return new Promise((resolve) => {
    const end = (message: MessageToPage) => {
      box.remove();
      resolve(message);
    };
    const open = async () => {
      try {
        const service = new URL('.', location.href);
        const assets = await openPicker({ ...options, service, timeout: SIGN_IN_SECONDS });
        // Whoever closes the window may open it again.
        if (assets) end({ type: 'pick', assets });
      } catch (error) {
        if (error instanceof PickerError && error.code === 'popup_blocked') draw(true);
        else end({ type: 'error', message: String(error) });
      }
    };
    const draw = (isBlocked: boolean) =>
      render(
        html`<section class="panel" aria-labelledby="title">
          <h1 id="title">${say('picker.window.title')}</h1>
          <p>${say('picker.window.text')}</p>
          ${isBlocked ? html`<p class="error" role="alert">${say('picker.window.blocked')}</p>` : nothing}
          <button type="button" class="primary" @click=${open}>${say('picker.window.open')}</button>
          <button type="button" class="quiet" @click=${() => end({ type: 'close' })}>${say('dialog.close')}</button>
        </section>`,
        root,
      );
    draw(false);
  });
}
