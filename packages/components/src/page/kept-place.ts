import { readStored, writeStored } from '../catalogue/stored.ts';

/** Contains the path, because other paths of this origin may have other services. */
const KEY = `abs-place ${new URL('.', location.href).pathname}`;

/** Keeps the place in the catalogue while somebody signs in elsewhere, in this tab alone. */
export function keepPlace(): void {
  writeStored(KEY, location.hash, () => sessionStorage);
}

/** Returns the kept place once, as a fragment; empty without one. */
export function takePlace(): string {
  const place = readStored(KEY, () => sessionStorage);
  writeStored(KEY, undefined, () => sessionStorage);
  return typeof place === 'string' ? place : '';
}
