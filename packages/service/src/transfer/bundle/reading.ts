/** What a reader of a bundle has while it reads: the place, the faults, and whom it tells of references. */
import type { InfoField } from '../../../../core/src/domain/model.ts';
import type { Step, ValueReader } from '../../../../core/src/domain/values.ts';
import { type FaultList, type Position, show, type Warnings } from './faults.ts';

/** Kinds of object that a bundle refers to by ID. */
export type ReferenceKind = 'node_type' | 'info_field' | 'download_format' | 'group' | 'user' | 'node' | 'asset';

/** Kinds of object that a bundle refers to by key. */
export type KeyedKind = 'asset_type' | 'relation_type';

/** The rest of the bundle and the catalogue, for the types of values. A second reading only needs the fields. */
export interface References {
  /** Called for every reference, in reading order. */
  refer?(kind: ReferenceKind, id: number, reading: Reading): void;
  referByKey?(kind: KeyedKind, key: string, reading: Reading): void;
  /** Called for every file of the bundle that is named, with its normalised path. */
  referToFile?(path: string, reading: Reading): void;
  /** Like `referToFile`, for an icon, which the service may ship instead. */
  referToIcon?(path: string, reading: Reading): void;
  /** Called for each node that a node reference field with this root names. */
  referBelow?(root: number, id: number, reading: Reading): void;
  field(id: number): InfoField | undefined;
}

/**
 * The position of the reader and its results so far. A whole bundle shares one object: the types of values push and pop
 * its path, so that reading a valid value allocates nothing but the result.
 */
export class Reading implements ValueReader {
  readonly references: References;
  readonly path: Step[] = [];
  file = '';
  /** Line of the object being read, or `undefined` in `catalogue.json`. */
  line: number | undefined;
  /** Number of keys read so far. A different number of keys in the text reveals duplicate keys. */
  keys = 0;
  /** Languages of the catalogue after the import. */
  languages: ReadonlySet<string> | undefined;
  readonly #faults: FaultList;
  readonly #warnings: Warnings | undefined;

  /** A second reading needs no `warnings`. */
  constructor(references: References, faults: FaultList, warnings?: Warnings) {
    this.references = references;
    this.#faults = faults;
    this.#warnings = warnings;
  }

  /** Adds an oddity of the value at the current position, which refuses no bundle. */
  warn(what: string): void {
    this.#warnings?.add(what, () => this.place());
  }

  /** Runs `work` with these steps appended to the path. */
  at<T>(steps: readonly Step[], work: () => T): T {
    this.path.push(...steps);
    const result = work();
    this.path.length -= steps.length;
    return result;
  }

  /** Adds a fault for a value that isn't the expected one, for example `an integer`. */
  wrong(value: unknown, expected: string): undefined {
    return this.fault(`${show(value)} is not ${expected}`);
  }

  /** Adds a fault at the current position, or at a column of the current line. */
  fault(problem: string, column?: number): undefined {
    this.#faults.add({ ...this.place(), ...(column === undefined ? {} : { column }), problem });
    return undefined;
  }

  /** Adds a fault for each object of a list whose `key` has the same value as that of an earlier object. */
  refuseDuplicates<K extends string>(
    objects: readonly { readonly [Name in K]?: unknown }[],
    list: string,
    key: K,
  ): void {
    if (objects.length < 2) return;
    const seen = new Set<unknown>();
    for (const [index, { [key]: value }] of objects.entries()) {
      if (seen.has(value)) this.at([list, index, key], () => this.fault(`${show(value)} is there twice`));
      if (value !== undefined) seen.add(value);
    }
  }

  place(): Position {
    return { file: this.file, ...(this.line === undefined ? {} : { line: this.line }), path: [...this.path] };
  }
}
