import type { State } from './state.ts';

/** States of details, downloads, the basket and what expires. */
export const DETAILS_STATES: readonly State[] = [];
