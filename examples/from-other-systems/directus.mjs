// From the files of Directus and their folders.
import { Bundle, getJson, given } from './bundle.mjs';

const [directus, out] = given('DIRECTUS', 'OUT');
const { TOKEN } = process.env;
const headers = TOKEN ? { authorization: `Bearer ${TOKEN}` } : {};
const base = directus.replace(/\/?$/, '/');
const PAGE = 100;

async function* all(kind, query = {}) {
  for (let page = 1; ; page += 1) {
    const parameters = new URLSearchParams({ limit: PAGE, page, sort: 'id', ...query });
    const { data } = await getJson(`${base}${kind}?${parameters}`, headers);
    yield* data;
    if (data.length < PAGE) return;
  }
}

const bundle = await Bundle.open(out);
const folders = new Map();
for await (const folder of all('folders')) folders.set(folder.id, folder);

/** The names from the top down to a folder. */
function pathOf(id) {
  const folder = folders.get(id);
  return folder ? [...pathOf(folder.parent), folder.name] : ['Directus'];
}

for await (const found of all('files', { fields: '*' })) {
  const { title, description, location, tags, filename_download: name, modified_on: modified, width, height } = found;
  const id = bundle.assetId(found.id);
  const file = await bundle.fetch(`${base}assets/${found.id}?download`, { id, name, version: modified ?? '', headers });
  const { focal_point_x: x, focal_point_y: y } = found;
  bundle.add({
    ...{ id, file, name },
    uploaded: found.uploaded_on ?? found.created_on,
    focus: x != null && y != null && width && height ? { x: x / width, y: y / height } : undefined,
    folders: [pathOf(found.folder)],
    keywords: (tags ?? []).map((tag) => [tag]),
    fields: { Title: title ?? '', Description: description ?? '', Location: location ?? '' },
  });
}
await bundle.write();
