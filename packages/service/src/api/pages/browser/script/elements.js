/* Elements. Data from the service is only ever inserted as text or attribute values, never as markup. */

/**
 * Returns the element of the page with this ID.
 * @template {HTMLElement} Type
 * @param {string} id
 * @param {new () => Type} type
 */
function elementOf(id, type) {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`the page has no ${type.name} ${id}`);
  return element;
}
/** @param {string} id */
const $ = (id) => elementOf(id, HTMLElement);
const dialog = elementOf('details', HTMLDialogElement);
const findField = elementOf('find', HTMLInputElement);
const wordsField = elementOf('words', HTMLInputElement);
const languageList = elementOf('language', HTMLSelectElement);
const sortList = elementOf('sort', HTMLSelectElement);
const previousButton = elementOf('previous', HTMLButtonElement);
const nextButton = elementOf('next', HTMLButtonElement);
const topLink = elementOf('top', HTMLAnchorElement);

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Properties} properties
 * @param {...Child} children
 */
function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.filter((child) => child !== undefined && child !== false));
  return element;
}
/** @param {string | number} name */
function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const use = svg.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'use'));
  use.setAttribute('href', document.getElementById(`i-${name}`) ? `#i-${name}` : '#i-file');
  return svg;
}
/**
 * @param {string} text
 * @param {() => void} click
 */
const button = (text, click) => el('button', { type: 'button', class: 'button', click }, text);
/** @param {number} count */
const ghosts = (count) => Array.from({ length: count }, () => el('div', { class: 'ghost' }));
