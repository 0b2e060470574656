import type { State } from './state.ts';

/** States of the grid, the viewer and the picker. */
export const SHOWING_STATES: readonly State[] = [];
