import { html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { EventDetails } from '../catalogue/event-details.ts';
import { forgetDrafts } from '../details/kept-drafts.ts';
import type { TextKey } from '../texts/en.ts';
import { languageTag, withReadersRegion } from '../texts/language-tag.ts';
import { LANGUAGES, type Say } from '../texts/texts.ts';
import { icon } from '../theme/icons.ts';
import { laterIcon } from '../theme/later-icons.ts';
import { type SignInSettings, signInAddress } from './page-settings.ts';

/** A setting that the person changed, one at a time. */
type ChosenSettings = EventDetails['abs-settings'];

/** What the menu of settings that people seldom change shows and does. */
export interface SettingsMenu {
  readonly catalogue: Catalogue;
  readonly theme: 'light' | 'dark' | '';
  /** Null where nobody can sign in with a provider. */
  readonly signIn: SignInSettings | null;
  readonly showTop: () => void;
  readonly print: () => void;
  readonly showKeys: () => void;
  readonly showDuplicates: () => void;
  readonly showLinks: () => void;
  readonly choose: (settings: ChosenSettings) => void;
}

const THEMES = ['', 'light', 'dark'] as const;

/** Draws the entries of the menu. */
export function settingsEntries({
  catalogue,
  theme,
  signIn,
  showTop,
  print,
  showKeys,
  showDuplicates,
  showLinks,
  choose,
}: SettingsMenu): TemplateResult {
  const { say, about, locale, tokenProvider } = catalogue;
  const languages = offeredLanguages([...about.guiLanguages, ...about.containerLanguages]);
  const present =
    languages.find((tag) => languageTag(tag) === locale) ?? languages.find((tag) => isSameLanguage(tag, locale));
  const chosen = ({ target }: Event) => (target as HTMLSelectElement).value;
  const hide = ({ currentTarget }: Event) =>
    (currentTarget as Element).closest<HTMLElement>('[popover]')?.hidePopover();
  const entry = (picture: TemplateResult, label: string, run: () => void) => {
    const press = (event: Event) => {
      hide(event);
      run();
    };
    return html`<button type="button" class="quiet" @click=${press}>${picture}${label}</button>`;
  };
  return html`${entry(laterIcon('star'), say('browse.top'), showTop)} ${about.searchLimits?.comparesPictures === false ? nothing : entry(laterIcon('copy'), say('duplicates.title'), showDuplicates)}
      ${about.ownPins ? entry(laterIcon('link'), say('share.own'), showLinks) : nothing}
      ${entry(laterIcon('print'), say('print.whole'), print)}
      <a class="button quiet" href=${say('page.guide')} target="_blank">${icon('info')}${say('page.help')}</a>
      ${entry(laterIcon('keyboard'), say('keys.title'), showKeys)}
      <label>
        ${say('page.language')}
        <select @change=${(event: Event) => choose({ locale: chosenLocale(chosen(event), languages) })}>
          ${languages.map((tag) => html`<option value=${tag} lang=${tag} .selected=${tag === present}>${nameOf(tag)}</option>`)}
        </select>
      </label>
      <label>
        ${say('page.theme')}
        <select @change=${(event: Event) => choose({ theme: chosen(event) as 'light' | 'dark' | '' })}>
          ${THEMES.map((each) => html`<option value=${each} .selected=${each === theme}>${say(`page.theme.${each || 'system'}` as TextKey)}</option>`)}
        </select>
      </label>
      ${
        tokenProvider
          ? html`<button type="button" class="quiet" @click=${() => choose({ signsOut: true })}>
              ${laterIcon('person')}${say('page.sign-out')}
            </button>`
          : personOf(signIn, say)
      }`;
}

/** Draws who has signed in, with a link that ends it, or one that begins it. */
function personOf(signIn: SignInSettings | null, say: Say): TemplateResult | typeof nothing {
  if (!signIn) return nothing;
  if (signIn.name === null)
    return html`<a class="button quiet" href=${signInAddress()}>${laterIcon('person')}${say('page.sign-in')}</a>`;
  // The next person must not read the drafts.
  return html`<p class="who">${say('page.signed-in', { name: signIn.name })}</p>
    <a class="button quiet" href="sign-out" @click=${forgetDrafts}>${laterIcon('person')}${say('page.sign-out')}</a>`;
}

/** The languages of the service, with the service's tags, and then those that only the texts of the page have. */
export function offeredLanguages(tags: readonly string[]): readonly string[] {
  const own = LANGUAGES.filter((language) => !tags.some((tag) => isSameLanguage(tag, language)));
  return [...new Set([...tags, ...own])];
}

/** The language that a person chose, with the region in which the browser has it, unless that is another choice. */
function chosenLocale(tag: string, offered: readonly string[]): string {
  const known = languageTag(tag);
  return known === undefined ? tag : withReadersRegion(known, offered);
}

/** True for `de` and `de-AT`, but not for `fi` and `fil`. */
function isSameLanguage(one: string, other: string): boolean {
  const languageOf = (tag: string) => languageTag(tag)?.split('-')[0];
  return languageOf(one) === languageOf(other);
}

/** A language as its speakers name it. */
function nameOf(tag: string): string {
  try {
    const known = languageTag(tag) ?? tag;
    const name = new Intl.DisplayNames([known], { type: 'language' }).of(known) ?? tag;
    return name.charAt(0).toLocaleUpperCase(known) + name.slice(1);
  } catch {
    return tag;
  }
}
