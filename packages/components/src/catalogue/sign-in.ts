import { css, html, nothing, type TemplateResult } from 'lit';
import type { Say } from '../texts/texts.ts';

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

/** Styles of the form, and of the panel that holds it until there is content. Later a dialog holds it. */
export const signInStyles = css`
  .panel {
    max-inline-size: 22rem;
    margin: 4rem auto;
    padding: 1.5rem;
    border: 1px solid var(--_line);
    border-radius: calc(2 * var(--_radius));
    background: var(--_surface);
    box-shadow: var(--_shadow);
  }
  .panel h2 {
    margin: 0 0 0.75rem;
  }
  /* With wide fonts, an input is wider than a narrow panel by itself. */
  form,
  label {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.75rem;
  }
  form p {
    margin: 0;
  }
  label {
    gap: 0.25rem;
  }
  .error {
    color: var(--_danger);
  }
`;
