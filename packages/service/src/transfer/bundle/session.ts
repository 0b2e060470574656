import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { BundleDocument } from './document.ts';
import type { FaultList } from './faults.ts';
import type { Known } from './known.ts';
import type { Reading } from './reading.ts';
import type { Warnings } from './warnings.ts';

export interface ReadOptions {
  /** What references may also point to. */
  readonly catalogue: Catalogue;
  /** True for an icon that the service ships, or that the store has. */
  readonly isShipped: (icon: string) => boolean;
  readonly signal: AbortSignal;
  /** How far reading a file of lines is, in bytes. */
  readonly onRead: (done: number, total: number) => void;
}

/** What the steps of reading one bundle share. */
export interface ReadSession extends ReadOptions {
  /** The bundle's real path. */
  readonly root: string;
  readonly document: BundleDocument;
  readonly faults: FaultList;
  readonly warnings: Warnings;
  readonly known: Known;
  readonly reading: Reading;
}

/** Objects read between two chances for signals. */
export const BREATH = 2000;
