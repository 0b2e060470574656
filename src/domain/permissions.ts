import type { CatalogueModel } from './catalogue-model.ts';
import type { AccessRule } from './model.ts';

/**
 * What one caller may see and download, at one revision (catalogue: access). For each permission-defining node the nearest
 * node upwards that has access rules decides; none on the whole path lets everybody in.
 */
export interface Viewer {
  readonly userId: number | undefined;
  /** Ascending. */
  readonly groups: readonly number[];
  /** Callers with the same key see the same. */
  readonly key: string;
  /** Permission-defining nodes whose assets this viewer may not reach through them. */
  readonly hiddenNodes: ReadonlySet<number>;
  canViewNode(id: number): boolean;
  /** An asset is visible through any of its permission-defining nodes; with none it is public. */
  canViewAsset(nodes: readonly number[]): boolean;
  /** Formats that the viewer may download directly; `*` is all. */
  downloadFormats(nodes: readonly number[]): ReadonlySet<number> | '*';
  /** The same groups at another revision. */
  at(model: CatalogueModel): Viewer;
}

interface Right {
  readonly view: boolean;
  readonly download: ReadonlySet<number> | '*';
}

const EVERYTHING: Right = { view: true, download: '*' };

/** Computes what the members of `groups` may do. Costs one walk over the nodes; keep the result per revision and group set. */
export function viewerFor(
  model: CatalogueModel,
  user: { readonly id: number | undefined; readonly groups: readonly number[] },
): Viewer {
  const groups = new Set(user.groups);
  const ascending = [...groups].sort((a, b) => a - b);
  const rights = new Map<number, Right>();
  const decides = (id: number): boolean => {
    const node = model.forest.get(id);
    return node !== undefined && (model.nodeTypes.get(node.type)?.isPermissionDefining ?? false);
  };
  // A loop, because a chain of nodes may be deeper than the call stack.
  const rightOf = (id: number): Right => {
    const passed: number[] = [];
    let right: Right | undefined;
    for (
      let node = model.forest.get(id);
      node && !right;
      node = node.parent === undefined ? undefined : model.forest.get(node.parent)
    ) {
      right = rights.get(node.id) ?? (node.access && decides(node.id) ? combine(node.access, groups) : undefined);
      passed.push(node.id);
    }
    right ??= EVERYTHING;
    for (const each of passed) rights.set(each, right);
    return right;
  };

  const hiddenNodes = new Set<number>();
  for (const node of model.forest.nodes()) if (decides(node.id) && !rightOf(node.id).view) hiddenNodes.add(node.id);

  const viewer: Viewer = {
    userId: user.id,
    groups: ascending,
    key: ascending.join(','),
    hiddenNodes,
    canViewNode: (id) => !hiddenNodes.has(id),
    canViewAsset: (nodes) => {
      const deciding = nodes.filter(decides);
      return deciding.length === 0 || deciding.some((id) => rightOf(id).view);
    },
    downloadFormats: (nodes) => {
      const deciding = nodes.filter(decides);
      if (deciding.length === 0) return '*';
      const allowed = new Set<number>();
      for (const id of deciding) {
        const { view, download } = rightOf(id);
        if (!view) continue;
        if (download === '*') return '*';
        for (const format of download) allowed.add(format);
      }
      return allowed;
    },
    at: (now) => (now.forest === model.forest && now.nodeTypes === model.nodeTypes ? viewer : viewerFor(now, user)),
  };
  return viewer;
}

function combine(rules: readonly AccessRule[], groups: ReadonlySet<number>): Right {
  const own = rules.filter((rule) => groups.has(rule.group));
  const view = own.some((rule) => rule.view);
  if (own.some((rule) => rule.download === '*')) return { view, download: '*' };
  return { view, download: new Set(own.flatMap((rule) => (rule.download === '*' ? [] : rule.download))) };
}
