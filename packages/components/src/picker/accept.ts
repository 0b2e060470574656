import { type AssetQuery, type Filter, withinLimits } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { imported } from '../catalogue/later-part.ts';
import type { TextKey } from '../texts/en.ts';
import type { Say } from '../texts/texts.ts';
import type { AcceptedFilters } from './accept-mixture.ts';

/** The files that may be chosen: of one of these kinds, or with one of these extensions. Without either, all files. */
export interface Accepted {
  /** Numbers of file categories. */
  readonly kinds: readonly number[];
  /** In lower case, without a dot. */
  readonly extensions: readonly string[];
  /** Media types. `withoutTypes` replaces them by extensions. */
  readonly types: readonly string[];
  /** Parts of the text that are none of these. */
  readonly unknown: readonly string[];
}

/** File categories by name. The names are also the first parts of media types. */
export const KINDS: ReadonlyMap<string, number> = new Map(
  ['image', 'document', 'video', 'audio', 'text', 'model'].map((word, index) => [word, index + 1]),
);

/**
 * Reads the text of `accept`, in the format of `<input type="file">`, where kinds may also be alone, such as `image`.
 * Frameworks also set lists and undefined.
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

/** Replaces media types by extensions. Loads the table of media types, which few pickers need. */
export async function withoutTypes(accepted: Accepted): Promise<Accepted> {
  if (accepted.types.length === 0) return accepted;
  const { extensionsOf } = await imported(import('./media-types.ts'));
  return {
    ...accepted,
    types: [],
    extensions: [...new Set([...accepted.extensions, ...extensionsOf(accepted.types)])],
  };
}

/**
 * Resolves with the filters for the accepted files, whose media types must have been replaced (`withoutTypes`), within a
 * restriction. Rejects with the error of a request.
 */
export async function filtersOf(
  catalogue: Pick<Catalogue, 'client' | 'about'>,
  accepted: Accepted,
  restriction: AssetQuery,
  signal: AbortSignal,
): Promise<AcceptedFilters> {
  const { kinds, extensions } = accepted;
  if (kinds.length > 0 && extensions.length > 0) {
    const { filtersOfMixture } = await imported(import('./accept-mixture.ts'));
    return await filtersOfMixture(catalogue, accepted, (filters) => restrictionOf(filters, restriction), signal);
  }
  if (kinds.length > 0) return { filters: [{ facet: 'fileCategory', values: kinds }] };
  return { filters: extensions.length > 0 ? [{ facet: 'fileExtensions', values: extensions }] : [] };
}

/** Adds filters to a restriction. Where both have a facet without a common value, the result matches nothing. */
export function restrictionOf(filters: readonly Filter[], restriction: AssetQuery): AssetQuery {
  const isNothing = filters.some(({ facet, values }) =>
    restriction.filters?.some(
      (limit) => limit.facet === facet && !limit.values.some((value) => values.includes(value)),
    ),
  );
  return { ...withinLimits({ filters }, restriction), ...(isNothing && { ids: [] }) };
}

/** Says which files are accepted, in the person's language; empty if all are. */
export function acceptedText({ kinds, extensions }: Accepted, say: Say): string {
  const names = [
    ...kinds.map((kind) => say(`kind.${kind}` as TextKey)),
    ...extensions.map((extension) => `.${extension}`),
  ];
  return names.length > 0 ? say('picker.only', { what: names.join(', ') }) : '';
}
