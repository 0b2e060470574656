/** The errors of the port: what a catalogue rejects with, whichever adapter keeps it. */
import type { EntityKind } from './catalogue.ts';

/** Thrown when a transaction ends with a reference to an object that doesn't exist. */
export class DanglingReference extends Error {
  override readonly name = 'DanglingReference';
  readonly from: { readonly kind: EntityKind | 'review'; readonly id: number };
  /** Key in the bundle object that contains the reference, for example `nodes` or `infofields.103`. */
  readonly key: string;
  readonly to: { readonly kind: string; readonly id: number };

  constructor(from: DanglingReference['from'], key: string, to: DanglingReference['to']) {
    super(`${from.kind} ${from.id}: ${key} names ${to.kind} ${to.id}, which does not exist`);
    this.from = from;
    this.key = key;
    this.to = to;
  }
}

/** Thrown when the disk can't be read or written. A failed write changes nothing. */
export class DiskFailure extends Error {
  override readonly name: string = 'DiskFailure';
}

/** Thrown when the disk is full. Nothing is written. */
export class CatalogueFull extends DiskFailure {
  override readonly name = 'CatalogueFull';
}

/** Thrown when another process holds the write lock for longer than the lock timeout. */
export class CatalogueBusy extends Error {
  override readonly name = 'CatalogueBusy';
}

/**
 * Thrown when the server of the catalogue can't be reached or used just now. The message is one sentence that names the
 * setting, and never holds the password. A write that was refused this way changed nothing.
 */
export class CatalogueUnreachable extends Error {
  override readonly name: string = 'CatalogueUnreachable';
}

/** Thrown when the server went away during a commit, and did not say afterwards whether it has stored the changes. */
export class OutcomeUnknown extends CatalogueUnreachable {
  override readonly name = 'OutcomeUnknown';
}

/** False for the failures of the store itself, which would meet each item of a failed write alike. */
export function mayBeOfItem(error: unknown): boolean {
  return ![CatalogueUnreachable, CatalogueBusy, DiskFailure].some((kind) => error instanceof kind);
}
