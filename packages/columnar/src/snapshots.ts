import { LRUCache } from 'lru-cache';
import { getOrMake } from '../../core/src/concurrency/get-or-make.ts';
import type { CatalogueModel } from '../../core/src/domain/catalogue-model.ts';
import type { NodeTrees } from '../../core/src/domain/node-trees.ts';
import type { Viewer } from '../../core/src/domain/permissions.ts';
import { type LabelSearch, type LabelWords, openLabels } from './labels.ts';
import { type NodeTree, numberNodes } from './node-tree.ts';
import { Perspective, type PerspectiveParts } from './perspective.ts';
import { MAX_VIEWERS } from './rights.ts';
import type { Seen } from './search-index.ts';
import type { Segment } from './segment.ts';
import { openTermStore, TERM_CACHE_LIMITS, type TermCacheLimits } from './term-cache.ts';
import { type ValidWindow, windowAt } from './valid-window.ts';
import { openView, type View, type ViewData } from './view.ts';

/** A view together with the model to read it with. */
export interface IndexSnapshot {
  readonly view: View;
  perspective(seen: Seen): Perspective;
}

/** Returns a function that opens snapshots in one thread, and reuses what did not change since the last. */
export function openSnapshots(
  limits: TermCacheLimits = TERM_CACHE_LIMITS,
): (data: ViewData, model: CatalogueModel) => IndexSnapshot {
  let words: LabelWords = new Map();
  let view: View | undefined;
  let data: ViewData | undefined;
  let model: CatalogueModel | undefined;
  let snapshot: IndexSnapshot | undefined;
  let tree: { readonly trees: NodeTrees; readonly numbering: number; readonly nodes: NodeTree } | undefined;
  let labels:
    | { readonly trees: NodeTrees; readonly fields: CatalogueModel['infoFields']; readonly labels: LabelSearch }
    | undefined;

  function treeOf(trees: NodeTrees, { numbering, nodeIds }: View): NodeTree {
    if (tree?.trees !== trees || tree.numbering !== numbering) {
      tree = { trees, numbering, nodes: numberNodes(trees, nodeIds) };
    }
    return tree.nodes;
  }

  function labelsOf(now: CatalogueModel): LabelSearch {
    const { trees, infoFields: fields } = now;
    if (labels?.trees !== trees || labels.fields !== fields) {
      const opened = openLabels(now, words);
      labels = { trees, fields, labels: opened.labels };
      words = opened.words;
    }
    return labels.labels;
  }

  return (newData, newModel) => {
    if (snapshot && data === newData && model === newModel) return snapshot;
    view = data === newData && view ? view : openView(newData, view);
    data = newData;
    model = newModel;
    snapshot = snapshotOf(view, { model, tree: treeOf(model.trees, view), labels: labelsOf(model), limits });
    return snapshot;
  };
}

/** Requests that began before a window ended may still be searching when the next has begun. */
const MAX_WINDOWS = 2;

function snapshotOf(view: View, parts: Omit<PerspectiveParts, 'terms' | 'number'>): IndexSnapshot {
  const terms = openTermStore(parts.limits);
  let opened = 0;
  const perspectives = new LRUCache<string, Perspective>({ max: MAX_VIEWERS });
  const hiding = new LRUCache<string, Perspective>({ max: MAX_VIEWERS });
  let windows: readonly ValidWindow[] = [];
  const open = (viewer: Viewer, within?: ValidWindow) =>
    // The catalogue may have changed since the viewer's rights were computed; the rights of this state apply to everyone.
    new Perspective(view, { ...parts, terms, number: opened++, window: within }, viewer.at(parts.model));
  return {
    view,
    perspective: ({ viewer, validAt: at }) => {
      const isHiding = at !== undefined && view.segments.some(({ open: { columns } }) => hasBoundaries(columns));
      if (!isHiding) return getOrMake(perspectives, viewer.key, () => open(viewer));
      let window = windows.find(({ from, to }) => from <= at && at < to);
      if (!window) {
        window = windowAt(
          view.segments.map((segment) => segment.open),
          at,
          parts.limits.changing,
        );
        windows = [window, ...windows.slice(0, MAX_WINDOWS - 1)];
      }
      const perspective = getOrMake(hiding, `${window.from} ${viewer.key}`, () => open(viewer, window));
      perspective.moveTo(at);
      return perspective;
    },
  };
}

function hasBoundaries({ begins, ends }: Segment): boolean {
  return begins.docs.length + ends.docs.length > 0;
}
