import { readStored, writeStored } from '../catalogue/stored.ts';

/** Which facets are open in this browser. */
export interface Disclosures {
  /** Undefined if nobody has opened or closed the facet. */
  isOpen(facet: string): boolean | undefined;
  set(facet: string, isOpen: boolean): void;
}

/** Opens the record of a service. A browser that stores nothing remembers it until the page is closed. */
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
