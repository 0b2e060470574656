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
      try {
        localStorage.setItem(key, JSON.stringify(Object.fromEntries(stored)));
      } catch {
        // Nothing depends on it.
      }
    },
  };
}

function read(key: string): Readonly<Record<string, boolean>> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    const entries = Object.entries(Object(value)).filter(([, isOpen]) => typeof isOpen === 'boolean');
    return Object.fromEntries(entries) as Record<string, boolean>;
  } catch {
    return {};
  }
}
