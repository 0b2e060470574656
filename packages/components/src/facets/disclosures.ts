import { readStored, writeStored } from '../catalogue/stored.ts';

/** Remembers in this browser which facets are open. */
export interface Disclosures {
  /** Undefined if the person has never opened or closed the facet. */
  isOpen(facet: string): boolean | undefined;
  set(facet: string, isOpen: boolean): void;
}

/** Reads what is remembered for the service at this base address. Without storage, it is remembered until the page is closed. */
export function openDisclosures(base: string): Disclosures {
  const key = `abs-facets ${base}`;
  const stored = new Map(Object.entries(read(key)));
  return {
    isOpen: (facet) => stored.get(facet),
    set: (facet, isOpen) => {
      stored.set(facet, isOpen);
      writeStored(key, Object.fromEntries(stored));
    },
  };
}

function read(key: string): Readonly<Record<string, boolean>> {
  const entries = Object.entries(Object(readStored(key) ?? {})).filter(([, isOpen]) => typeof isOpen === 'boolean');
  return Object.fromEntries(entries) as Record<string, boolean>;
}
