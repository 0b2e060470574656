/** Defines all elements. */
export { AbsCatalogue } from './abs-catalogue.ts';
export { AbsGrid } from './abs-grid.ts';
export type { AssetQuery, DateRange, Filter, Sorting } from './assets/asset-query.ts';
export type { Catalogue, TokenProvider } from './catalogue/catalogue.ts';
export type { TextOverlay } from './texts/texts.ts';
