// From the API of Omeka S, in JSON-LD: each file of an item becomes an asset with the fields of the item.
import { Bundle, getJson, given } from './bundle.mjs';

const [api, out] = given('API', 'OUT');
const { KEY_IDENTITY: identity, KEY_CREDENTIAL: credential } = process.env;
const PAGE = 50;

/** All resources of a kind, page by page. */
async function* all(kind) {
  for (let page = 1; ; page += 1) {
    const query = new URLSearchParams({ page, per_page: PAGE, sort_by: 'id' });
    if (identity) query.set('key_identity', identity);
    if (credential) query.set('key_credential', credential);
    const resources = await getJson(`${api.replace(/\/?$/, '/')}${kind}?${query}`);
    yield* resources;
    if (resources.length < PAGE) return;
  }
}

/** The properties of a resource, such as `dcterms:title`: texts by label and language, where `''` is that of the catalogue. */
function fieldsOf(resource, language) {
  const fields = {};
  for (const values of Object.values(resource)) {
    if (!Array.isArray(values)) continue;
    for (const { property_label: label, '@value': text, '@id': address, 'o:label': name, '@language': own } of values) {
      if (label === undefined) continue;
      fields[label] ??= {};
      const texts = fields[label];
      const code = (own || language).toLowerCase();
      const said = String(text ?? name ?? address ?? '');
      texts[code] = texts[code] === undefined ? said : `${texts[code]}\n${said}`;
    }
  }
  return fields;
}

const { LOCALE = 'en' } = process.env;
const bundle = await Bundle.open(out, LOCALE);
const sets = new Map();
for await (const set of all('item_sets')) sets.set(set['o:id'], set['o:title'] ?? `Set ${set['o:id']}`);
const media = new Map();
for await (const each of all('media')) media.set(each['o:id'], each);
for await (const item of all('items')) {
  const fields = fieldsOf(item, LOCALE);
  const subjects = Object.values(fields['Subject'] ?? {}).flatMap((texts) => texts.split('\n'));
  delete fields['Subject'];
  const own = (item['o:item_set'] ?? []).map((set) => ['Omeka S', sets.get(set['o:id']) ?? 'Items']);
  for (const { 'o:id': number } of item['o:media'] ?? []) {
    const { 'o:original_url': address, 'o:source': source, 'o:sha256': hash = '' } = media.get(number) ?? {};
    // A page of another site has no file.
    if (!address) continue;
    const name = source?.split('/').at(-1) || address.split('/').at(-1);
    const file = await bundle.fetch(address, { id: number, name, version: hash.slice(0, 12) });
    bundle.add({
      ...{ id: number, file, name },
      uploaded: item['o:created']?.['@value'],
      folders: own.length > 0 ? own : [['Omeka S', 'Items']],
      keywords: [...new Set(subjects)].map((subject) => [subject]),
      fields: { ...fields, ...fieldsOf(media.get(number), LOCALE) },
    });
  }
}
await bundle.write();
