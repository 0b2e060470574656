// A page that lists, filters, shows and downloads assets, without a build.
import { connect, isServiceError, previewsOf } from '@asset-browsing-service/client';

const service = new URLSearchParams(location.search).get('service') ?? document.body.dataset.service;
const client = connect(service, { locale: 'en' });
const find = (selector) => document.querySelector(selector);
const form = find('#search');
const details = find('#details');

let page;
let current = new AbortController();
/** The asset in the dialog. */
let shown;

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

/** Appends the page after. The button waits for it, so two clicks don't append the same page twice. */
async function showMore() {
  const before = page;
  const button = find('#more');
  button.disabled = true;
  try {
    const next = await before.next();
    // Another search may have begun meanwhile.
    if (!next || page !== before) return;
    page = next;
    find('#assets').append(...page.items.map(card));
    button.hidden = find('#assets').childElementCount >= page.total;
  } catch (error) {
    find('#status').textContent = messageOf(error);
  } finally {
    button.disabled = false;
  }
}

function card(asset) {
  const image = element('img', { alt: '', loading: 'lazy', sizes: '14rem', ...previewsOf(client, asset) });
  const button = element(
    'button',
    { type: 'button', onclick: () => show(asset) },
    image,
    element('span', {}, asset.name),
  );
  return element('li', {}, button);
}

async function show(asset) {
  shown = asset;
  const image = details.querySelector('img');
  Object.assign(image, { sizes: 'min(90vw, 60rem)', ...previewsOf(client, asset) });
  find('#name').textContent = asset.name;
  details.querySelector('dl').replaceChildren();
  details.querySelector('[role=alert]').textContent = '';
  find('#download').hidden = !asset.downloadable;
  find('#download').onclick = () => download(asset);
  details.showModal();
  let rows;
  try {
    const { general, infofields = [] } = await client.asset.details({ details: asset.id, details_infofields: true });
    rows = [...Object.entries(general), ...infofields.map(({ name, value }) => [name, value])];
  } catch (error) {
    if (shown === asset) details.querySelector('[role=alert]').textContent = messageOf(error);
    return;
  }
  // The details of an asset that was shown before may come later than these.
  if (shown !== asset) return;
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
