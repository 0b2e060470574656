/** The port by which the service reads what each commit changed. */

/** A change of an object in one commit. */
export interface LoggedChange {
  readonly revision: number;
  /** As `change-notes.ts` names it: `asset`, `node`, `below` for a node below one that was moved, or a part of the model. */
  readonly kind: string;
  readonly id: number;
  /** Where an asset, a node or a node type was before, as `places.ts` writes it; undefined if it did not exist. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** A place in the log, after which reading goes on. */
export type LogPlace = Pick<LoggedChange, 'revision' | 'kind' | 'id'>;

/** Sorts after all kinds. */
const END = 'zzzz';

/** The place after all changes of a revision. */
export const endOf = (revision: number): LogPlace => ({ revision, kind: END, id: 0 });

/** The first revision that may have changes after a place. */
export const nextRevision = ({ revision, kind }: LogPlace): number => (kind === END ? revision + 1 : revision);

/** What each commit changed. Nothing that it returns ever changes; old changes are deleted. */
export interface ChangeLog {
  /** Secret of this catalogue, which a copy does not have. */
  key(): Promise<string>;
  /** The oldest revision of which all changes are recorded; the next one if none is. */
  oldest(): Promise<number>;
  /** Random number of the commit that made a revision, 0 if it is not recorded; after a restore, others have the same revision. */
  markOf(revision: number): Promise<number>;
  /** The last revision that was made before a time in UTC milliseconds, if it is recorded; else the one before the oldest. */
  before(time: number): Promise<number>;
  /** Times of the commits that made these revisions, in UTC milliseconds. */
  timesOf(revisions: Iterable<number>): Promise<ReadonlyMap<number, number>>;
  /** Up to `count` changes after a place, up to a revision, in the order of commits. */
  after(place: LogPlace, until: number, count: number): Promise<readonly LoggedChange[]>;
  /** Changes of what decides who may see others, and of places of nodes, of these revisions. */
  moves(from: number, until: number): Promise<readonly LoggedChange[]>;
  /** Places of the assets whose validity may begin or end in this time, which is in UTC milliseconds. */
  boundaries(from: number, until: number): Promise<readonly { readonly id: number; readonly place: string }[]>;
  /** Changes of assets that may have hidden them, after a revision. */
  hidings(from: number, until: number): Promise<readonly LoggedChange[]>;
}
