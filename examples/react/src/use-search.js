import { useEffect, useState } from 'react';

const NOTHING = { assets: [], total: undefined, facets: [], error: undefined, page: undefined };

/** Searches pictures, and again when text or extensions change. `loadMore` is undefined when all are there. */
export function useSearch(client, search, extensions) {
  const [state, setState] = useState(NOTHING);

  useEffect(() => {
    const controller = new AbortController();
    const query = { search, search_extensions: extensions, search_file_category: 1, search_facets: 2 };
    const more = {
      facet_fields: 'fileExtensions',
      paginate: 30,
      pictures: '300,600',
      sort_order: 'lastmodified',
      sort_order_seq: 'desc',
    };
    client.node
      .search({ ...query, ...more }, { signal: controller.signal })
      .then((page) =>
        setState({
          assets: page.items,
          total: page.total,
          facets: page.facets?.fileExtensions ?? [],
          error: undefined,
          page,
        }),
      )
      .catch((error) => {
        // The search was replaced by another one, or the component is gone.
        if (!controller.signal.aborted) setState({ ...NOTHING, error });
      });
    return () => controller.abort();
  }, [client, search, extensions]);

  async function loadMore() {
    const { page } = state;
    // What a search that was replaced meanwhile has found belongs nowhere.
    const change = (changed) => setState((now) => (now.page === page ? { ...now, ...changed(now) } : now));
    try {
      const next = await page.next();
      if (next) change(({ assets }) => ({ page: next, assets: [...assets, ...next.items], error: undefined }));
    } catch (error) {
      change(() => ({ error }));
    }
  }

  const { page, ...rest } = state;
  return { ...rest, loadMore: page && state.assets.length < state.total ? loadMore : undefined };
}
