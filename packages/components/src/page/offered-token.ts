import { html, render } from 'lit';
import { forgetDrafts } from '../details/kept-drafts.ts';
import { EN_LATER } from '../texts/en-later.ts';
import { addTexts, type Say } from '../texts/texts.ts';
import controls from '../theme/controls.css';
import { openModal } from '../theme/dialogs.ts';
import modalStyles from '../theme/modal.css';
import { modal } from '../theme/modal.ts';
import tokens from '../theme/tokens.css';
import type { KeptToken } from './kept-token.ts';

/**
 * Asks whether the token of the link that opened the page may replace the one that is kept: whoever sent the link would
 * otherwise make a person act as somebody else without knowing it.
 */
export function askForOffered(say: Say, token: KeptToken): void {
  addTexts(EN_LATER);
  const box = document.createElement('div');
  const root = box.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [tokens, controls, modalStyles].flatMap(({ styleSheet }) => styleSheet ?? []);
  const take = () => {
    token.takeOffered();
    // The next person must not read them.
    forgetDrafts();
    location.reload();
  };
  const stay = () => root.querySelector('dialog')?.close();
  const body = html`<p>${say('page.other-token.text')}</p>
    <button type="button" @click=${stay}>${say('page.other-token.stay')}</button>
    <button type="button" @click=${take}>${say('page.other-token.take')}</button>`;
  const title = say('page.other-token.title');
  render(modal({ title, closeLabel: say('dialog.close'), body, closed: () => box.remove() }), root);
  document.body.append(box);
  openModal(root.querySelector('dialog'));
}
