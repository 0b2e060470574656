import type { Client } from '@asset-browsing-service/client';
import type { NodePath } from '../catalogue/find-path.ts';
import { loadPaths } from './node-paths.ts';

/** Nodes whose paths are loaded at first, because an asset is seldom in more, and with each further step. Each costs a request. */
const FIRST = 8;
const STEP = 24;

/** The paths to the nodes that contain an asset, as far as they are loaded. */
export interface Places {
  readonly paths: readonly NodePath[];
  /** Number of nodes whose paths are being loaded. */
  readonly awaited: number;
  /** Number of nodes whose paths are still to be loaded, without those that are awaited. */
  readonly left: number;
  /** The error of the last step; undefined if it succeeded. */
  readonly failure: unknown;
  /** Loads the next paths. Never rejects: `failure` has the error. */
  more(): Promise<void>;
  /** Aborts the requests. */
  close(): void;
}

/** Loads the first paths to these nodes. `changed` is called after every change. */
export function openPlaces(client: Client, nodes: readonly number[], changed: () => void): Places {
  const controller = new AbortController();
  const { signal } = controller;
  let paths: readonly NodePath[] = [];
  let [loaded, awaited] = [0, 0];
  let failure: unknown;

  async function more(): Promise<void> {
    if (awaited > 0 || loaded === nodes.length) return;
    const next = nodes.slice(loaded, loaded + (loaded === 0 ? FIRST : STEP));
    awaited = next.length;
    failure = undefined;
    changed();
    try {
      // The service leaves out nodes that the caller may not see.
      const found = await loadPaths(client, next, signal);
      loaded += next.length;
      paths = [...paths, ...found];
    } catch (error) {
      if (!signal.aborted) failure = error;
    }
    awaited = 0;
    if (!signal.aborted) changed();
  }
  void more();

  return {
    get paths() {
      return paths;
    },
    get awaited() {
      return awaited;
    },
    get left() {
      return nodes.length - loaded - awaited;
    },
    get failure() {
      return failure;
    },
    more,
    close: () => controller.abort(),
  };
}
