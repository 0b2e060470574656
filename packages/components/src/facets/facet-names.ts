import { type Client, type InfoField, isServiceError, type Node } from '@asset-browsing-service/client';
import type { Filter } from '../assets/asset-query.ts';
import { forEachLimited } from '../assets/for-each-limited.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { visibleName } from '../catalogue/visible-name.ts';
import type { TextKey } from '../texts/en.ts';
import { type DateKind, fieldOfDates, readDateRange } from './date-ranges.ts';
import { rangeName } from './range-name.ts';

/** The value of a facet. */
export type FacetValue = Filter['values'][number];

/** The names of facets and of their values, in the language of the catalogue. What is unknown is requested once. */
export interface FacetNames {
  /** Name of a facet; undefined until it is known. */
  ofFacet(facet: string): string | undefined;
  /** Name of a value; undefined until it is known. */
  ofValue(facet: string, value: FacetValue): string | undefined;
  /** Remembers a name that an answer gave. */
  learn(facet: string, value: FacetValue, name: string): void;
  /** The fields with dates; empty until the facets are loaded. */
  readonly fieldDates: readonly DateKind[];
  /** Loads the names of the facets. Rejects if the service cannot be asked. */
  loadFacets(): Promise<void>;
  /**
   * Loads the names of these values; those that the service does not know become their ID. Those that cannot be loaded stay
   * unknown until they are asked for again.
   */
  loadValues(filters: readonly Filter[]): Promise<void>;
}

const NAMES = new WeakMap<Client, FacetNames>();

/** Facets whose names are texts of ours. */
const LABELS: Readonly<Record<string, TextKey>> = {
  fileCategory: 'facets.kind',
  fileExtensions: 'facets.extension',
  assetType: 'facets.type',
  uploaded: 'facets.uploaded',
  modified: 'facets.modified',
};

/** Returns the names of a catalogue, which its elements share. */
export function facetNames(catalogue: Catalogue): FacetNames {
  const present = NAMES.get(catalogue.client);
  if (present) return present;
  const names = openFacetNames(catalogue);
  NAMES.set(catalogue.client, names);
  return names;
}

function openFacetNames({ client, about, say, locale }: Catalogue): FacetNames {
  const values = new Map<string, string>();
  const fields = new Map<string, InfoField>();
  let loading: Promise<void> | undefined;
  /** The names on their way, which several elements want. */
  const coming = new Map<string, Promise<void>>();
  let types: ReturnType<typeof client.asset.assettype> | undefined;

  async function loadFacets(): Promise<void> {
    loading ??= (async () => {
      const all = (await client.asset.infofield({ infofield: -1 })) as Readonly<Record<string, InfoField>>;
      for (const [id, field] of Object.entries(all)) {
        fields.set(field.kind === 'Date' ? `date_${id}` : `info_${id}`, field);
        for (const item of field.values ?? []) values.set(keyOf(`info_${id}`, item.id), item.name);
      }
    })();
    loading.catch(() => {
      loading = undefined;
    });
    await loading;
  }

  function ofValue(facet: string, value: FacetValue): string | undefined {
    if (facet === 'fileExtensions') return String(value);
    if (facet === 'fileCategory') return say(`kind.${value}` as 'kind.0');
    if (fieldOfDates(facet) !== undefined) return rangeName(readDateRange(String(value)) ?? {}, say, locale);
    if (typeof value === 'boolean') return say(value ? 'facets.yes' : 'facets.no');
    const name = values.get(keyOf(facet, value));
    return name === undefined ? undefined : visibleName(say, name);
  }

  async function loadValue(facet: string, value: FacetValue): Promise<void> {
    if (ofValue(facet, value) !== undefined) return;
    if (facet === 'assetType') {
      types ??= client.asset.assettype({ assettype: true });
      types.catch(() => {
        types = undefined;
      });
      for (const { id, name } of await types) values.set(keyOf(facet, id), name);
    } else {
      const [node] = await client.node.tree({ tree: Number(value), with_root: true, depth: 1 }).catch(noneIfGone);
      if (node) values.set(keyOf(facet, value), node.name);
    }
    // What the service does not know has no other name.
    if (ofValue(facet, value) === undefined) values.set(keyOf(facet, value), String(value));
  }

  /** Loads a name unless it is on its way. One that cannot be loaded may be asked for again. */
  function loadOnce(facet: string, value: FacetValue): Promise<void> {
    const key = keyOf(facet, value);
    const present = coming.get(key);
    if (present) return present;
    const request = loadValue(facet, value)
      .catch(() => {})
      .finally(() => coming.delete(key));
    coming.set(key, request);
    return request;
  }

  async function loadValues(filters: readonly Filter[]): Promise<void> {
    if (filters.some(({ facet }) => /^(?:info|date)_/.test(facet))) await loadFacets().catch(() => {});
    const wanted = filters.flatMap(({ facet, values: given }) => given.map((value) => ({ facet, value })));
    await forEachLimited(wanted, ({ facet, value }) => loadOnce(facet, value));
  }

  return {
    get fieldDates() {
      return [...fields.keys()].filter((facet): facet is DateKind => fieldOfDates(facet) !== undefined);
    },
    ofFacet: (facet) => {
      const label = LABELS[facet];
      if (label) return say(label);
      const type = /^node_(.+)$/.exec(facet)?.[1];
      if (type !== undefined) return about.nodeTypes.find(({ id }) => id === type)?.name;
      return fields.get(facet)?.name;
    },
    ofValue,
    learn: (facet, value, name) => void values.set(keyOf(facet, value), name),
    loadFacets,
    loadValues,
  };
}

/** Nodes may be gone, or be hidden from the caller. */
function noneIfGone(error: unknown): readonly Node[] {
  if (isServiceError(error) && error.status === 404) return [];
  throw error;
}

function keyOf(facet: string, value: FacetValue): string {
  return `${facet} ${value}`;
}
