import type { Client, Node } from '@asset-browsing-service/client';
import type { TemplateResult } from 'lit';
import { isGone } from '../catalogue/failures.ts';
import { findPath } from '../catalogue/find-path.ts';
import { retryWhenBusy } from '../catalogue/retry-when-busy.ts';
import type { Say } from '../texts/texts.ts';
import { icon } from '../theme/icons.ts';
import { notice } from '../theme/notice.ts';

/** The path to the node of a list. */
export interface ListPath {
  /** From the root to the node; empty without a node, or until it is known. */
  readonly nodes: readonly Node[];
  /** Why the path cannot be loaded; undefined if it can be. */
  readonly failure: unknown;
  /** Stands for the request that is on its way; undefined while there is none. */
  readonly request: unknown;
  /** True if the node does not exist, or is hidden from the caller. */
  readonly isGone: boolean;
  /** Loads the path to a node, unless it is that of before. */
  show(client: Client, node: number | undefined): void;
  /** Ends the request and forgets the path, as for another catalogue. */
  forget(): void;
  /** Forgets the path and tells of it, so that it is shown anew. */
  retry(): void;
}

/** Opens the path of a list. `changed` tells of each change, `arrived` of each path that is known. */
export function openListPath(changed: () => void, arrived: (path: readonly Node[]) => void): ListPath {
  let nodes: readonly Node[] = [];
  let failure: unknown;
  let shown: number | undefined;
  let loading = new AbortController();
  let request: unknown;
  let again = () => {};
  const busy = retryWhenBusy(() => again());

  async function load(client: Client, node: number | undefined, { signal }: AbortController): Promise<void> {
    again = () => {
      failure = undefined;
      void load(client, node, loading);
    };
    request = signal;
    try {
      const path = node === undefined ? [] : await loadNodePath(client, node, signal);
      if (signal.aborted) return;
      nodes = path;
      arrived(path);
    } catch (error) {
      if (signal.aborted) return;
      failure = error;
      busy.failed(error);
    }
    request = undefined;
    changed();
  }

  function forget(): void {
    loading.abort();
    busy.stop();
    [nodes, failure, shown, request] = [[], undefined, undefined, undefined];
  }

  return {
    get nodes() {
      return nodes;
    },
    get failure() {
      return failure;
    },
    get request() {
      return request;
    },
    get isGone() {
      return isGone(failure);
    },
    show: (client, node) => {
      if (node === shown) return;
      forget();
      shown = node;
      loading = new AbortController();
      void load(client, node, loading);
    },
    forget,
    retry: () => {
      forget();
      changed();
    },
  };
}

/**
 * Loads a node and those above it, from the root. Of several ways from a root to it, the first. Rejects with `node_not_found`
 * for one that doesn't exist.
 */
async function loadNodePath(client: Client, id: number, signal: AbortSignal): Promise<readonly Node[]> {
  const [node] = await client.node.tree({ tree: id, with_root: true, depth: 1 }, { signal });
  if (!node) return [];
  const query = { tree: -1, kind: node.type, deep_link: id, depth: 1, with_root: true };
  const roots = await client.node.tree(query, { signal });
  return findPath(roots, id) ?? [node];
}

/** Says that the node of a list is gone, and leads to everything, unless the list cannot leave the node. */
export function goneNotice(say: Say, showAll: (() => void) | undefined): TemplateResult {
  return notice({
    icon: icon('warning'),
    title: say('browse.gone.title'),
    text: say('browse.gone.text'),
    action: showAll && { label: say('browse.gone.all'), run: showAll },
  });
}
