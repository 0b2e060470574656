import type { State } from './state.ts';

/** States of the page, and of the elements around a list: search, facets, tree. */
export const PAGE_STATES: readonly State[] = [];
