import type { Client, Node } from '@asset-browsing-service/client';
import type { TemplateResult } from 'lit';
import { isGone } from '../catalogue/failures.ts';
import { findPath } from '../catalogue/find-path.ts';
import { retryWhenBusy } from '../catalogue/retry-when-busy.ts';
import type { Say } from '../texts/texts.ts';
import { icon } from '../theme/icons.ts';
import { notice } from '../theme/notice.ts';

/** The path to the node of a list. */
export class ListPath {
  /** The nodes from the root to that of the list; empty if the list has none, and until they are loaded. */
  nodes: readonly Node[] = [];
  /** Why the path could not be loaded. If the service was busy, it is loaded again after the service's `retry-after`. */
  failure: unknown;
  /** Another object for each running request; undefined while none is running. */
  request: unknown;
  #shown: number | undefined;
  #loading = new AbortController();
  #again = () => {};
  readonly #busy = retryWhenBusy(() => this.#again());
  readonly #changed: () => void;
  readonly #arrived: (path: readonly Node[]) => void;

  /** `changed` is called after each change, `arrived` with each loaded path, and with an empty one if the node is gone. */
  constructor(changed: () => void, arrived: (path: readonly Node[]) => void) {
    this.#changed = changed;
    this.#arrived = arrived;
  }

  /** True if the node does not exist, or is hidden from the caller. */
  get isGone(): boolean {
    return isGone(this.failure);
  }

  /** The path from a node, or from the root if the path lacks that node. */
  below(top: number | undefined): readonly Node[] {
    return this.nodes.slice(
      Math.max(
        0,
        this.nodes.findIndex(({ id }) => id === top),
      ),
    );
  }

  /** Loads the path to a node unless it is the current one. */
  show(client: Client, node: number | undefined): void {
    if (node === this.#shown) return;
    this.forget();
    this.#shown = node;
    this.#again = () => {
      this.failure = undefined;
      void this.#load(client, node);
    };
    this.#again();
  }

  /** Aborts the request and forgets the path, for example because the catalogue has changed. */
  forget(): void {
    this.#loading.abort();
    this.#loading = new AbortController();
    this.#busy.stop();
    this.nodes = [];
    this.failure = this.#shown = this.request = undefined;
  }

  /** Forgets the path, so that the element calls `show` again. */
  readonly retry = (): void => {
    this.forget();
    this.#changed();
  };

  async #load(client: Client, node: number | undefined): Promise<void> {
    const { signal } = this.#loading;
    this.request = signal;
    try {
      const path = node === undefined ? [] : await loadNodePath(client, node, signal);
      if (signal.aborted) return;
      this.nodes = path;
      this.#arrived(path);
    } catch (error) {
      if (signal.aborted) return;
      this.failure = error;
      if (this.isGone) this.#arrived([]);
      this.#busy.failed(error);
    }
    this.request = undefined;
    this.#changed();
  }
}

/**
 * Loads the nodes from a root to this one; if there are several such paths, those of the first. Rejects with an error of the
 * client: `node_not_found` if the node does not exist or is hidden.
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
