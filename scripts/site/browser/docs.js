// Copy buttons, the list of pages, and the search, whose index is loaded when it is first used.
const root = document.body.dataset.root;

// Examples name the address of this service, so that they work as they are.
const service = new URL(`${root}../`, location.href).href.replace(/\/$/, '');
for (const code of document.querySelectorAll('pre code')) {
  const own = code.textContent.replaceAll('http://localhost:8080', service);
  if (own !== code.textContent) code.textContent = own;
}

for (const block of document.querySelectorAll('.code:not(.answer)')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code').textContent.trimEnd());
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  });
  block.append(button);
}

// Beside the page the list is always open; above it, on a small screen, only on request.
const pages = document.querySelector('.pages > details');
const isSmall = matchMedia('(max-width: 52rem)');
const showPages = () => {
  pages.open = !isSmall.matches;
};
isSmall.addEventListener('change', showPages);
showPages();
const here = pages.querySelector('[aria-current]');
if (here && here.offsetTop > pages.clientHeight - 60) pages.scrollTop = here.offsetTop - pages.clientHeight / 2;

const input = document.getElementById('search-field');
const list = document.getElementById('found');
const none = document.getElementById('found-none');
let index;
let isLoaded = false;
let selected = -1;

function load() {
  index ??= loadIndex().catch((error) => {
    // The next word that is typed tries again.
    index = undefined;
    throw error;
  });
  return index;
}

async function loadIndex() {
  const [{ default: MiniSearch }, response] = await Promise.all([
    import('./minisearch.js'),
    fetch(`${root}search-index.json`),
  ]);
  if (!response.ok) throw new Error(`the index of the search is answered with ${response.status}`);
  const { index, options } = await response.json();
  const loaded = MiniSearch.loadJS(index, options);
  isLoaded = true;
  return loaded;
}

async function search() {
  const words = input.value.trim();
  let found = [];
  let problem = `Nothing is found for “${words}”.`;
  if (words !== '' && !isLoaded) say('Searching…');
  try {
    if (words !== '') found = (await load()).search(words, OPTIONS).slice(0, 12);
  } catch {
    problem = 'The search could not be loaded. Type on to try again.';
  }
  if (words !== input.value.trim()) return;
  list.replaceChildren(...found.map(entry));
  list.hidden = found.length === 0;
  say(words === '' || found.length > 0 ? '' : problem);
  input.setAttribute('aria-expanded', String(!list.hidden));
  select(found.length > 0 ? 0 : -1);
}

/** Shows a text in place of the list; '' hides it. */
function say(text) {
  none.hidden = text === '';
  none.textContent = text;
}

const OPTIONS = {
  // Whole pages before sections of others, what tells how before lists of everything, and reasons last.
  boostDocument: (_id, _term, { title, page, path }) =>
    (title === page ? 2 : 1) * (/^(?:guides|start)\//.test(path) ? 1.5 : path.startsWith('decisions/') ? 0.5 : 1),
  prefix: true,
  fuzzy: (word) => (word.length > 5 ? 0.2 : false),
  boost: { title: 4, page: 2 },
  combineWith: 'AND',
};

function entry({ title, page, path }, at) {
  const item = document.createElement('li');
  item.id = `found-${at}`;
  item.role = 'option';
  item.dataset.path = path;
  item.append(title);
  if (page !== title) {
    const small = document.createElement('small');
    small.textContent = page;
    item.append(small);
  }
  item.addEventListener('mousedown', (event) => event.preventDefault());
  item.addEventListener('click', () => visit(item));
  return item;
}

function select(at) {
  selected = at;
  for (const [place, item] of [...list.children].entries()) item.ariaSelected = String(place === at);
  list.children[at]?.scrollIntoView({ block: 'nearest' });
  if (at < 0) input.removeAttribute('aria-activedescendant');
  else input.setAttribute('aria-activedescendant', `found-${at}`);
}

function visit(item) {
  if (!item) return;
  close();
  location.href = root + item.dataset.path;
}

function close() {
  list.hidden = true;
  none.hidden = true;
  input.setAttribute('aria-expanded', 'false');
}

input.addEventListener('focus', () => load().catch(() => {}), { once: true });
input.addEventListener('input', search);
input.addEventListener('blur', close);
input.addEventListener('keydown', (event) => {
  const count = list.children.length;
  if (event.key === 'ArrowDown' && count > 0) select((selected + 1) % count);
  else if (event.key === 'ArrowUp' && count > 0) select((selected + count - 1) % count);
  else if (event.key === 'Enter' && !list.hidden) visit(list.children[selected]);
  else if (event.key === 'Escape') close();
  else return;
  event.preventDefault();
});
input.form.addEventListener('submit', (event) => event.preventDefault());
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || /^(?:INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName)) return;
  event.preventDefault();
  input.focus();
});
