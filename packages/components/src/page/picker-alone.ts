import { render } from 'lit';
import { EN_LATER } from '../texts/en-later.ts';
import { addTexts, type Say } from '../texts/texts.ts';
import controls from '../theme/controls.css';
import { icon } from '../theme/icons.ts';
import noticeStyles from '../theme/notice.css';
import { notice } from '../theme/notice.ts';
import tokens from '../theme/tokens.css';

/** Explains the picker to people who opened its address by hand, or whose page is gone. */
export function explainPicker(say: Say): void {
  addTexts(EN_LATER);
  const box = document.body.appendChild(document.createElement('main')).attachShadow({ mode: 'open' });
  box.adoptedStyleSheets = [tokens, controls, noticeStyles].flatMap(({ styleSheet }) => styleSheet ?? []);
  render(notice({ icon: icon('info'), title: say('picker.nobody.title'), text: say('picker.nobody.text') }), box);
}
