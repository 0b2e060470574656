/* About: languages, node types, the page's own texts */
/**
 * @param {string | undefined} wanted
 * @param {AbortSignal} signal
 */
async function learnAbout(wanted, signal) {
  /** @param {string} code */
  const language = (code) => code.slice(0, 2).toLowerCase();
  if (wanted) speak(wanted);
  /** @type {Envelope<About>} */
  let { data } = await ask('node.do', { about: true }, signal);
  const offered = [...new Set([...(data.guiLanguages ?? []), ...(data.containerLanguages ?? [])])];
  /** @param {string} code */
  const fit = (code) =>
    offered.find((offer) => offer.toLowerCase() === code.toLowerCase()) ??
    offered.find((offer) => language(offer) === language(code));
  const chosen = (wanted ? [wanted] : navigator.languages).map(fit).find(Boolean);
  // The response is in the requested language, or in the default language if that is not available.
  const isWrong = chosen !== undefined && language(chosen) !== language(locale);
  speak(chosen ?? data.defaultLanguage ?? 'en');
  if (isWrong) ({ data } = await ask('node.do', { about: true }, signal));
  about = data;
  aboutLocale = wanted ?? locale;
  forests.clear();
  forest = shownContent = shownPlace = undefined;
  $('types').replaceChildren();
  languageList.replaceChildren(
    ...offered.map((code) => el('option', { value: code, selected: code === locale }, nameOfLanguage(code))),
  );
  languageList.hidden = offered.length < 2;
  return about;
}
/**
 * Switches the page's own texts to a language.
 * @param {string} language
 */
function speak(language) {
  locale = language;
  document.documentElement.lang = language;
  for (const element of elementsWith('t')) element.textContent = t(element.dataset.t ?? '');
  for (const element of elementsWith('label')) element.setAttribute('aria-label', t(element.dataset.label ?? ''));
  for (const element of elementsWith('hint')) element.setAttribute('placeholder', t(element.dataset.hint ?? ''));
}
/**
 * Returns the elements of the page that have this data attribute.
 * @param {string} name
 * @returns {Iterable<HTMLElement>}
 */
function elementsWith(name) {
  return document.querySelectorAll(`[data-${name}]`);
}
/** @param {string} code */
function nameOfLanguage(code) {
  try {
    const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
    return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
  } catch {
    return code;
  }
}
/** @param {number} kind */
function drawTypes(kind) {
  if (!$('types').children.length) {
    /** @param {About['nodeTypes'][number]} type */
    const tab = (type) =>
      el(
        'button',
        {
          type: 'button',
          role: 'tab',
          id: `type-${type.id}`,
          'aria-controls': 'branch',
          click: () => chooseType(Number(type.id)),
        },
        type.name,
      );
    $('types').replaceChildren(...(about?.nodeTypes ?? []).map(tab));
  }
  for (const tab of tabs()) {
    const isChosen = tab.id === `type-${kind}`;
    tab.setAttribute('aria-selected', String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
  }
  $('branch').setAttribute('aria-labelledby', `type-${kind}`);
}
/** @returns {HTMLElement[]} */
const tabs = () => [...$('types').querySelectorAll('button')];
/**
 * Shows the tree of another type; the grid stays until a node is chosen.
 * @param {number} kind
 */
function chooseType(kind) {
  closeFinder();
  findField.value = '';
  loadForest(kind);
}
$('types').addEventListener('keydown', (event) => {
  const all = tabs();
  const at = all.findIndex((tab) => tab.matches(':focus'));
  /** @type {Readonly<Record<string, number>>} */
  const steps = { ArrowRight: at + 1, ArrowLeft: at - 1 + all.length, Home: 0, End: all.length - 1 };
  const to = steps[event.key];
  if (to === undefined || at < 0) return;
  event.preventDefault();
  all[to % all.length].focus();
  all[to % all.length].click();
});
