import type { BundleNode, FieldValue } from '../bundle.ts';
import type { Plates } from '../documents/plates.ts';
import { createRandom } from '../drawing/random.ts';
import type { PictureJob } from '../files/picture-job.ts';
import type { Days } from './days.ts';

/** An asset of the demo before it gets its number, together with the way its file is made. */
export interface Entry {
  /** Names the asset within the demo: relations point to it, and chance is seeded by it. */
  readonly key: string;
  /** The file inside the bundle; undefined for a record without a file. */
  readonly path?: string;
  readonly name: string;
  readonly type: string;
  readonly nodes: readonly number[];
  readonly infofields: Readonly<Record<string, FieldValue>>;
  /** Days since the upload. */
  readonly ago: number;
  readonly uploadedBy: number;
  /** How the file is drawn, or written. Exactly one of them where there is a path. */
  readonly picture?: PictureJob;
  readonly content?: () => Promise<Uint8Array> | Uint8Array;
  /** Older versions, the oldest first. */
  readonly older?: readonly { readonly picture: PictureJob; readonly ago: number }[];
  readonly relations?: readonly { readonly type: string; readonly to: string }[];
  /** Days from today on which the right to use it ends; negative: it has ended. */
  readonly validForDays?: number;
  readonly isOnline?: boolean;
  /** What a record without a file tells: size, extension, width, height, pages. */
  readonly facts?: Readonly<Record<string, string | number>>;
}

/** What all makers of entries are given. */
export interface Plan {
  /** Share of each series and of the edge lengths of all pictures, 0 (a few tiny ones) to 1. */
  readonly scale: number;
  readonly days: Days;
  readonly nodes: readonly BundleNode[];
  /** Gives the pictures of documents; they are drawn once, by the first who asks. */
  readonly plates: () => Promise<Plates>;
}

/** A share of the list, spread evenly, never fewer than three where there are three. */
export function sample<Item>(items: readonly Item[], { scale }: Plan): Item[] {
  const count = Math.min(items.length, Math.max(3, Math.round(items.length * scale)));
  const place = (index: number): number => Math.floor((index * count) / items.length);
  return items.filter((_, index) => place(index + 1) > place(index));
}

/** A length in pixels within the plan, at least 24. */
export const pixels = (length: number, { scale }: Plan): number => Math.max(24, Math.round(length * scale));

/** Days since an upload: many lately, some years ago. */
export const uploadAge = (key: string): number => 2 + Math.floor(1000 * createRandom(key).next() ** 2);

/** A text as part of a file name: lower case, words joined by hyphens. */
export function slug(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f“”„’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** The versions before a picture: a pale proof, and sometimes one in another light after it; half as large. */
export function draftsOf(picture: PictureJob, ago: number, twice: boolean): NonNullable<Entry['older']> {
  const version = (number: number): string =>
    `versions/${picture.path.replaceAll('/', '_').replace(/\.jpg$/, `.v${number}.jpg`)}`;
  const size = { width: Math.round(picture.width / 2), height: Math.round(picture.height / 2) };
  const proof: PictureJob = { ...picture, ...size, treatment: 'draft', path: version(1) };
  const other: PictureJob = { ...picture, ...size, palette: 'mist', path: version(2) };
  return [{ picture: proof, ago: ago + 9 }, ...(twice ? [{ picture: other, ago: ago + 3 }] : [])];
}
