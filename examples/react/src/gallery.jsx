import { pictureOf } from '@asset-browsing-service/client';
import { useDeferredValue, useState } from 'react';
import { useSearch } from './use-search.js';

/** Pictures in columns, with a search and the extensions that it finds. */
export function Gallery({ client }) {
  const [text, setText] = useState('');
  const [extensions, setExtensions] = useState([]);
  const search = useDeferredValue(text);
  const { assets, total, facets, error, loadMore } = useSearch(client, search, extensions);

  const toggle = (extension) =>
    setExtensions((chosen) =>
      chosen.includes(extension) ? chosen.filter((each) => each !== extension) : [...chosen, extension],
    );

  return (
    <main>
      <aside>
        <h1>Gallery</h1>
        <input
          type="search"
          aria-label="Search"
          placeholder="Search"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <fieldset>
          <legend>Format</legend>
          {facets.map(({ id, name, count }) => (
            <label key={id}>
              <input type="checkbox" checked={extensions.includes(id)} onChange={() => toggle(id)} />
              <span>{name}</span>
              <small>{count}</small>
            </label>
          ))}
        </fieldset>
        <p role="status">{error ? error.message : total === undefined ? 'Loading …' : `${total} assets`}</p>
      </aside>
      <section>
        <div className="gallery">
          {assets.map((asset) => (
            <figure key={asset.id}>
              <a href={client.asset.preview.url({ preview: asset.id, version: asset.version, big: true })}>
                <img
                  alt={asset.name}
                  loading="lazy"
                  {...pictureOf(asset, { jsx: true, sizes: '18rem', alt: asset.name })}
                />
              </a>
              <figcaption>{asset.name}</figcaption>
            </figure>
          ))}
        </div>
        {loadMore && (
          <button type="button" className="more" onClick={loadMore}>
            Show more
          </button>
        )}
      </section>
    </main>
  );
}
