import { html, render, type TemplateResult } from 'lit';
import { EN_LATER } from '../texts/en-later.ts';
import { addTexts, type Say } from '../texts/texts.ts';
import controls from '../theme/controls.css';
import { openModal } from '../theme/dialogs.ts';
import modalStyles from '../theme/modal.css';
import { modal } from '../theme/modal.ts';
import tokens from '../theme/tokens.css';
import styles from './keys-dialog.css';
import { keepKeys, usesKeys } from './page-keys.ts';

type Key = readonly [keys: readonly string[], does: string];

/** Shows the keys of the page, of the list and of the viewer. Does nothing while they are shown. */
export function showKeys(say: Say, theme: string): void {
  if (document.querySelector('#keys')) return;
  const box = document.createElement('div');
  box.id = 'keys';
  box.lang = document.documentElement.lang;
  const root = box.attachShadow({ mode: 'open' });
  if (theme) box.style.colorScheme = theme;
  root.adoptedStyleSheets = [tokens, controls, modalStyles, styles].flatMap(({ styleSheet }) => styleSheet ?? []);
  const arrows = ['←', '→', '↑', '↓'];
  const page: readonly Key[] = [
    [['/'], say('search.label')],
    [['?'], say('keys.title')],
    [['↑', '↓'], say('keys.filter')],
    [[say('keys.escape')], say('viewer.close')],
  ];
  const list: readonly Key[] = [
    [arrows, say('keys.move')],
    [[say('keys.enter')], say('keys.open')],
    [[say('keys.space')], say('page.select')],
    [[say('keys.shift'), ...arrows], say('keys.range')],
    [[say('keys.ctrl'), 'A'], say('keys.all')],
  ];
  const viewer: readonly Key[] = [
    [['←'], say('viewer.previous')],
    [['→'], say('viewer.next')],
    [[say('keys.page-up')], say('viewer.previous-page')],
    [[say('keys.page-down')], say('viewer.next-page')],
    [['+'], say('viewer.zoom-in')],
    [['-'], say('viewer.zoom-out')],
    [['0'], say('viewer.zoom-whole')],
    [['1'], say('viewer.zoom-actual')],
    [[say('keys.space')], say('keys.play')],
    [['N'], say('viewer.next-chapter')],
    [['P'], say('viewer.previous-chapter')],
    [['/'], say('viewer.find')],
    [['F'], say('viewer.full-screen')],
    [['I'], say('viewer.aside')],
  ];
  const switched = ({ target }: Event) => keepKeys((target as HTMLInputElement).checked);
  const body = html`<div class="lists">
      ${section(say('keys.page'), page)} ${section(say('keys.list'), list)} ${section(say('keys.viewer'), viewer)}
    </div>
    <label><input type="checkbox" .checked=${usesKeys()} @change=${switched} />${say('keys.use')}</label>`;
  const closed = () => box.remove();
  render(modal({ title: say('keys.title'), closeLabel: say('dialog.close'), body, closed }), root);
  document.body.append(box);
  openModal(root.querySelector('dialog'));
}

function section(title: string, keys: readonly Key[]): TemplateResult {
  const row = ([names, does]: Key) =>
    html`<div><dt>${names.map((name) => html`<kbd>${name}</kbd>`)}</dt><dd>${does}</dd></div>`;
  return html`<section><h3>${title}</h3><dl>${keys.map(row)}</dl></section>`;
}

addTexts(EN_LATER);
