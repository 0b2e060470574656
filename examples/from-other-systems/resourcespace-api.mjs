// From the API of ResourceSpace: metadata, and the originals that the user may download.
import { createHash } from 'node:crypto';
import { Bundle, getJson, given, listOf } from './bundle.mjs';

const [api, user, key, out] = given('API', 'RS_USER', 'RS_KEY', 'OUT');
const { SEARCH = '' } = process.env;
const PAGE = 200;

/** Calls a function of the API. The query is signed with the private key of the user. */
async function call(name, parameters) {
  const query = new URLSearchParams({ user, function: name, ...parameters }).toString();
  const sign = createHash('sha256')
    .update(key + query)
    .digest('hex');
  return await getJson(`${api}?${query}&sign=${sign}`);
}

const bundle = await Bundle.open(out);
const types = new Map((await call('get_resource_types', {})).map(({ ref, name }) => [String(ref), name]));
for (let offset = 0; ; offset += PAGE) {
  // `[rows, offset]`: that many rows from there on.
  const fetchrows = `${PAGE},${offset}`;
  const found = await call('do_search', { search: SEARCH, fetchrows, order_by: 'resourceid', sort: 'asc' });
  const rows = Array.isArray(found) ? found : found.data;
  for (const { ref, resource_type: type, file_extension: extension, creation_date: uploaded, file_modified } of rows) {
    const id = Number(ref);
    const data = await call('get_resource_field_data', { resource: id });
    const nameOf = ({ name }) => name === 'originalfilename' || name === 'original_filename';
    const name = data.find(nameOf)?.value || `${id}.${extension}`;
    const path = await call('get_resource_path', { ref: id, not_used: '', size: '', generate: 'false', extension });
    const file = await bundle.fetch(path, { id, name, version: file_modified ?? '' });
    const texts = data.filter((field) => !nameOf(field) && field.name !== 'keywords' && field.value);
    bundle.add({
      ...{ id, file, name },
      uploaded: uploaded?.slice(0, 10),
      folders: [['ResourceSpace', types.get(String(type)) ?? 'Resources']],
      keywords: listOf(data.find((field) => field.name === 'keywords')?.value).map((keyword) => [keyword]),
      fields: Object.fromEntries(texts.map(({ title, value }) => [title, String(value)])),
    });
  }
  if (rows.length < PAGE) break;
}
await bundle.write();
