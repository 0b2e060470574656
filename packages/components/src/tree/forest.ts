import { type Client, isServiceError, type Node } from '@asset-browsing-service/client';
import { retryWhenBusy } from '../catalogue/retry-when-busy.ts';
import { type Branch, branchPath, findBranch, grow, isDeep } from './branches.ts';

/** Trees whose branches are loaded when they are opened. */
export interface Forest {
  /** Undefined until they have arrived. */
  readonly roots: readonly Branch[] | undefined;
  /** Why the roots could not be loaded. If the service is busy, they are requested again when it allows it. */
  readonly failure: unknown;
  /** Loads the roots, unless they have arrived or are loading. */
  load(): Promise<void>;
  /** Loads the roots again, and cancels a request for them. */
  reload(): Promise<void>;
  /** Opens a branch and loads the nodes below it. */
  open(branch: Branch): void;
  /** Loads the nodes below a branch again, and cancels a request for them. */
  retry(branch: Branch): void;
  /** Closes a branch and cancels its request. */
  close(branch: Branch): void;
  openSiblings(branch: Branch): void;
  /**
   * Opens the path to a node, which is loaded if need be. Resolves with the place of the node; undefined if these trees lack it.
   * Rejects if the path cannot be loaded; the next successful request for the roots then contains it.
   */
  reveal(id: number): Promise<Branch | undefined>;
  /** Loads all branches, unless there are more than the service sends at once. Opens none; a failure changes nothing. */
  loadAll(): Promise<void>;
  /** Cancels all requests. */
  stop(): void;
}

/** What a forest shows, and whom it informs. */
export interface ForestOptions {
  readonly client: Client;
  /** ID of a node type, whose trees are shown, or IDs of the root nodes. */
  readonly top: number | readonly number[];
  /** Called before a request, after its answer or failure, and when a branch was opened or closed. */
  readonly changed: () => void;
}

/** Levels per request: the children, and theirs, which show whether a child can be opened. */
const LEVELS = 2;

/** Milliseconds without an answer after which children can be opened although nobody knows whether they have children. */
const PATIENCE = 5000;

/** Maximum number of siblings that are opened one by one, if a request for all of them is too large. */
const MAX_SINGLE = 50;

