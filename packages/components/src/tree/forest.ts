import { type Client, isServiceError, type Node } from '@asset-browsing-service/client';
import { retryWhenBusy } from '../catalogue/retry-when-busy.ts';
import { type Branch, branchPath, findBranch, grow, isDeep } from './branches.ts';

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

/** Trees whose branches are loaded when they are opened. Sends nothing before `load`, `open` or `reveal`. */
export class Forest {
  readonly #options: ForestOptions;
  readonly #requests = new Map<Branch | undefined, AbortController>();
  #roots: readonly Branch[] | undefined;
  #failure: unknown;
  #loading: Promise<void> | undefined;
  /** The node to which the next answer with the roots must contain the path. */
  #link: number | undefined;
  /** Settled when the last call of `reveal` is. */
  #revealing: Promise<unknown> = Promise.resolve();
  readonly #busy = retryWhenBusy(() => void this.load());

  constructor(options: ForestOptions) {
    this.#options = options;
  }

  /** Undefined until they have arrived. */
  get roots(): readonly Branch[] | undefined {
    return this.#roots;
  }

  /** Why the roots could not be loaded. If the service is busy, they are requested again when it allows it. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Loads the roots, unless they have arrived or are loading. */
  load(): Promise<void> {
    this.#loading ??= this.#loadRoots().finally(() => {
      if (this.#failure) this.#loading = undefined;
    });
    return this.#loading;
  }

  /** Loads the roots again, and cancels a request for them. */
  reload(): Promise<void> {
    this.#loading = undefined;
    return this.load();
  }

  /** Opens a branch and loads the nodes below it. */
  open(branch: Branch): void {
    branch.isOpen = true;
    if (branch.state !== 'loading' && !isDeep(branch)) void this.retry(branch);
    else this.#options.changed();
  }

  /** Loads the nodes below a branch again, and cancels a request for them. */
  async retry(branch: Branch): Promise<void> {
    const { changed } = this.#options;
    branch.state = 'loading';
    branch.requests += 1;
    const slow = setTimeout(() => {
      branch.state = 'slow';
      changed();
    }, PATIENCE);
    changed();
    try {
      branch.children = await this.#fill(branch);
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

  /** Closes a branch and cancels its request. */
  close(branch: Branch): void {
    this.#requests.get(branch)?.abort();
    this.#requests.delete(branch);
    branch.isOpen = false;
    branch.state = 'rest';
    this.#options.changed();
  }

  async openSiblings({ parent }: Branch): Promise<void> {
    const { changed } = this.#options;
    const siblings = (parent ? parent.children : this.#roots) ?? [];
    for (const sibling of siblings) sibling.isOpen = sibling.children?.length !== 0;
    changed();
    if (siblings.every(isDeep)) return;
    // This request replaces that of the parent.
    if (parent) parent.state = 'rest';
    try {
      const entries = await this.#request(parent, LEVELS + 1);
      const grown = grow(entries, parent, parent ? LEVELS : LEVELS + 1, siblings);
      if (parent) parent.children = grown;
      else this.#roots = grown;
    } catch (error) {
      if (isAbort(error)) return;
      if (isTooLarge(error)) this.#openSingly(siblings);
      else for (const sibling of siblings) if (sibling.isOpen && !sibling.children) sibling.state = 'failed';
    }
    changed();
  }

  /**
   * Opens the path to a node, which is loaded if need be. Resolves with the place of the node; undefined if these trees lack it.
   * Rejects if the path cannot be loaded; the next successful request for the roots then contains it.
   */
  reveal(id: number): Promise<Branch | undefined> {
    // One after the other, because each request for the roots cancels the one before.
    const revealed = this.#revealing.then(() => this.#reveal(id));
    this.#revealing = revealed.catch(() => {});
    return revealed;
  }

  /** Loads all branches, unless there are more than the service sends at once. Opens none; a failure changes nothing. */
  async loadAll(): Promise<void> {
    await this.#loading;
    // Zero stands for all levels.
    const entries = await this.#request(undefined, 0).catch(() => undefined);
    if (entries) this.#roots = grow(entries, undefined, Number.POSITIVE_INFINITY, this.#roots);
    this.#options.changed();
  }

  /** Cancels all requests. */
  stop(): void {
    this.#busy.stop();
    for (const controller of this.#requests.values()) controller.abort();
    this.#requests.clear();
  }

  /** Requests the nodes below a branch, or the roots. Cancels a request for the same. */
  async #request(of: Branch | undefined, depth: number, deepLink?: number): Promise<readonly Node[]> {
    const { client, top } = this.#options;
    const requests = this.#requests;
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
  async #fill(branch: Branch): Promise<readonly Branch[]> {
    try {
      return grow(await this.#request(branch, LEVELS), branch, LEVELS - 1, branch.children);
    } catch (error) {
      if (!isTooLarge(error)) throw error;
      return grow(await this.#request(branch, 1), branch, 0, branch.children);
    }
  }

  async #loadRoots(): Promise<void> {
    const { changed } = this.#options;
    this.#failure = undefined;
    this.#busy.stop();
    changed();
    try {
      // One level below the roots shows which of them can be opened.
      this.#roots = grow(await this.#request(undefined, 1, this.#link), undefined, 1, this.#roots);
      this.#link = undefined;
    } catch (error) {
      if (!isAbort(error)) {
        this.#failure = error;
        this.#busy.failed(error);
      }
    }
    changed();
  }

  /** Waits for the roots; if they are requested again meanwhile, for the last request. */
  async #rootsSettled(): Promise<void> {
    for (let awaited: unknown = null; awaited !== this.#loading; ) {
      awaited = this.#loading;
      await awaited;
    }
  }

  async #reveal(id: number): Promise<Branch | undefined> {
    await this.#rootsSettled();
    if (!this.#roots || !findBranch(this.#roots, id)) {
      this.#link = id;
      void this.reload();
      await this.#rootsSettled();
      if (this.#failure) throw this.#failure;
    }
    const branch = findBranch(this.#roots ?? [], id);
    if (!branch) return undefined;
    for (const above of branchPath(branch).slice(0, -1)) if (!above.isOpen) this.open(above);
    return branch;
  }

  #openSingly(siblings: readonly Branch[]): void {
    for (const sibling of siblings.slice(0, MAX_SINGLE)) if (sibling.isOpen) this.open(sibling);
    for (const sibling of siblings.slice(MAX_SINGLE)) if (!sibling.children) sibling.isOpen = false;
  }
}

function isTooLarge(error: unknown): boolean {
  return isServiceError(error) && error.code === 'parameter_invalid';
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
