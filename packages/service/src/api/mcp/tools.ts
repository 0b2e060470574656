/**
 * The tools of assistants (extensions E7). Each runs an operation of the interface, and has parameters of it as its
 * arguments, so that permissions, limits and errors are the same.
 */
import { textIn } from '../../../../core/src/domain/text.ts';
import { integer } from '../../../../core/src/domain/values.ts';
import { readFully } from '../../../../core/src/platform/byte-reader.ts';
import { details } from '../asset.do/details.ts';
import { picture } from '../asset.do/picture.ts';
import { requireAsset } from '../assets.ts';
import { search } from '../node.do/search.ts';
import { tree } from '../node.do/tree.ts';
import { requireNode } from '../nodes.ts';
import { type AnyOperation, type Context, GENERAL_PARAMETERS } from '../operation.ts';
import { ID, integerFrom, mandatory, one, oneInteger, type Shape } from '../params.ts';
import { readParams } from '../read-params.ts';
import type { DataReply, FileReply } from '../replies.ts';
import { queryOf } from './arguments.ts';
import { type Tool, tool } from './tool.ts';

const LOCALE = { locale: GENERAL_PARAMETERS.locale };

/** Most assets in one answer: what an assistant reads fills its context. */
const MAX_ASSETS = 100;
const USUAL_ASSETS = 20;

/** Parameters of the search that narrow it down. */
const CRITERIA = pick(search.params, [
  'search',
  'search_text_or_mode',
  'search_node',
  'search_node_recursive',
  'search_infofield',
  'search_file_category',
  'search_extensions',
  'search_uploaded_after',
  'search_uploaded_before',
  'search_licence',
  'search_source_type',
  'search_validity',
  'search_orientation',
  'search_duration',
  'search_min_duration',
  'search_max_duration',
  'search_or_mode',
]);

/** Longest sides of a picture for an assistant. */
const SIDES = [256, 512, 1024] as const;

const searchAssets = tool({
  name: 'search_assets',
  title: 'Search assets',
  description:
    'Finds pictures, documents, films and other assets by full text and criteria, and returns one page of them with ' +
    'their total. Without any criterion it lists all.',
  params: {
    ...CRITERIA,
    ...pick(search.params, ['sort_order', 'infofields']),
    paginate: one(integer(1, MAX_ASSETS), 'Number of assets on a page', { default: USUAL_ASSETS }),
    page: one(integerFrom(1), 'Number of the page, from 1', { default: 1 }),
    ...LOCALE,
  },
  run: async (context, given) => {
    const { paginate, page } = context.params;
    const { data, total } = await runData(search, { search: '', ...given, extended: true, paginate, page }, context);
    return { kind: 'data', data: { total, assets: data } };
  },
});

const getAsset = tool({
  name: 'get_asset',
  title: 'Get an asset',
  description:
    'Returns what is known of an asset: title, description, all fields, keywords, rights, versions and the formats in which ' +
    'it may be downloaded, and the address of its page, if it has one.',
  params: { asset: mandatory(one(ID, 'ID of the asset')), ...LOCALE },
  run: async (context) => {
    const { asset } = context.params;
    const { base, endpoint } = context.caller;
    await requireAsset('asset', asset, context);
    const { data } = await runData(details, { details: asset, details_keyword_paths: true }, context);
    // Pages stand at the root alone.
    const page = endpoint === '' ? { page: `${base}?asset=${asset}` } : {};
    return { kind: 'data', data: { ...page, ...(data as object) } };
  },
});

const browseNodes = tool({
  name: 'browse_nodes',
  title: 'Browse nodes',
  description:
    'Returns folders, keywords and other nodes as a tree with the numbers of their assets: what is below a node, or ' +
    'without `node` the root nodes of each type. search_assets with `search_node` lists the assets of one.',
  params: {
    node: one(ID, 'ID of the node to look below; without it, the root nodes'),
    depth: one(integer(1, 5), 'Number of levels', { default: 1 }),
    ...LOCALE,
  },
  run: async (context) => {
    const { node, depth } = context.params;
    const counted = { depth, asset_count: true, recursive: true };
    const below = async (given: object) => (await runData(tree, { ...counted, ...given }, context)).data;
    // In the interface, -1 stands for all root nodes, of one type at a time.
    if (node !== undefined && node !== -1) {
      requireNode('node', node, context);
      return { kind: 'data', data: await below({ tree: node }) };
    }
    const types = [...context.model.nodeTypes.values()];
    const data = await Promise.all(
      types.map(async (type) => ({
        type: type.id,
        name: textIn(type.name, context.locale, context.model),
        nodes: await below({ tree: -1, kind: type.id }),
      })),
    );
    return { kind: 'data', data };
  },
});

const listFacets = tool({
  name: 'list_facets',
  title: 'List facets',
  description:
    'Counts the assets of a search by the values of fields, categories and the like, so that a search can be narrowed down. ' +
    'Takes the criteria of search_assets.',
  params: { ...CRITERIA, ...pick(search.params, ['facet_fields']), ...LOCALE },
  run: async (context, given) => {
    const { data } = await runData(search, { search: '', ...given, search_facets: 1 }, context);
    return { kind: 'data', data };
  },
});

const getPicture = tool({
  name: 'get_picture',
  title: 'Look at an asset',
  description: 'Returns a picture of an asset, also of a page of a document or of a film, as JPEG.',
  params: {
    asset: mandatory(one(ID, 'ID of the asset')),
    size: one(oneInteger(SIDES, `one of ${SIDES.join(', ')}`), 'Pixels of the longer side', { default: 1024 }),
    page: one(integerFrom(0), 'Page of a document, from 0', { default: 0 }),
  },
  run: async (context) => {
    const { asset, size, page } = context.params;
    // The few sizes of this tool need no leave (`picture.allow`).
    const settings = { ...context.settings, picture: { ...context.settings.picture, allow: 'any' as const } };
    const wish = { picture: asset, width: size, height: size, page, format: 'jpg' };
    await requireAsset('asset', asset, context);
    const reply = await runOperation(picture, wish, { ...context, settings });
    if ('data' in reply) throw new Error('a picture is a file');
    return { kind: 'picture', bytes: await bytesOf(reply, context), mediaType: reply.mediaType };
  },
});

/** All tools, in the order of their list. */
export const TOOLS: readonly Tool[] = [searchAssets, getAsset, browseNodes, listFacets, getPicture];

async function runData(operation: AnyOperation, given: object, context: Context) {
  const reply = await runOperation(operation, given, context);
  if (!('data' in reply)) throw new Error('data was asked for');
  return reply as DataReply<unknown>;
}

/** Runs an operation with these values of its parameters, as if they were written in an address. */
function runOperation({ params, handle }: AnyOperation, given: object, context: Context) {
  return handle({ ...context, params: readParams(params, queryOf(given)) });
}

async function bytesOf({ open, size }: FileReply, { signal }: Context): Promise<Uint8Array> {
  const opened = await open(undefined, signal);
  if (opened instanceof Uint8Array) return opened;
  await using reader = opened;
  const whole = new Uint8Array(size);
  await readFully(reader, whole);
  return whole;
}

function pick<S extends Shape, const K extends keyof S>(shape: S, names: readonly K[]): Pick<S, K> {
  return Object.fromEntries(names.map((name) => [name, shape[name]])) as Pick<S, K>;
}
