import type { Client, Node } from '@asset-browsing-service/client';
import type { TemplateResult } from 'lit';
import { isGone } from '../catalogue/failures.ts';
import { findPath } from '../catalogue/find-path.ts';
import { retryWhenBusy } from '../catalogue/retry-when-busy.ts';
import type { Say } from '../texts/texts.ts';
import { icon } from '../theme/icons.ts';
import { notice } from '../theme/notice.ts';

export interface ListPath {
  /** The nodes from the root to that of the list; empty if the list has none, and until they are loaded. */
  readonly nodes: readonly Node[];
  /** Why the path could not be loaded. If the service was busy, it is loaded again after the service's `retry-after`. */
  readonly failure: unknown;
  /** Another object for each running request; undefined while none is running. */
  readonly request: unknown;
  /** True if the node does not exist, or is hidden from the caller. */
  readonly isGone: boolean;
  /** Loads the path to a node unless it is the current one. */
  show(client: Client, node: number | undefined): void;
  /** Aborts the request and forgets the path, for example because the catalogue has changed. */
  forget(): void;
  /** Forgets the path and calls `changed`, so that the element calls `show` again. */
  retry(): void;
}

/**
 * Creates the path of a list. `changed` is called after each change, `arrived` with each loaded path, and with an empty one if
 * the node is gone.
 */
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
      if (isGone(error)) arrived([]);
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
 * Loads the nodes from a root to this one; if there are several such paths, those of the first. Rejects with an error of the client:
 * `node_not_found` if the node does not exist or is hidden.
 */
async function loadNodePath(client: Client, id: number, signal: AbortSignal): Promise<readonly Node[]> {
  const [node] = await client.node.tree({ tree: id, with_root: true, depth: 1 }, { signal });
  if (!node) return [];
  const query = { tree: -1, kind: node.type, deep_link: id, depth: 1, with_root: true };
  const roots = await client.node.tree(query, { signal });
  return findPath(roots, id) ?? [node];
}

/** Draws the message that the node of the list is gone, with a button that shows everything if there is `showAll`. */
export function goneNotice(say: Say, showAll: (() => void) | undefined): TemplateResult {
  return notice({
    icon: icon('warning'),
    title: say('browse.gone.title'),
    text: say('details.gone.text'),
    action: showAll && { label: say('browse.all'), run: showAll },
  });
}
