import type { RenditionOrder, Renditions } from './renditions.ts';

/** Result of a picture rendered ahead of time. */
export interface RenderedAhead {
  /** Also true if the page doesn't exist. */
  readonly isPlaceholder: boolean;
}

/**
 * Renders pictures before anyone requests them, `atOnce` of them concurrently; stored ones are not drawn again. Rejects
 * with the signal's reason or an unexpected error.
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
