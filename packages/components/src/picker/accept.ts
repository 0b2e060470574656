import { type AssetQuery, type Filter, withinLimits } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { imported } from '../catalogue/later-part.ts';
import type { TextKey } from '../texts/en.ts';
import type { Say } from '../texts/texts.ts';
import type { AcceptedFilters } from './accept-mixture.ts';

/** Which files may be chosen: of one of these kinds, or with one of these extensions. Without either, every file. */
export interface Accepted {
  /** Numbers of file categories. */
  readonly kinds: readonly number[];
  /** In lower case, without a dot. */
  readonly extensions: readonly string[];
  /** Media types that stand for extensions, which are loaded with the list. */
  readonly types: readonly string[];
  /** Parts of the text that mean nothing. */
  readonly unknown: readonly string[];
}

/** File categories by the words for them, which are also the first parts of media types. */
export const KINDS: ReadonlyMap<string, number> = new Map(
  ['image', 'document', 'video', 'audio', 'text', 'model'].map((word, index) => [word, index + 1]),
);

/**
 * Reads the text of `accept`, which is written as that of `<input type="file">`; kinds may also stand alone. Frameworks also write
 * lists, and undefined for none.
 */
export function readAccept(text: unknown): Accepted {
  const kinds = new Set<number>();
  const extensions = new Set<string>();
  const types: string[] = [];
  const unknown: string[] = [];
  let isAll = false;
  for (const part of String(text ?? '')
    .toLowerCase()
    .split(',')
    .map((each) => each.trim())) {
    const kind = KINDS.get(part.replace(/\/\*$/, ''));
    if (part === '') continue;
    if (part === '*/*' || part === '*') isAll = true;
    else if (kind !== undefined) kinds.add(kind);
    else if (/^\.[a-z0-9_-]{1,20}$/.test(part)) extensions.add(part.slice(1));
    else if (/^[a-z]+\/[\w.+-]+$/.test(part)) types.push(part);
    else unknown.push(part);
  }
  return isAll
    ? { kinds: [], extensions: [], types: [], unknown }
    : { kinds: [...kinds], extensions: [...extensions], types, unknown };
}

/** Resolves with extensions in place of media types. */
export async function withoutTypes(accepted: Accepted): Promise<Accepted> {
  if (accepted.types.length === 0) return accepted;
  const { extensionsOf } = await imported(import('./media-types.ts'));
  return {
    ...accepted,
    types: [],
    extensions: [...new Set([...accepted.extensions, ...extensionsOf(accepted.types)])],
  };
}

/** Resolves with the filters that let through what is accepted within limits. Rejects with the error of a request for them. */
export async function filtersOf(
  catalogue: Pick<Catalogue, 'client' | 'about'>,
  accepted: Accepted,
  limits: AssetQuery,
  signal: AbortSignal,
): Promise<AcceptedFilters> {
  const { kinds, extensions } = accepted;
  if (kinds.length > 0 && extensions.length > 0) {
    const { filtersOfMixture } = await imported(import('./accept-mixture.ts'));
    return await filtersOfMixture(catalogue, accepted, (filters) => restrictionOf(filters, limits), signal);
  }
  if (kinds.length > 0) return { filters: [{ facet: 'fileCategory', values: kinds }] };
  return { filters: extensions.length > 0 ? [{ facet: 'fileExtensions', values: extensions }] : [] };
}

/** Returns the limits with what is accepted as well. Where both have nothing in common, that is nothing. */
export function restrictionOf(filters: readonly Filter[], limits: AssetQuery): AssetQuery {
  const isNothing = filters.some(({ facet, values }) =>
    limits.filters?.some((limit) => limit.facet === facet && !limit.values.some((value) => values.includes(value))),
  );
  return { ...withinLimits({ filters }, limits), ...(isNothing && { ids: [] }) };
}

/** Says what is accepted, for people; empty if everything is. */
export function acceptedText({ kinds, extensions }: Accepted, say: Say): string {
  const names = [
    ...kinds.map((kind) => say(`kind.${kind}` as TextKey)),
    ...extensions.map((extension) => `.${extension}`),
  ];
  return names.length > 0 ? say('picker.only', { what: names.join(', ') }) : '';
}
