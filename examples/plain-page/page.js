// A page that lists, filters, shows and downloads assets, without a build.
import { connect, isServiceError, pictureOf } from '@asset-browsing-service/client';

const service = new URLSearchParams(location.search).get('service') ?? document.body.dataset.service;
const client = connect(service, { locale: 'en' });
const find = (selector) => document.querySelector(selector);
const form = find('#search');
const details = find('#details');

let page;
let current = new AbortController();

/** Shows the first page of what the form asks for. */
async function search() {
  // The answer to what was typed before may come later than this one.
  current.abort();
  current = new AbortController();
  const { signal } = current;
  const { search, search_file_category: category, sort_order } = Object.fromEntries(new FormData(form));
  try {
    page = await client.node.search(
      {
        search,
        search_file_category: category === '' ? undefined : Number(category),
        sort_order,
        sort_order_seq: sort_order === 'name' ? 'asc' : 'desc',
        paginate: 24,
        extended: true,
      },
      { signal },
    );
    find('#assets').replaceChildren(...page.items.map(card));
    find('#status').textContent = `${page.total} ${page.total === 1 ? 'asset' : 'assets'}`;
    find('#more').hidden = page.items.length >= page.total;
  } catch (error) {
    if (!signal.aborted) find('#status').textContent = messageOf(error);
  }
}

async function showMore() {
  const next = await page.next();
  if (!next) return;
  page = next;
  find('#assets').append(...page.items.map(card));
  find('#more').hidden = find('#assets').childElementCount >= page.total;
}

function card(asset) {
  const image = element('img', { alt: '', loading: 'lazy', sizes: '14rem', ...pictureOf(client, asset) });
  const button = element(
    'button',
    { type: 'button', onclick: () => show(asset) },
    image,
    element('span', {}, asset.name),
  );
  return element('li', {}, button);
}

async function show(asset) {
  const image = details.querySelector('img');
  Object.assign(image, { sizes: 'min(90vw, 60rem)', ...pictureOf(client, asset) });
  find('#name').textContent = asset.name;
  details.querySelector('dl').replaceChildren();
  details.querySelector('[role=alert]').textContent = '';
  find('#download').hidden = !asset.downloadable;
  find('#download').onclick = () => download(asset);
  details.showModal();
  const { general, infofields = [] } = await client.asset.details({ details: asset.id, details_infofields: true });
  const rows = [...Object.entries(general), ...infofields.map(({ name, value }) => [name, value])];
  details
    .querySelector('dl')
    .replaceChildren(
      ...rows
        .filter(([, value]) => value)
        .flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
    );
}

/** Saves the file, and shows how much of it is there. */
async function download({ id }) {
  const progress = details.querySelector('progress');
  progress.hidden = false;
  try {
    const onProgress = ({ loaded, total }) => Object.assign(progress, { max: total ?? loaded, value: loaded });
    const file = await client.asset.download({ download: id }, { onProgress });
    const url = URL.createObjectURL(await file.blob());
    element('a', { href: url, download: file.name }).click();
    URL.revokeObjectURL(url);
  } catch (error) {
    details.querySelector('[role=alert]').textContent = messageOf(error);
  } finally {
    progress.hidden = true;
  }
}

function messageOf(error) {
  return isServiceError(error) ? `${error.message} (${error.code})` : String(error);
}

/** Makes an element with properties that have a value. */
function element(name, properties, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) if (value !== undefined) made[key] = value;
  made.append(...children);
  return made;
}

form.addEventListener('input', search);
form.addEventListener('submit', (event) => event.preventDefault());
find('#more').addEventListener('click', showMore);
for (const { id, name } of await client.asset.file_categories({ file_categories: true })) {
  form.search_file_category.append(element('option', { value: id }, name));
}
await search();
