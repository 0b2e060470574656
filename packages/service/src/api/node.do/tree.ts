import Type, { type Static } from 'typebox';
import { ApiError, invalidParameter } from '../../../../core/src/domain/errors.ts';
import type { CatalogueNode } from '../../../../core/src/domain/model.ts';
import { textIn } from '../../../../core/src/domain/text.ts';
import { integer } from '../../../../core/src/domain/values.ts';
import { type FieldsToShow, FormattedFields, fieldsToShow, formattedFields } from '../entries.ts';
import { findNode, requireNode, requireNodeType } from '../nodes.ts';
import { type Context, type ContextWith, jsonOperation } from '../operation.ts';
import { BOOLEAN, ID, mandatory, many, one, type Shape } from '../params.ts';
import { seenNow } from '../seen.ts';

/** Schema of the node entry (interface: node entry). */
const NodeEntry = Type.Cyclic(
  {
    Node: Type.Object({
      id: Type.Integer({ description: 'ID of the node' }),
      type: Type.Integer({ description: 'ID of its node type' }),
      name: Type.String({ description: 'Name' }),
      assets: Type.Optional(Type.Integer({ description: 'Number of visible assets; only with `asset_count`' })),
      infofields: Type.Optional(FormattedFields),
      children: Type.Array(Type.Ref('Node'), { description: 'Empty also if they are not loaded' }),
    }),
  },
  'Node',
);

type NodeEntry = Static<typeof NodeEntry>;

const DEPTH = integer(undefined, undefined, `an integer up to ${Number.MAX_SAFE_INTEGER}`);

/** Maximum number of repeated nodes (below several of the IDs), as a share of `maxTreeNodes`. */
const MAX_REPEATED = 1 / 10;

const PARAMS = {
  tree: mandatory(many(ID, 'IDs of nodes; -1 stands for all root nodes of `kind`')),
  kind: one(ID, 'ID of a node type; nodes of others do not exist for this request. Needed with `tree=-1`'),
  depth: one(DEPTH, 'Number of levels below the root; a value below 1 stands for all', { default: 0 }),
  deep_link: one(ID, 'ID of a node that the tree shows whatever `depth` says'),
  with_root: one(BOOLEAN, '`true` shows the root itself, `false` begins with its children', { default: false }),
  asset_count: one(BOOLEAN, '`true` adds `assets` to each node, the number of visible assets', { default: false }),
  noderef: one(BOOLEAN, '`true` also counts assets that reference the node in a field', {
    default: false,
    since: '2.1',
  }),
  recursive: one(BOOLEAN, '`true` counts the assets of each whole sub-tree, each asset once', {
    default: false,
    since: '2.1',
  }),
  infofields: many(
    ID,
    'IDs of information fields whose formatted values are added as `infofields`, besides those configured',
    { since: '2.7' },
  ),
} as const satisfies Shape;

/** GET /node.do?tree=<node>: returns nodes as a tree. */
export const tree = jsonOperation({
  summary: 'Node structure',
  description:
    'Returns the sub-trees of the nodes, or with `tree=-1` all trees of a node type. Load large trees level by ' +
    'level: `depth=1`, then one request for each node that the user opens.\n\nNodes that the caller may not view are ' +
    'left out with everything below them. A response with more than `maxTreeNodes` nodes is refused.',
  errors: ['node_not_found', 'node_type_not_found'],
  params: PARAMS,
  result: Type.Array(NodeEntry),
  handle: async (context) => {
    const { params } = context;
    const roots = rootsOf(params.tree, params.kind, context);
    const placed = placeNodes(roots, {
      isRootShown: params.with_root || params.tree.includes(-1),
      depth: params.depth,
      loaded: loadedByLink(params.deep_link, roots, context),
      context,
    });
    const fields = fieldsToShow(context.settings.node.infofields, params.infofields, context.model, 'nodes');
    const entries = showNodes(placed, fields, context);
    if (params.asset_count) await countAssets(entries, context);
    return { data: entries.filter((_, place) => placed[place]?.above === undefined) };
  },
});

/** A node at one place in the response. A node below several roots has several places. */
interface Placed {
  readonly node: CatalogueNode;
  /** Number of levels below the root. */
  readonly level: number;
  /** Index of the parent's place; undefined at the top. */
  readonly above: number | undefined;
}

interface PlaceOptions {
  readonly isRootShown: boolean;
  readonly depth: number;
  /** Nodes whose children are loaded regardless of `depth`. */
  readonly loaded: ReadonlySet<number>;
  readonly context: Context;
}

