import { isServiceError } from '@asset-browsing-service/client';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Branch } from './branches.ts';
import { type Forest, openForest } from './forest.ts';

/** The trees of a catalogue: one forest for each node type, or a single one with given roots. */
export interface Forests {
  /** The wanted type if the catalogue has it, else its first one; undefined without types. */
  typeFor(wanted: number | undefined): number | undefined;
  /** The trees of a type; undefined in a catalogue without types. */
  of(type: number | undefined): Forest | undefined;
  /**
   * Opens the path to a node in the trees of its type. Resolves with its place and type; undefined if no tree shows it.
   * Rejects if a request fails.
   */
  reveal(id: number): Promise<{ readonly branch: Branch; readonly type: number } | undefined>;
  /** Cancels all requests. */
  stop(): void;
}

/** Opens the trees of a catalogue. `roots` are the IDs of the roots; empty for all. */
export function openForests({ client, about }: Catalogue, roots: readonly number[], changed: () => void): Forests {
  const forests = new Map<number, Forest>();
  const types = about.nodeTypes.map(({ id }) => Number(id));
  const stopped = new AbortController();
  const single = roots.length > 0 ? openForest({ client, top: roots, changed }) : undefined;

  function of(type: number | undefined): Forest | undefined {
    if (single || type === undefined) return single;
    const forest = forests.get(type) ?? openForest({ client, top: type, changed });
    forests.set(type, forest);
    return forest;
  }

  async function typeOf(id: number): Promise<number | undefined> {
    try {
      const { signal } = stopped;
      const [node] = await client.node.tree({ tree: id, with_root: true, depth: 1 }, { signal });
      return node?.type;
    } catch (error) {
      if (isServiceError(error) && error.code === 'node_not_found') return undefined;
      throw error;
    }
  }

  return {
    typeFor: (wanted) => (wanted !== undefined && types.includes(wanted) ? wanted : types[0]),
    of,
    reveal: async (id) => {
      const type = await typeOf(id);
      if (type === undefined || (!single && !types.includes(type))) return undefined;
      const branch = await of(type)?.reveal(id);
      return branch && { branch, type };
    },
    stop: () => {
      stopped.abort();
      single?.stop();
      for (const forest of forests.values()) forest.stop();
    },
  };
}
