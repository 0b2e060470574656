/** What asks for a token, and shows failures over a catalogue that is there. Loaded when it is needed. */
import { html, nothing, type TemplateResult } from 'lit';
import { EN_AROUND } from '../texts/en-around.ts';
import { addTexts, type Say } from '../texts/texts.ts';
import modalStyles from '../theme/modal.css';
import { modal } from '../theme/modal.ts';
import signInStyles from './sign-in.css';

export const STYLES = [modalStyles, signInStyles];

export { modal };

/** The form that asks for a token. */
export interface SignInForm {
  readonly say: Say;
  /** True if the service has refused the token that was entered last. */
  readonly isRefused: boolean;
  readonly enter: (token: string) => void;
}

/** Draws the form without a title, which the panel or dialog has. */
export function signInForm({ say, isRefused, enter }: SignInForm): TemplateResult {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    enter(String(new FormData(event.target as HTMLFormElement).get('token')).trim());
  };
  return html`<form @submit=${submit}>
    <p>${say('sign-in.text')}</p>
    ${isRefused ? html`<p class="error" role="alert">${say('sign-in.refused')}</p>` : nothing}
    <slot name="sign-in"></slot>
    <label>${say('sign-in.token')}<input name="token" type="password" autocomplete="off" autofocus required /></label>
    <button class="primary">${say('sign-in.submit')}</button>
  </form>`;
}

addTexts(EN_AROUND);
