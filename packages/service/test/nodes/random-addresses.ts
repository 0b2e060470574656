/** Random searches as addresses, over the catalogues of test/search/random-catalogue.ts. */
import type { Random } from '../search/random.ts';
import { FIELDS, FOLDER, KEYWORD } from '../search/random-catalogue.ts';
import { POOLS } from '../search/random-world.ts';

const FACETS = ['fileExtensions', 'fileCategory', 'assetType', `node_${FOLDER}`, `node_${KEYWORD}`];
const FACET_FIELDS = [FIELDS.done, FIELDS.colour, FIELDS.places, FIELDS.themes].map((field) => `info_${field}`);
const ORDERS = ['id', 'name', 'uploaddate', 'lastmodified', 'extension', 'assettype', 'score', 'original', 'size'];
const DATES = ['2023-12-31', '2024-03-01', '01.07.2024', 'null'];

/** Draws the path of a search with any criteria, order, page and facets. */
export function drawSearch(random: Random): string {
  const query = new URLSearchParams();
  const criteria = Array.from({ length: random.between(1, 3) }, () => drawCriterion(random));
  // Only criteria on fields may be repeated.
  for (const [name, value] of criteria) {
    if (name === 'search_infofield') query.append(name, value);
    else query.set(name, value);
  }
  for (const name of ['search_or_mode', 'search_text_or_mode', 'search_node_recursive', 'search_node_or_mode']) {
    if (random.chance(0.3)) query.append(name, String(random.chance(0.5)));
  }
  if (random.chance(0.6)) {
    const keys = [...ORDERS, ...Object.values(FIELDS).map((field) => `info_${field}`)];
    const sort = [...new Set(drawSome(random, keys))];
    query.append('sort_order', sort.join());
    query.append('sort_order_seq', sort.map(() => random.pick(['asc', 'desc'])).join());
  }
  if (random.chance(0.5)) {
    query.append('search_facets', random.pick(['1', '2']));
    query.append('facet_fields', [...new Set(drawSome(random, [...FACETS, ...FACET_FIELDS]))].join());
  }
  if (random.chance(0.7)) query.append('paginate', random.pick(['1', '5', '50']));
  if (random.chance(0.3)) query.append('page', random.pick(['1', '2', '3']));
  if (random.chance(0.3)) query.append('extended', 'true');
  if (random.chance(0.3)) query.append('locale', random.pick(['en', 'de', 'sv']));
  // Otherwise caches may answer.
  if (random.chance(0.5)) query.append('cache', 'false');
  return `/node.do?${query}`;
}

function drawCriterion(random: Random): readonly [name: string, value: string] {
  const ids = (values: readonly number[]) => drawSome(random, values).join();
  const pixels = () => String(random.pick(POOLS.pixels));
  const draw: readonly (() => readonly [string, string])[] = [
    () => ['search', drawText(random)],
    () => ['search', drawText(random)],
    () => ['search_node', ids(POOLS.nodes)],
    () => ['search_keyword', ids(POOLS.nodes)],
    () => ['search_node_type', random.pick([String(FOLDER), String(KEYWORD), '999'])],
    () => ['search_id', Array.from({ length: 20 }, () => random.pick(POOLS.ids)).join()],
    () => ['search_extensions', drawSome(random, POOLS.extensions).join()],
    () => ['search_file_category', ids([0, 1, 2, 3, 4, 5, 6])],
    () => ['search_asset_type', ids([1, 2, 3, 999])],
    () => [random.pick(['search_uploaded_after', 'search_modified_before']), String(random.pick(POOLS.instants))],
    () => [random.pick(['search_min_bytes', 'search_max_bytes']), pixels()],
    () => [random.pick(['search_min_width', 'search_max_height']), pixels()],
    () => ['search_infofield', `${FIELDS.notes},${random.pick(POOLS.words)}`],
    () => ['search_infofield', `${FIELDS.amount},${random.pick(['null', '-3', '0'])},${random.pick(['1', 'null'])}`],
    () => ['search_infofield', `${FIELDS.taken},${random.pick(DATES)},${random.pick(DATES)}`],
    () => ['search_infofield', `${FIELDS.done},${random.chance(0.5)}`],
    () => ['search_infofield', `${FIELDS.colour},${ids([1, 2, 3, 4, 999])}`],
    () => ['search_infofield', `${random.pick([FIELDS.places, FIELDS.themes])},${ids(POOLS.nodes)}`],
  ];
  return random.pick(draw)();
}

/** Words, beginnings, phrases and excluded words. */
function drawText(random: Random): string {
  const word = () => random.pick(POOLS.words);
  const term = () => random.pick([word(), word(), `${word().slice(0, 2)}*`, `"${word()} ${word()}"`, `-${word()}`]);
  return Array.from({ length: random.between(1, 3) }, term).join(' ');
}

function drawSome<T>(random: Random, values: readonly T[]): readonly T[] {
  return Array.from({ length: random.between(1, 3) }, () => random.pick(values));
}
