import { openSearch } from './open-search.ts';
import { openReferenceSearch } from './reference/search.ts';
import { searchIndexContract } from './search-index.contract.ts';

searchIndexContract('the columnar search', openSearch);
searchIndexContract('the reference', async () => {
  const opened = await openSearch();
  return { ...opened, index: openReferenceSearch(opened.catalogue) };
});
