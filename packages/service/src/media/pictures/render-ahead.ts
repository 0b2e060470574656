import type { RenditionOrder, Renditions } from './renditions.ts';

/** What became of a picture that was asked for ahead of time. */
export interface RenderedAhead {
  /** True also where there is no such page. */
  readonly isPlaceholder: boolean;
}

/**
 * Has pictures made before anybody asks for them; those in the store are left as they are. `atOnce` are under way at a time.
 * Rejects with the signal's reason, or with trouble.
 */
export async function renderAhead(
  renditions: Pick<Renditions, 'get'>,
  orders: Iterable<RenditionOrder>,
  options: {
    readonly atOnce: number;
    readonly signal: AbortSignal;
    readonly onRendered: (rendered: RenderedAhead) => void;
  },
): Promise<void> {
  const { atOnce, signal, onRendered } = options;
  const left = orders[Symbol.iterator]();
  const work = async () => {
    for (let next = left.next(); !next.done; next = left.next()) {
      signal.throwIfAborted();
      const rendition = await renditions.get(next.value, { signal });
      onRendered({ isPlaceholder: rendition.kind !== 'picture' || rendition.isPlaceholder });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
