'use client';

import type { AssetQuery } from '@asset-browsing-service/components';
import { AbsCatalogue, AbsGrid, AbsSearch } from '@asset-browsing-service/components/react';
import { useState } from 'react';

/** The state holds the query and what is selected. The server renders empty elements, which fill themselves in the browser. */
export function Library({ service }: { service: string }) {
  const [query, setQuery] = useState<AssetQuery>({});
  const [selected, setSelected] = useState<readonly number[]>([]);

  return (
    <AbsCatalogue src={service}>
      <AbsSearch query={query} onabs-query={({ detail }) => setQuery(detail.query)} />
      <p role="status">{selected.length} selected</p>
      <AbsGrid
        style={{ height: '80vh' }}
        query={query}
        selected={selected}
        onabs-select={({ detail }) => setSelected(detail.ids)}
      />
    </AbsCatalogue>
  );
}
