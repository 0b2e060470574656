import { type Client, isServiceError, type Node } from '@asset-browsing-service/client';
import { retryWhenBusy } from '../catalogue/retry-when-busy.ts';
import { type Branch, branchPath, findBranch, grow, isDeep } from './branches.ts';

/** Trees of which only what was opened is loaded. */
export interface Forest {
  /** Undefined until they are loaded. */
  readonly roots: readonly Branch[] | undefined;
  /** Why the roots could not be loaded. A busy service is asked again when it wants to be. */
  readonly failure: unknown;
  /** Loads the roots, unless they are there or on their way. */
  load(): Promise<void>;
  /** Loads the roots, also if they are on their way. */
  reload(): Promise<void>;
  /** Opens a branch and loads what is below. */
  open(branch: Branch): void;
  /** Loads what is below a branch, also if it is on its way. */
  retry(branch: Branch): void;
  /** Closes a branch and ends its request. */
  close(branch: Branch): void;
  /** Opens a branch and all its siblings. */
  openSiblings(branch: Branch): void;
  /** Opens the path to a node, which is loaded if need be. Resolves with its place; undefined if these trees lack it. */
  reveal(id: number): Promise<Branch | undefined>;
  /** Loads every branch, unless they are more than the service sends at once. Opens none; a failure changes nothing. */
  loadAll(): Promise<void>;
  /** Ends all requests. */
  stop(): void;
}

/** What a forest is made of. */
export interface ForestOptions {
  readonly client: Client;
  /** ID of a node type, or the IDs of the nodes to begin with. */
  readonly top: number | readonly number[];
  /** Called when something has been loaded, has failed, or was opened or closed. */
  readonly changed: () => void;
}

/** Levels per request: children, and of each child whether it has children. */
const LEVELS = 2;

/** Milliseconds without an answer after which nodes below whose children are unknown can be opened, to ask for each of them. */
const PATIENCE = 5000;

/** Siblings that are opened one by one where one request for all would be too large. */
const MOST_SINGLE = 50;

/** Opens a forest. Sends nothing before `load`, `open` or `reveal`. */
export function openForest({ client, top, changed }: ForestOptions): Forest {
  const requests = new Map<Branch | undefined, AbortController>();
  let roots: readonly Branch[] | undefined;
  let failure: unknown;
  let loading: Promise<void> | undefined;
  const busy = retryWhenBusy(() => void load());

  /** Sends a request for a branch, or for the roots. One that runs for the same is cancelled. */
  async function request(of: Branch | undefined, depth: number, link?: number): Promise<readonly Node[]> {
    const controller = new AbortController();
    requests.get(of)?.abort();
    requests.set(of, controller);
    const all = typeof top === 'number' ? { tree: -1, kind: top } : { tree: top };
    try {
      const nodes = await client.node.tree(
        {
          ...(of ? { tree: of.node.id } : { ...all, with_root: true }),
          ...{ depth, asset_count: true, recursive: true },
          ...(link !== undefined && { deep_link: link }),
        },
        { signal: controller.signal },
      );
      controller.signal.throwIfAborted();
      return nodes;
    } finally {
      if (requests.get(of) === controller) requests.delete(of);
    }
  }

  /** Loads what is below a branch: two levels, or one where two are more than the service sends at once. */
  async function fill(branch: Branch): Promise<readonly Branch[]> {
    try {
      return grow(await request(branch, LEVELS), branch, LEVELS - 1, branch.children);
    } catch (error) {
      if (!isTooLarge(error)) throw error;
      return grow(await request(branch, 1), branch, 0, branch.children);
    }
  }

  async function loadRoots(link?: number): Promise<void> {
    failure = undefined;
    busy.stop();
    changed();
    try {
      // One level below the roots tells which of them can be opened.
      roots = grow(await request(undefined, 1, link), undefined, 1, roots);
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
      // Closed, or requested again: the state is that of what came after.
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

  function openSingly(siblings: readonly Branch[]): void {
    for (const sibling of siblings.slice(0, MOST_SINGLE)) if (sibling.isOpen) open(sibling);
    for (const sibling of siblings.slice(MOST_SINGLE)) if (!sibling.children) sibling.isOpen = false;
  }

  return {
    get roots() {
      return roots;
    },
    get failure() {
      return failure;
    },
    load,
    reload: () => {
      loading = undefined;
      return load();
    },
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
    reveal: async (id) => {
      await loading;
      if (!roots || !findBranch(roots, id)) {
        loading = loadRoots(id);
        await loading;
        if (failure) loading = undefined;
      }
      const branch = findBranch(roots ?? [], id);
      if (!branch) return undefined;
      for (const above of branchPath(branch).slice(0, -1)) if (!above.isOpen) open(above);
      return branch;
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
