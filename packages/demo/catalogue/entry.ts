import type { BundleNode, FieldValue } from '../bundle.ts';
import type { Plates } from '../documents/plates.ts';
import { createRandom } from '../drawing/random.ts';
import type { PictureJob } from '../files/picture-job.ts';
import type { Days } from './days.ts';

/** An asset of the demo before it gets its ID, together with the way to make its file. */
export interface Entry {
  /** Identifies the asset within the demo: relations refer to it, and it seeds the random numbers. */
  readonly key: string;
  /** Path of the file in the bundle; undefined for a record without a file. */
  readonly path?: string;
  readonly name: string;
  readonly type: string;
  readonly nodes: readonly number[];
  readonly infofields: Readonly<Record<string, FieldValue>>;
  /** Days since the upload. */
  readonly ago: number;
  readonly uploadedBy: number;
  /** How to make the file. An entry with a path has exactly one of `picture` and `content`. */
  readonly picture?: PictureJob;
  readonly content?: () => Promise<Uint8Array> | Uint8Array;
  /** Older versions, the oldest first. */
  readonly older?: readonly { readonly picture: PictureJob; readonly ago: number }[];
  readonly relations?: readonly { readonly type: string; readonly to: string }[];
  /** Days from today until the right of use begins. */
  readonly validInDays?: number;
  /** Days from today until it ends; negative if it has already ended. */
  readonly validForDays?: number;
  readonly isOnline?: boolean;
  /** Facts of a record without a file: size, extension, width, height, pages. */
  readonly facts?: Readonly<Record<string, string | number>>;
}

/** Input of all functions that create entries. */
export interface Plan {
  /**
   * Scale of the demo, from 0 (a few tiny pictures) to 1: the share of each series, and of the edge lengths of all
   * pictures.
   */
  readonly scale: number;
  readonly days: Days;
  readonly nodes: readonly BundleNode[];
  /** Returns the pictures for documents, which are drawn once, at the first call. */
  readonly plates: () => Promise<Plates>;
}

/** Returns the plan's share of a list, evenly spread. Keeps at least three items, or all if there are fewer. */
export function sample<Item>(items: readonly Item[], { scale }: Plan): Item[] {
  const count = Math.min(items.length, Math.max(3, Math.round(items.length * scale)));
  const place = (index: number): number => Math.floor((index * count) / items.length);
  return items.filter((_, index) => place(index + 1) > place(index));
}

/** Scales a length in pixels; returns at least 24. */
export const pixels = (length: number, { scale }: Plan): number => Math.max(24, Math.round(length * scale));

/** Returns the days since an upload: many are recent, some years ago. */
export const uploadAge = (key: string): number => 2 + Math.floor(1000 * createRandom(key).next() ** 2);

/** Converts a text to a part of a file name: lower case, words joined by hyphens. */
export function slug(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f“”„’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/**
 * Creates older versions of a picture, half as large: a pale proof and, if `twice`, one in a different light after it.
 */
export function draftsOf(picture: PictureJob, ago: number, twice: boolean): NonNullable<Entry['older']> {
  const version = (number: number): string =>
    `versions/${picture.path.replaceAll('/', '_').replace(/\.jpg$/, `.v${number}.jpg`)}`;
  const size = { width: Math.round(picture.width / 2), height: Math.round(picture.height / 2) };
  const proof: PictureJob = { ...picture, ...size, treatment: 'draft', path: version(1) };
  const other: PictureJob = { ...picture, ...size, palette: 'mist', path: version(2) };
  return [{ picture: proof, ago: ago + 9 }, ...(twice ? [{ picture: other, ago: ago + 3 }] : [])];
}
