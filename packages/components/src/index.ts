/** Defines all elements. */
export { AbsBasket } from './abs-basket.ts';
export { AbsCatalogue } from './abs-catalogue.ts';
export { AbsChips } from './abs-chips.ts';
export { AbsDetails } from './abs-details.ts';
export { AbsDownload } from './abs-download.ts';
export { AbsFacets } from './abs-facets.ts';
export { AbsGrid } from './abs-grid.ts';
export { AbsPicker } from './abs-picker.ts';
export { AbsSearch } from './abs-search.ts';
export { AbsTree } from './abs-tree.ts';
export { AbsViewer } from './abs-viewer.ts';
export type { AssetQuery, DateRange, Filter, Sorting } from './assets/asset-query.ts';
export type { Catalogue, TokenProvider } from './catalogue/catalogue.ts';
export type { ElementEvents, EventDetails } from './catalogue/event-details.ts';
export type { PickerOptions } from './picker/messages.ts';
export { type OpenPickerOptions, openPicker, PickerError } from './picker/open-picker.ts';
export type { PickedAsset, Rendition } from './picker/picked-asset.ts';
export type { TextOverlay } from './texts/texts.ts';
