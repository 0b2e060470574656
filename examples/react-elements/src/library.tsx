import type { AssetQuery, EventDetails } from '@asset-browsing-service/components';
import type {} from '@asset-browsing-service/components/react';
import { useState } from 'react';

/** The elements with the state of React: it holds the query and what is open, and the elements tell when they change. */
export function Library({ service }: { service: string }) {
  const [query, setQuery] = useState<AssetQuery>({});
  const [selected, setSelected] = useState<readonly number[]>([]);
  const [place, setPlace] = useState<EventDetails['abs-open']>();

  const changeQuery = ({ detail }: CustomEvent<EventDetails['abs-query']>) => {
    setQuery(detail.query);
    setSelected([]);
  };

  return (
    <abs-catalogue src={service}>
      <main>
        <header>
          <h1>Library</h1>
          <abs-search query={query} onabs-query={changeQuery} />
          <p role="status">{selected.length} selected</p>
        </header>
        <abs-facets query={query} onabs-query={changeQuery} />
        <abs-grid
          query={query}
          selected={selected}
          onabs-select={({ detail }) => setSelected(detail.ids)}
          onabs-open={({ detail }) => setPlace(detail)}
        />
      </main>
      <abs-viewer
        query={query}
        asset={place?.asset}
        position={place?.position}
        opened={place !== undefined}
        onabs-move={({ detail }) => setPlace(detail)}
        onabs-close={() => setPlace(undefined)}
      />
    </abs-catalogue>
  );
}
