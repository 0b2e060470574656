import type { BundleFieldValue } from '../bundle.ts';
import type { PictureJob } from '../files/picture-job.ts';
import type { AssetTypeKey, RelationKey } from '../story/kinds.ts';

/** An asset of the demo before it gets its number, together with the way its file is made. */
export interface Entry {
  /** Names the asset within the demo: relations point to it, and chance is seeded by it. */
  readonly key: string;
  /** The file inside the bundle; undefined for a record without a file. */
  readonly path?: string;
  readonly name: string;
  readonly type: AssetTypeKey;
  readonly nodes: readonly number[];
  readonly infofields: Readonly<Record<string, BundleFieldValue>>;
  /** Days since the upload. */
  readonly ago: number;
  readonly uploadedBy: number;
  /** How the file is drawn, or written. Exactly one of them where there is a path. */
  readonly picture?: PictureJob;
  readonly content?: () => Promise<Uint8Array> | Uint8Array;
  /** Older versions, the oldest first. */
  readonly older?: readonly { readonly picture: PictureJob; readonly ago: number }[];
  readonly relations?: readonly { readonly type: RelationKey; readonly to: string }[];
  /** Days from today on which the right to use it ends; negative: it has ended. */
  readonly validForDays?: number;
  readonly isOnline?: boolean;
  /** What a record without a file tells. */
  readonly facts?: {
    readonly size: number;
    readonly extension: string;
    readonly width?: number;
    readonly height?: number;
    readonly pages?: number;
  };
}

/** The bundle's plan is the same for everybody who makes it: these are its knobs. */
export interface Scope {
  /** Share of each series, 0 (a few) to 1 (all). */
  readonly share: number;
  /** Share of the edge lengths of all pictures, 0 to 1. */
  readonly edge: number;
}

/** A share of the list, spread evenly, never fewer than three where there are three. */
export function sample<Item>(items: readonly Item[], { share }: Scope): Item[] {
  const count = Math.min(items.length, Math.max(3, Math.round(items.length * share)));
  return items.filter(
    (_, index) => Math.floor(((index + 1) * count) / items.length) > Math.floor((index * count) / items.length),
  );
}

/** A length in pixels within the scope, at least 24. */
export const pixels = (length: number, { edge }: Scope): number => Math.max(24, Math.round(length * edge));

/** A text as part of a file name: lower case, words joined by hyphens. */
export function slug(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f“”„’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
