import { html, render } from 'lit';
import type { AbsPicker } from '../abs-picker.ts';
import { forgetDrafts } from '../details/kept-drafts.ts';
import { EN_LATER } from '../texts/en-later.ts';
import { addTexts, type Say } from '../texts/texts.ts';
import controls from '../theme/controls.css';
import { laterIcon } from '../theme/later-icons.ts';
import tokens from '../theme/tokens.css';

/** Puts a button into the bar of the picker that signs the person out. */
export async function offerSignOut(picker: AbsPicker, say: Say, signOut: () => void): Promise<void> {
  // Before that, the dialog has a narrow bar for its title alone.
  await customElements.whenDefined('abs-chooser');
  if (picker.querySelector('.sign-out')) return;
  addTexts(EN_LATER);
  const box = document.createElement('span');
  box.slot = 'end';
  box.className = 'sign-out';
  const root = box.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [tokens, controls].flatMap(({ styleSheet }) => styleSheet ?? []);
  const label = say('page.sign-out');
  const pressed = () => {
    // The next person must not read them.
    forgetDrafts();
    signOut();
  };
  const button = html`<button type="button" class="quiet" aria-label=${label} title=${label} @click=${pressed}>
    ${laterIcon('person')}
  </button>`;
  render(button, root);
  picker.append(box);
}
