import { type Client, type InfoField, isServiceError, type Node } from '@asset-browsing-service/client';
import { type Filter, searchOf } from '../assets/asset-query.ts';
import { forEachLimited } from '../assets/for-each-limited.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { visibleName } from '../catalogue/visible-name.ts';
import type { TextKey } from '../texts/en.ts';
import { type DateKind, fieldOfDates, readDateRange } from './date-ranges.ts';
import { rangeName } from './range-name.ts';

export type FacetValue = Filter['values'][number];

/** The names of facets and of their values, in the language of the catalogue. */
export interface FacetNames {
  /** Returns the name of a facet; undefined until it is known. */
  ofFacet(facet: string): string | undefined;
  /** Returns the name of a value; undefined until it is known. */
  ofValue(facet: string, value: FacetValue): string | undefined;
  /** Remembers the name of a value. */
  learn(facet: string, value: FacetValue, name: string): void;
  /** Whose trees the values of a facet form; undefined if they form none, and for a field until the facets are loaded. */
  treeOf(facet: string): FacetTree | undefined;
  /** The fields with dates; empty until the facets are loaded. */
  readonly fieldDates: readonly DateKind[];
  /** Loads the names of the facets that are fields, unless they are known. Rejects with an error of the client. */
  loadFacets(): Promise<void>;
  /**
   * Loads the names of these values that are not known yet. A value that the service does not know gets its ID as its name. A name
   * that cannot be loaded stays unknown until the next call.
   */
  loadValues(filters: readonly Filter[]): Promise<void>;
}

/** The tree of a facet whose values are nodes: all nodes of a type, or those below the root of a reference field. */
export interface FacetTree {
  /** ID of a node type, or the ID of the root. */
  readonly top: number | readonly [root: number];
  /** True if the root itself is no value. */
  readonly hidesRoot: boolean;
}

const NAMES = new WeakMap<Client, FacetNames>();

/** Facets whose names are texts of the elements. */
const LABELS: Readonly<Record<string, TextKey>> = {
  fileCategory: 'facets.kind',
  fileExtensions: 'facets.extension',
  assetType: 'facets.type',
  licence: 'facets.licence',
  sourceType: 'facets.source',
  validity: 'facets.validity',
  uploaded: 'facets.uploaded',
  modified: 'facets.modified',
  orientation: 'facets.orientation',
  duration: 'facets.duration',
  width: 'facets.width',
};

/** Returns the names that the elements of a catalogue share. */
export function facetNames(catalogue: Catalogue): FacetNames {
  const known = NAMES.get(catalogue.client);
  if (known) return known;
  const names = openFacetNames(catalogue);
  NAMES.set(catalogue.client, names);
  return names;
}

function openFacetNames({ client, about, say, locale }: Catalogue): FacetNames {
  const values = new Map<string, string>();
  const fields = new Map<string, InfoField>();
  let loading: Promise<void> | undefined;
  /** Requests of names that are running, by value, because several elements may need the same name. */
  const loadingValues = new Map<string, Promise<void>>();
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
    if (facet === 'validity') return say(`expiry.${value}` as 'expiry.valid');
    if (facet === 'fileCategory') return say(`kind.${value}` as 'kind.0');
    if (fieldOfDates(facet) !== undefined) return rangeName(readDateRange(String(value)) ?? {}, say, locale);
    if (facet === 'width') return say('facets.pixels', { count: Number(value) });
    if (facet === 'orientation' || facet === 'duration') return say(`facets.${value}` as 'facets.square');
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
    } else if (facet === 'licence' || facet === 'sourceType') {
      const search = searchOf({ filters: [{ facet, values: [value] }] });
      const { facets } = await client.node.search({ ...search, search_facets: 1, facet_fields: [facet] });
      for (const { id, name } of facets?.[facet] ?? []) values.set(keyOf(facet, id), name);
    } else {
      const [node] = await client.node.tree({ tree: Number(value), with_root: true, depth: 1 }).catch(noneIfGone);
      if (node) values.set(keyOf(facet, value), node.name);
    }
    // The service does not know the value.
    if (ofValue(facet, value) === undefined) values.set(keyOf(facet, value), String(value));
  }

  /** Loads a name unless a request for it is running. If that fails, the next call requests it again. */
  function loadOnce(facet: string, value: FacetValue): Promise<void> {
    const key = keyOf(facet, value);
    const running = loadingValues.get(key);
    if (running) return running;
    const request = loadValue(facet, value)
      .catch(() => {})
      .finally(() => loadingValues.delete(key));
    loadingValues.set(key, request);
    return request;
  }

  async function loadValues(filters: readonly Filter[]): Promise<void> {
    if (filters.some(({ facet }) => /^(?:info|date)_/.test(facet))) await loadFacets().catch(() => {});
    const pairs = filters.flatMap(({ facet, values: chosen }) => chosen.map((value) => ({ facet, value })));
    await forEachLimited(pairs, ({ facet, value }) => loadOnce(facet, value));
  }

  return {
    get fieldDates() {
      return [...fields.keys()].filter((facet): facet is DateKind => fieldOfDates(facet) !== undefined);
    },
    ofFacet: (facet) => {
      const label = LABELS[facet];
      if (label) return say(label);
      const type = typeOfNodes(facet);
      if (type !== undefined) return about.nodeTypes.find(({ id }) => Number(id) === type)?.name;
      return fields.get(facet)?.name;
    },
    ofValue,
    treeOf: (facet) => {
      const type = typeOfNodes(facet);
      if (type !== undefined) return { top: type, hidesRoot: false };
      const { root_node: root, show_root: showsRoot = false } = fields.get(facet) ?? {};
      return root === undefined ? undefined : { top: [root], hidesRoot: !showsRoot };
    },
    learn: (facet, value, name) => void values.set(keyOf(facet, value), name),
    loadFacets,
    loadValues,
  };
}

/** The type of the nodes that an asset must be in; undefined for other facets. */
function typeOfNodes(facet: string): number | undefined {
  const [, type] = /^node_(.+)$/.exec(facet) ?? [];
  return type === undefined ? undefined : Number(type);
}

/** Returns no node if it was deleted or is hidden from the caller. */
function noneIfGone(error: unknown): readonly Node[] {
  if (isServiceError(error) && error.status === 404) return [];
  throw error;
}

function keyOf(facet: string, value: FacetValue): string {
  return `${facet} ${value}`;
}
