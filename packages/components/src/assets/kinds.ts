/** File categories (`type` of an asset) that are drawn unlike the others. */

export const IMAGE = 1;
export const FILM = 3;
