// Builds a form for each operation of openapi.json and shows what the service answers.
const at = (id) => document.getElementById(id);
const service = new URL('..', document.baseURI);
// Until the rest is there, and without it, the browser would send the form itself, with the token in the address.
at('request').addEventListener('submit', (event) => event.preventDefault());
const description = await loadDescription();
const operations = new Map(Object.entries(description.paths).map(([path, { get }]) => [path, get]));

const resolved = (part) =>
  part.$ref === undefined
    ? part
    : part.$ref
        .slice(2)
        .split('/')
        .reduce((value, key) => value[key], description);

async function loadDescription() {
  try {
    const response = await fetch(new URL('openapi.json', service));
    if (!response.ok) throw new Error(`openapi.json is answered with ${response.status}`);
    return await response.json();
  } catch (error) {
    const text = 'The description of the interface could not be loaded. Reload this page to try again.';
    at('about').replaceChildren(element('p', { className: 'failed', textContent: text }));
    at('request').hidden = true;
    throw error;
  }
}

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

for (const tag of description.tags) {
  const group = element('optgroup', { label: tag.name });
  for (const [path, { tags, summary }] of operations) {
    if (!tags.includes(tag.name)) continue;
    group.append(element('option', { value: path, textContent: `${path.split('/').at(-1)}: ${summary}` }));
  }
  at('operation').append(group);
}

/** The parts of a text: what stands between two backquotes is code. */
const parts = (text = '') =>
  text.split('`').map((part, at) => (at % 2 === 1 ? element('code', { textContent: part }) : part.replaceAll('*', '')));

function show() {
  const path = at('operation').value;
  const { summary, description: text, parameters } = operations.get(path);
  const page = `reference/interface/${path.slice(1).replace('.do/', '-')}.html`;
  at('about').replaceChildren(
    ...(text ?? summary).split('\n\n').map((paragraph) => element('p', {}, ...parts(paragraph))),
    element('p', {}, element('a', { href: page, textContent: 'All about it' })),
  );
  const all = parameters.map(resolved);
  const optional = all.filter(({ required }) => !required);
  at('parameters').replaceChildren(
    ...all.filter(({ required }) => required).map(field),
    element(
      'details',
      { className: 'optional' },
      element('summary', { textContent: `${optional.length} optional parameters` }),
      ...optional.map(field),
    ),
  );
  at('answer').hidden = true;
  sent += 1;
  update();
}

function field({ name, description: text, required, schema, deprecated, example }) {
  const id = `parameter-${name}`;
  const choices = schema.enum ?? schema.items?.enum ?? (schema.type === 'boolean' ? ['true', 'false'] : undefined);
  const control = choices
    ? element(
        'select',
        { id, name },
        ...['', ...choices].map((choice) => element('option', { value: choice, textContent: choice })),
      )
    : element('input', {
        id,
        name,
        autocomplete: 'off',
        placeholder: example === undefined ? '' : `such as ${example}`,
      });
  control.required = required === true;
  control.setAttribute('aria-describedby', `${id}-about`);
  const label = element('label', { htmlFor: id }, element('code', { textContent: name }));
  if (required) label.append(' (required)');
  if (deprecated) label.append(' (deprecated)');
  const initial = schema.default === undefined ? '' : ` Default: ${schema.default}.`;
  const about = element('small', { id: `${id}-about` }, ...parts(text), `.${initial}`);
  return element('div', { className: 'field' }, label, control, about);
}

function address() {
  const path = at('operation').value;
  const url = new URL(path.slice(1), service);
  for (const [name, value] of new FormData(at('request'))) if (value !== '') url.searchParams.append(name, value);
  return url;
}

function update() {
  at('address').textContent = decodeURI(address().href);
}

/** Number of the last request. The answer to an earlier one, which may come later, is not shown. */
let sent = 0;
/** Address of the file that is shown, which holds the file in memory. */
let fileUrl;

async function send() {
  const token = at('token').value;
  const url = address();
  const began = performance.now();
  const answer = at('answer');
  sent += 1;
  const own = sent;
  const replace = (...children) => {
    if (own !== sent) return;
    answer.hidden = false;
    answer.replaceChildren(...children);
  };
  try {
    const response = await fetch(url, token === '' ? {} : { headers: { authorization: `Bearer ${token}` } });
    const body = await response.blob();
    const milliseconds = Math.round(performance.now() - began);
    const status = element('p', {}, element('strong', { textContent: String(response.status) }));
    status.className = response.ok ? '' : 'failed';
    status.append(` ${response.headers.get('content-type') ?? ''}, ${body.size} bytes, ${milliseconds} ms`);
    const text = isText(response) ? await body.text() : undefined;
    if (own !== sent) return;
    const signIn = response.status === 401 && token === '' ? await signInLink() : '';
    replace(element('h2', { textContent: 'Answer' }), status, signIn, shown(response, body, text));
  } catch {
    const text = 'The request did not reach the service, or was stopped on the way.';
    replace(element('p', { className: 'failed', textContent: text }));
  }
}

function isText(response) {
  return /json|javascript|text/.test(response.headers.get('content-type') ?? '');
}

/** An answer as an element; `text` is the body if that is a text. */
function shown(response, body, text) {
  if (text !== undefined) {
    const code = element('code', { textContent: indented(text).slice(0, 200_000) });
    return element('div', { className: 'code answer' }, element('pre', { tabIndex: 0 }, code));
  }
  if (fileUrl !== undefined) URL.revokeObjectURL(fileUrl);
  fileUrl = URL.createObjectURL(body);
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('image/')) return element('img', { src: fileUrl, alt: 'The picture' });
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'download';
  const link = element('a', { href: fileUrl, download: name, textContent: `Save ${name}` });
  return element('p', {}, link);
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

at('operation').addEventListener('change', show);
at('request').addEventListener('input', update);
at('request').addEventListener('submit', send);
at('copy').addEventListener('click', async () => {
  const token = at('token').value === '' ? '' : ` -H 'Authorization: Bearer TOKEN'`;
  await navigator.clipboard.writeText(`curl${token} '${address().href.replaceAll("'", '%27')}'`);
});
const wanted = `/${location.hash.slice(1)}`;
if (operations.has(wanted)) at('operation').value = wanted;
show();

/** A link to the sign-in, where the service has one; then requests from this page have the session. */
async function signInLink() {
  const address = new URL('sign-in', service);
  const asked = await fetch(address, { method: 'HEAD', redirect: 'manual' }).catch(() => undefined);
  if (asked?.type !== 'opaqueredirect') return '';
  address.search = new URLSearchParams({ return: location.pathname + location.search });
  return element('p', {}, element('a', { href: address.href, textContent: 'Sign in' }));
}
