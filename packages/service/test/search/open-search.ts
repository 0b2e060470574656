import { type Base, buildBase, type MergeableIndex, mergeBase } from '../../../columnar/src/build-base.ts';
import { openColumnarSearch } from '../../../columnar/src/columnar-search.ts';
import type { IndexLimits } from '../../../columnar/src/index-limits.ts';
import { IndexPublisher } from '../../../columnar/src/index-publisher.ts';
import type { IndexSource } from '../../../columnar/src/index-source.ts';
import type { TermCacheLimits } from '../../../columnar/src/term-cache.ts';
import { openViews } from '../../../columnar/src/views.ts';
import { viewerFor } from '../../../core/src/domain/permissions.ts';
import type { Catalogue, CatalogueWriter } from '../../src/catalogue/catalogue.ts';
import { openSqlite } from '../catalogue/open-sqlite.ts';

interface Options {
  readonly limits?: IndexLimits;
  readonly terms?: TermCacheLimits;
  readonly maxEntries?: number;
  /** The base that the index starts with. */
  readonly initial?: Base;
  /** Default: those of an empty catalogue in a folder of its own. */
  readonly stores?: Stores;
}

/** An empty catalogue in any database, which whoever opened it closes. */
interface Stores {
  readonly writer: CatalogueWriter;
  readonly catalogue: Catalogue;
  readonly source: IndexSource;
}

/** Opens an empty catalogue and the columnar search over it. */
export async function openSearch(options: Options = {}) {
  await using stack = new AsyncDisposableStack();
  const own = options.stores ? undefined : stack.use(await openSqlite());
  const { writer, catalogue, source } = (options.stores ?? own) as Stores;
  const build = () => buildBase(source);
  const buildOrMerge = async (from?: MergeableIndex) => (from ? mergeBase(from) : await build());
  /** Opens another search over the catalogue, with a publisher of its own. */
  const openIndex = ({ limits, initial, terms, maxEntries }: Options) => {
    const publisher = new IndexPublisher({ source, build: buildOrMerge, initial, ...(limits && { limits }) });
    const views = openViews(() => publisher.reach(), { waitSeconds: 60 });
    return owned.use(
      openColumnarSearch({
        catalogue,
        views,
        ...(terms && { terms }),
        ...(maxEntries !== undefined && { maxEntries }),
      }),
    );
  };
  const owned = stack.move();
  return {
    directory: own?.directory ?? '',
    writer,
    catalogue,
    build,
    /** What an index of its own publishes. */
    reach: () => new IndexPublisher({ source, build }).reach(),
    openIndex,
    index: openIndex(options),
    /** A viewer of the newest revision. */
    viewerOf: async (...groups: readonly number[]) =>
      viewerFor((await catalogue.snapshot()).model, { id: undefined, groups }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
