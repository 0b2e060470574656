import type { Catalogue, Snapshot } from '../../catalogue/catalogue.ts';
import type { BundleDocument } from './catalogue-file.ts';
import type { FaultList, Warnings } from './faults.ts';
import type { ObjectRegistry } from './object-registry.ts';
import type { Reading } from './reading.ts';

export interface ReadOptions {
  /** Catalogue whose objects the bundle may also refer to. */
  readonly catalogue: Catalogue;
  /** True for an icon that the service ships or the catalogue already has. */
  readonly isShipped: (icon: string) => boolean;
  /** Zone in which days begin and end. */
  readonly timeZone: string;
  readonly signal: AbortSignal;
  /** Reports the progress of reading a file of lines, in bytes. */
  readonly onRead: (done: number, total: number) => void;
}

/** State shared by the steps of reading one bundle. */
export interface ReadSession extends ReadOptions {
  /** The state of the catalogue that all steps see. */
  readonly snapshot: Snapshot;
  readonly root: string;
  readonly document: BundleDocument;
  readonly faults: FaultList;
  readonly warnings: Warnings;
  readonly registry: ObjectRegistry;
  readonly reading: Reading;
}

/** Number of objects read before yielding to the event loop. */
export const OBJECTS_PER_YIELD = 2000;
