import { readStored, writeStored } from '../catalogue/stored.ts';
import type { CommonFormat } from './plan.ts';

const keyOf = (base: string) => `abs-download-format ${base}`;

/** The format of the last download from the catalogue of this address, among those that are offered; else the first. */
export function lastFormat(base: string, offered: readonly CommonFormat[]): number | undefined {
  const last = readStored(keyOf(base));
  return (offered.find(({ format }) => format.id === last) ?? offered[0])?.format.id;
}

/** Remembers it in this browser. */
export function rememberFormat(base: string, format: number | undefined): void {
  if (format !== undefined) writeStored(keyOf(base), format);
}