/** Opens a forest. Sends nothing before `load`, `open` or `reveal`. */
export function openForest({ client, top, changed }: ForestOptions): Forest {
  const requests = new Map<Branch | undefined, AbortController>();
  let roots: readonly Branch[] | undefined;
  let failure: unknown;
  let loading: Promise<void> | undefined;
  /** The node to which the next answer with the roots must contain the path. */
  let link: number | undefined;
  /** Settled when the last call of `reveal` is. */
  let revealing: Promise<unknown> = Promise.resolve();
  const busy = retryWhenBusy(() => void load());

  /** Requests the nodes below a branch, or the roots. Cancels a request for the same. */
  async function request(of: Branch | undefined, depth: number, deepLink?: number): Promise<readonly Node[]> {
    const controller = new AbortController();
    requests.get(of)?.abort();
    requests.set(of, controller);
    const all = typeof top === 'number' ? { tree: -1, kind: top } : { tree: top };
    try {
      const nodes = await client.node.tree(
        {
          ...(of ? { tree: of.node.id } : { ...all, with_root: true }),
          ...{ depth, asset_count: true, recursive: true },
          ...(deepLink !== undefined && { deep_link: deepLink }),
        },
        { signal: controller.signal },
      );
      controller.signal.throwIfAborted();
      return nodes;
    } finally {
      if (requests.get(of) === controller) requests.delete(of);
    }
  }

  /** Loads two levels below a branch, or one if two are more than the service sends at once. */
  async function fill(branch: Branch): Promise<readonly Branch[]> {
    try {
      return grow(await request(branch, LEVELS), branch, LEVELS - 1, branch.children);
    } catch (error) {
      if (!isTooLarge(error)) throw error;
      return grow(await request(branch, 1), branch, 0, branch.children);
    }
  }

  async function loadRoots(): Promise<void> {
    failure = undefined;
    busy.stop();
    changed();
    try {
      // One level below the roots shows which of them can be opened.
      roots = grow(await request(undefined, 1, link), undefined, 1, roots);
      link = undefined;
    } catch (error) {
      if (!isAbort(error)) {
        failure = error;
        busy.failed(error);
      }
    }
    changed();
  }

  function load(): Promise<void> {
    loading ??= loadRoots().finally(() => {
      if (failure) loading = undefined;
    });
    return loading;
  }

  function reload(): Promise<void> {
    loading = undefined;
    return load();
  }

  /** Waits for the roots; if they are requested again meanwhile, for the last request. */
  async function rootsSettled(): Promise<void> {
    for (let awaited: unknown = null; awaited !== loading; ) {
      awaited = loading;
      await awaited;
    }
  }

  async function loadBelow(branch: Branch): Promise<void> {
    branch.state = 'loading';
    branch.requests += 1;
    const slow = setTimeout(() => {
      branch.state = 'slow';
      changed();
    }, PATIENCE);
    changed();
    try {
      branch.children = await fill(branch);
      branch.state = 'rest';
      if (branch.children.length === 0) branch.isOpen = false;
    } catch (error) {
      // The branch was closed or requested again, which has set its state.
      if (isAbort(error)) return;
      branch.state = 'failed';
    } finally {
      clearTimeout(slow);
    }
    changed();
  }

  function open(branch: Branch): void {
    branch.isOpen = true;
    if (branch.state !== 'loading' && !isDeep(branch)) void loadBelow(branch);
    else changed();
  }

  async function openAll(siblings: readonly Branch[], parent: Branch | undefined): Promise<void> {
    for (const sibling of siblings) sibling.isOpen = sibling.children?.length !== 0;
    changed();
    if (siblings.every(isDeep)) return;
    // This request replaces that of the parent.
    if (parent) parent.state = 'rest';
    try {
      const entries = await request(parent, LEVELS + 1);
      const grown = grow(entries, parent, parent ? LEVELS : LEVELS + 1, siblings);
      if (parent) parent.children = grown;
      else roots = grown;
      changed();
    } catch (error) {
      if (isAbort(error)) return;
      if (isTooLarge(error)) openSingly(siblings);
      else for (const sibling of siblings) if (sibling.isOpen && !sibling.children) sibling.state = 'failed';
      changed();
    }
  }

  async function reveal(id: number): Promise<Branch | undefined> {
    await rootsSettled();
    if (!roots || !findBranch(roots, id)) {
      link = id;
      void reload();
      await rootsSettled();
      if (failure) throw failure;
    }
    const branch = findBranch(roots ?? [], id);
    if (!branch) return undefined;
    for (const above of branchPath(branch).slice(0, -1)) if (!above.isOpen) open(above);
    return branch;
  }

  function openSingly(siblings: readonly Branch[]): void {
    for (const sibling of siblings.slice(0, MAX_SINGLE)) if (sibling.isOpen) open(sibling);
    for (const sibling of siblings.slice(MAX_SINGLE)) if (!sibling.children) sibling.isOpen = false;
  }

  return {
    get roots() {
      return roots;
    },
    get failure() {
      return failure;
    },
    load,
    reload,
    open,
    retry: (branch) => void loadBelow(branch),
    close: (branch) => {
      requests.get(branch)?.abort();
      requests.delete(branch);
      branch.isOpen = false;
      branch.state = 'rest';
      changed();
    },
    openSiblings: (branch) => {
      const siblings = branch.parent ? branch.parent.children : roots;
      void openAll(siblings ?? [], branch.parent);
    },
    reveal: (id) => {
      // One after the other, because each request for the roots cancels the one before.
      const revealed = revealing.then(() => reveal(id));
      revealing = revealed.catch(() => {});
      return revealed;
    },
    loadAll: async () => {
      await loading;
      // Zero stands for all levels.
      const entries = await request(undefined, 0).catch(() => undefined);
      if (entries) roots = grow(entries, undefined, Number.POSITIVE_INFINITY, roots);
      changed();
    },
    stop: () => {
      busy.stop();
      for (const controller of requests.values()) controller.abort();
      requests.clear();
    },
  };
}

function isTooLarge(error: unknown): boolean {
  return isServiceError(error) && error.code === 'parameter_invalid';
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
