import type { IndexSource } from '../ports/index-source.ts';
import type { Base } from './build-base.ts';
import { type IndexLimits, openIndexer } from './indexer.ts';
import type { ViewData } from './view.ts';

/** Keeps an index at the newest revision: small changes at once, a new base where they have become many. */
export interface IndexKeeper {
  /** A view no older than the last commit before the call. */
  reach(): Promise<ViewData>;
}

/** `build` makes a base of the newest state; meanwhile the index goes on with the one it has. */
export function openIndexKeeper(options: {
  readonly source: IndexSource;
  /** A base of an earlier run, which may be of an older revision. */
  readonly known?: Base | undefined;
  build(): Promise<Base>;
  readonly limits?: IndexLimits;
}): IndexKeeper {
  const { source, known } = options;
  const indexer = openIndexer(source, options.limits);
  if (known) indexer.adopt(known);
  let building: Promise<void> | undefined;

  function build(): Promise<void> {
    building ??= options
      .build()
      .then((base) => indexer.adopt(base))
      .finally(() => {
        building = undefined;
      });
    return building;
  }

  return {
    reach: async () => {
      while (!indexer.follow()) await build();
      // Trouble of a merge is told by the next one that is needed.
      if (indexer.isFull()) build().catch(() => {});
      return indexer.view() as ViewData;
    },
  };
}
