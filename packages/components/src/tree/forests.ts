import { isServiceError } from '@asset-browsing-service/client';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Branch } from './branches.ts';
import { Forest } from './forest.ts';

/** The trees of a catalogue: one forest for each node type, or a single one with the given roots. */
export class Forests {
  readonly #catalogue: Catalogue;
  readonly #changed: () => void;
  readonly #types: readonly number[];
  readonly #byType = new Map<number, Forest>();
  readonly #single: Forest | undefined;
  readonly #stopped = new AbortController();

  /** `roots` are the IDs of the roots; empty for all. */
  constructor(catalogue: Catalogue, roots: readonly number[], changed: () => void) {
    this.#catalogue = catalogue;
    this.#changed = changed;
    this.#types = catalogue.about.nodeTypes.map(({ id }) => Number(id));
    if (roots.length > 0) this.#single = new Forest({ client: catalogue.client, top: roots, changed });
  }

  /** The wanted type if the catalogue has it, else its first one; undefined without types. */
  typeFor(wanted: number | undefined): number | undefined {
    return wanted !== undefined && this.#types.includes(wanted) ? wanted : this.#types[0];
  }

  /** The trees of a type; undefined in a catalogue without types. */
  of(type: number | undefined): Forest | undefined {
    if (this.#single || type === undefined) return this.#single;
    const { client } = this.#catalogue;
    const forest = this.#byType.get(type) ?? new Forest({ client, top: type, changed: this.#changed });
    this.#byType.set(type, forest);
    return forest;
  }

  /**
   * Opens the path to a node in the trees of its type. Resolves with its place and type; undefined if no tree shows it.
   * Rejects if a request fails.
   */
  async reveal(id: number): Promise<{ readonly branch: Branch; readonly type: number } | undefined> {
    const type = await this.#typeOf(id);
    if (type === undefined || (!this.#single && !this.#types.includes(type))) return undefined;
    const branch = await this.of(type)?.reveal(id);
    return branch && { branch, type };
  }

  /** Cancels all requests. */
  stop(): void {
    this.#stopped.abort();
    this.#single?.stop();
    for (const forest of this.#byType.values()) forest.stop();
  }

  async #typeOf(id: number): Promise<number | undefined> {
    try {
      const { signal } = this.#stopped;
      const [node] = await this.#catalogue.client.node.tree({ tree: id, with_root: true, depth: 1 }, { signal });
      return node?.type;
    } catch (error) {
      if (isServiceError(error) && error.code === 'node_not_found') return undefined;
      throw error;
    }
  }
}
