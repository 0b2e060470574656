import { listSettings } from '../../api/node.do/about.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Config } from '../../config/settings.ts';
import type { Answer, Request } from '../answer.ts';
import { openEndpointModels } from '../context.ts';

/**
 * What the first list of the page at `/` depends on, as JSON, and its first pictures, if the sender of the request may see them;
 * undefined while the catalogue can't be read.
 */
export type FirstList = (request: Request) => Promise<string | undefined>;

/** Assets whose pictures a first screen may show. The dates of all decide how the list is divided. */
const PICTURED = 30;
const ASSETS = 100;

type Json = Readonly<Record<string, unknown>>;

/** Opens the reading of what the page would else have to ask for before it can draw its first pictures. */
export function openFirstList(
  catalogue: Catalogue,
  config: Config,
  answer: (request: Request) => Promise<Answer | undefined>,
): FirstList {
  const modelOf = openEndpointModels();

  /** Asks as the page does; undefined for a refusal. */
  async function ask<T>({ body: _, ...request }: Request, query: string): Promise<T | undefined> {
    const { cookie } = request.headers;
    // Without an origin, so that the page is the same under each, and without what would compress the answer or shorten it.
    const plain = { ...request, origin: undefined, prefix: '', headers: cookie === undefined ? {} : { cookie } };
    const reply = await answer({ ...plain, method: 'GET', path: '/node.do', query });
    const { body } = reply ?? {};
    if (reply?.status !== 200 || !(typeof body === 'string' || body instanceof Uint8Array)) return undefined;
    return JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString());
  }

  return async (request) => {
    const snapshot = await catalogue.snapshot().catch(() => undefined);
    if (!snapshot) return undefined;
    const settings = listSettings({ settings: config, model: modelOf(snapshot.model, config) });
    const list = await ask<{ data: readonly Json[]; total?: number }>(request, queryOf(settings));
    const about = await ask<{ data: Json }>(request, 'about=true');
    if (!list || !about) return JSON.stringify(settings);
    const { dateFields, timeZone } = about.data;
    const first = { total: list.total, assets: list.data.map(pictured), about: { ...settings, dateFields, timeZone } };
    return JSON.stringify({ ...settings, first });
  };
}

/** The first list of the page (`listSearchOf` of the elements). */
function queryOf({ defaults, assetDateField, assetNameField }: ReturnType<typeof listSettings>): string {
  const query = new URLSearchParams('search=&search_text_or_mode=false&extended=true');
  query.set('pictures', '128,192,288,432,640,960,1440');
  query.set('paginate', String(ASSETS));
  const names = assetNameField === undefined ? ['name'] : [`info_${assetNameField}`, 'name'];
  const usual = assetDateField === undefined ? names : [`info_${assetDateField}`];
  if (!defaults['sort_order']) {
    query.set('sort_order', usual.join());
    query.set('sort_order_seq', usual.map(() => (assetDateField === undefined ? 'asc' : 'desc')).join());
  }
  const [, field] = /^info_(\d+)$/.exec(String(defaults['sort_order'] ?? usual[0])) ?? [];
  if (field) query.set('infofields', field);
  query.set('infofields_raw', 'true');
  return query.toString();
}

/** What of an asset decides the place of its picture, and, of the first ones, its addresses. */
function pictured(asset: Json, position: number): Json {
  const { id, version, preview_width, preview_height, infofields_raw, created, modified, picture } = asset;
  const place = { id, version, preview_width, preview_height, infofields_raw, created, modified };
  return position < PICTURED ? { ...place, picture } : place;
}
