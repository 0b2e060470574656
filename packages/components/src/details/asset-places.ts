import type { Client } from '@asset-browsing-service/client';
import type { NodePath } from '../catalogue/find-path.ts';
import { loadPaths } from './node-paths.ts';

/** Nodes whose paths are loaded at first, because an asset is seldom in more, and with each further step. Each costs a request. */
const FIRST = 8;
const STEP = 24;

/** The paths to the nodes that contain an asset, as far as they are loaded. */
export class NodePaths {
  paths: readonly NodePath[] = [];
  /** Number of nodes whose paths are being loaded. */
  awaited = 0;
  /** The error of the last step; undefined if it succeeded. */
  failure: unknown;
  #loaded = 0;
  readonly #client: Client;
  readonly #nodes: readonly number[];
  readonly #changed: () => void;
  readonly #controller = new AbortController();

  /** Loads the first paths to these nodes. `changed` is called after every change. */
  constructor(client: Client, nodes: readonly number[], changed: () => void) {
    this.#client = client;
    this.#nodes = nodes;
    this.#changed = changed;
    void this.more();
  }

  /** Number of nodes whose paths are still to be loaded, without those that are awaited. */
  get left(): number {
    return this.#nodes.length - this.#loaded - this.awaited;
  }

  /** Loads the next paths. Never rejects: `failure` has the error. */
  readonly more = async (): Promise<void> => {
    if (this.awaited > 0 || this.left === 0) return;
    const { signal } = this.#controller;
    const next = this.#nodes.slice(this.#loaded, this.#loaded + (this.#loaded === 0 ? FIRST : STEP));
    this.awaited = next.length;
    this.failure = undefined;
    this.#changed();
    try {
      // The service leaves out nodes that the caller may not see.
      const found = await loadPaths(this.#client, next, signal);
      this.#loaded += next.length;
      this.paths = [...this.paths, ...found];
    } catch (error) {
      if (!signal.aborted) this.failure = error;
    }
    this.awaited = 0;
    if (!signal.aborted) this.#changed();
  };

  /** Aborts the requests. */
  close(): void {
    this.#controller.abort();
  }
}
