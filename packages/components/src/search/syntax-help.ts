import { html, type TemplateResult } from 'lit';
import { EN_LATER } from '../texts/en-later.ts';
import { addTexts, type Say } from '../texts/texts.ts';

/** Draws the help on the syntax of searches. */
export function syntaxHelp(say: Say): TemplateResult {
  return html`<section class="help" aria-label=${say('search.help')}>
    <p>${say('search.help.all')}</p>
    <dl>
      <dt><code>lake*</code></dt>
      <dd>${say('search.help.beginning')}</dd>
      <dt><code>"old town"</code></dt>
      <dd>${say('search.help.phrase')}</dd>
      <dt><code>-night</code></dt>
      <dd>${say('search.help.not')}</dd>
    </dl>
  </section>`;
}

addTexts(EN_LATER);