/**
 * Lists every node of the response, parents before children. Throws if there are too many, before any entry is built.
 */
function placeNodes(
  roots: readonly CatalogueNode[],
  { isRootShown, depth, loaded, context }: PlaceOptions,
): readonly Placed[] {
  const { maxTreeNodes } = context.settings;
  // Appends to the list while iterating over it instead of recursing, because a chain of nodes may be deeper than the
  // call stack.
  const placed: Placed[] = [];
  const once = new Set<CatalogueNode>();
  let again = 0;
  const place = (nodes: readonly CatalogueNode[], level: number, above: number | undefined) => {
    if (placed.length + nodes.length > maxTreeNodes) {
      throw invalidParameter(`tree: the answer has more than ${maxTreeNodes} nodes; ask for less depth`);
    }
    for (const node of nodes) {
      placed.push({ node, level, above });
      if (roots.length < 2) continue;
      if (once.has(node)) again += 1;
      else once.add(node);
    }
    if (again > maxTreeNodes * MAX_REPEATED) {
      throw invalidParameter(`tree: at least ${again} nodes lie below several of the IDs; give fewer IDs`);
    }
  };
  if (isRootShown) place(roots, 0, undefined);
  else for (const root of roots) place(childrenOf(root, context), 1, undefined);
  for (const [own, { node, level }] of placed.entries()) {
    if (depth < 1 || level < depth || loaded.has(node.id)) place(childrenOf(node, context), level + 1, own);
  }
  return placed;
}

/** Builds the entry of each place. */
function showNodes(placed: readonly Placed[], fields: FieldsToShow, context: Context): readonly NodeEntry[] {
  const entries: NodeEntry[] = [];
  for (const { node, above } of placed) {
    const entry = entryOf(node, fields, context);
    entries.push(entry);
    if (above !== undefined) entries[above]?.children.push(entry);
  }
  return entries;
}

async function countAssets(entries: readonly NodeEntry[], context: ContextWith<typeof PARAMS>): Promise<void> {
  const { params, services, signal } = context;
  const { recursive, noderef: references } = params;
  const seen = await seenNow(context);
  const countsByType = new Map<number, ReadonlyMap<number, number>>();
  for (const entry of entries) {
    const { type } = entry;
    const counts =
      countsByType.get(type) ??
      (await services.search.countByNode({ type, recursive, references, ...seen }, { signal }));
    countsByType.set(type, counts);
    entry.assets = counts.get(entry.id) ?? 0;
  }
}

function rootsOf(ids: readonly number[], kind: number | undefined, context: Context): readonly CatalogueNode[] {
  const { model, viewer, locale } = context;
  requireNodeType('kind', kind, model);
  return ids.flatMap((id) => {
    if (id !== -1) return [requireNode('tree', id, context, kind)];
    if (kind === undefined) throw new ApiError('parameter_missing', 'kind: a node type is needed with tree=-1');
    return viewer.treeRoots(kind, locale);
  });
}

/**
 * Returns the nodes whose children are loaded regardless of `depth`: the ancestors of the linked node. Returns none if
 * the link leads nowhere, because a bookmark to a removed node must not break the navigation (interface decisions 3).
 */
function loadedByLink(
  link: number | undefined,
  roots: readonly CatalogueNode[],
  context: Context,
): ReadonlySet<number> {
  if (link === undefined || !findNode(link, context)) return new Set();
  const { model, viewer } = context;
  const path = model.trees.path(link);
  // No tree shows anything below a hidden node (catalogue: access), so only roots below the last hidden ancestor lead
  // to the linked node.
  const hidden = path.findLastIndex(({ id }) => !viewer.canViewNode(id));
  const from = path.findIndex(({ id }, place) => place > hidden && roots.some((root) => root.id === id));
  return new Set(from < 0 ? [] : path.slice(from, -1).map(({ id }) => id));
}

function childrenOf(node: CatalogueNode, { model, viewer, locale }: Context): readonly CatalogueNode[] {
  const children = model.trees.children(node.id, locale);
  return viewer.hidesNodes ? children.filter((child) => viewer.canViewNode(child.id)) : children;
}

function entryOf(node: CatalogueNode, fields: FieldsToShow, context: Context): NodeEntry {
  return {
    id: node.id,
    type: node.type,
    name: textIn(node.name, context.locale, context.model),
    ...(fields ? { infofields: formattedFields(node.fields, fields, context) } : {}),
    children: [],
  };
}
