import type { InfoField } from '../../domain/model.ts';
import { type FaultList, type Place, type Step, show } from './faults.ts';

/** What a bundle's objects refer to by ID. */
export type ReferenceKind = 'node_type' | 'info_field' | 'download_format' | 'group' | 'user' | 'node' | 'asset';

/** What a bundle's objects refer to by key. */
export type KeyedKind = 'asset_type' | 'relation_type';

/** What the kinds of value need to know of the rest of the bundle and of the store while they read. */
export interface Surroundings {
  /** Told of every reference, in reading order. */
  refer(kind: ReferenceKind, id: number, reading: Reading): void;
  referByKey(kind: KeyedKind, key: string, reading: Reading): void;
  /** Told of every file of the bundle that is named, as a clean path. */
  referToFile(path: string, reading: Reading): void;
  /** The same for an icon, which the service may ship instead. */
  referToIcon(path: string, reading: Reading): void;
  /** Told of each node that a node reference field of this root names. */
  referBelow(root: number, id: number, reading: Reading): void;
  field(id: number): InfoField | undefined;
}

/**
 * Where reading stands, and what came of it so far. One for a whole bundle: the kinds of value push and pop the path as they
 * go, so that reading a right value builds nothing but its result.
 */
export class Reading {
  readonly surroundings: Surroundings;
  readonly path: Step[] = [];
  /** Name of the file being read. */
  file = '';
  /** Line of the object being read, `undefined` inside `catalogue.json`. */
  line: number | undefined;
  /** Keys met so far; compared with the keys in the text to find doubled ones. */
  keys = 0;
  readonly #faults: FaultList;

  constructor(surroundings: Surroundings, faults: FaultList) {
    this.surroundings = surroundings;
    this.#faults = faults;
  }

  /** Does `work` with these steps added to the path. */
  at<T>(steps: readonly Step[], work: () => T): T {
    this.path.push(...steps);
    const result = work();
    this.path.length -= steps.length;
    return result;
  }

  /** The value here isn't what it should be, for example `an integer`. */
  wrong(value: unknown, expected: string): undefined {
    return this.fault(`${show(value)} is not ${expected}`);
  }

  fault(problem: string): undefined {
    this.#faults.add({ ...this.place(), problem });
    return undefined;
  }

  /** Number of faults so far. */
  get faults(): number {
    return this.#faults.total;
  }

  place(): Place {
    return { file: this.file, ...(this.line === undefined ? {} : { line: this.line }), path: [...this.path] };
  }
}
