import { html, nothing, render } from 'lit';
import cardStyles from '../catalogue/sign-in.css';
import { EN_LATER } from '../texts/en-later.ts';
import { addTexts, type Say } from '../texts/texts.ts';
import controls from '../theme/controls.css';
import tokens from '../theme/tokens.css';
import { logoPicture } from './brand.ts';
import { type PageSettings, signInAddress } from './page-settings.ts';
import styles from './sign-in-card.css';

/** What the card shows and offers. */
export interface SignInCard {
  readonly say: Say;
  readonly settings: PageSettings;
  readonly theme: 'light' | 'dark' | '';
  /** True if it covers a page that is there, because a session has ended. */
  readonly isOver: boolean;
  /** Asks for a token instead; undefined where there are none. */
  readonly useToken: (() => void) | undefined;
}

/** Shows the card that leads to the provider, with the name and the logo of the operator. Returns a function that removes it. */
export function showSignInCard({ say, settings, theme, isOver, useToken }: SignInCard): () => void {
  addTexts(EN_LATER);
  const { name, logo, logoDark } = settings;
  const box = document.createElement(isOver ? 'dialog' : 'main');
  // A dialog itself can have no shadow tree.
  const root = box.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [tokens, controls, cardStyles, styles].flatMap(({ styleSheet }) => styleSheet ?? []);
  render(
    html`<section class="panel" aria-labelledby="title">
      <header>
        ${logoPicture({ logo, logoDark, theme })}
        ${name ? html`<p><bdi>${name}</bdi></p>` : nothing}
      </header>
      <h1 id="title" tabindex="-1">${say('sign-in.card.title')}</h1>
      <p>${say('sign-in.card.text')}</p>
      <a class="button primary" href=${signInAddress()} target=${window.parent === window ? '_self' : '_top'}>${say('page.sign-in')}</a>
      ${useToken ? html`<button type="button" class="quiet" @click=${useToken}>${say('sign-in.card.token')}</button>` : nothing}
    </section>`,
    root,
  );
  document.body.prepend(box);
  if (box instanceof HTMLDialogElement) {
    // Nothing else can cover the dialogs of the page.
    box.setAttribute('aria-label', say('sign-in.card.title'));
    box.className = 'sign-in';
    box.addEventListener('close', () => box.remove());
    box.showModal();
  }
  return () => box.remove();
}
