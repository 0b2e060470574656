/** What the codes of the columns mean; the same for all segments of a view, and only ever appended to. */

/** Values by their codes, which count from 1. */
export interface Dictionary<T extends string | number> {
  readonly values: readonly T[];
  /** The code; undefined for an unknown value. */
  code(value: T): number | undefined;
}

/** Values of all dictionaries, as a snapshot keeps them. */
export interface DictionaryValues {
  readonly extensions: readonly string[];
  readonly types: readonly number[];
  readonly users: readonly number[];
  /** Text fields in the order of their slots. */
  readonly textFields: readonly number[];
  /** Items by the ID of their dropdown field. */
  readonly items: { readonly [field: string]: readonly number[] };
}

export interface Dictionaries {
  readonly extensions: GrowingDictionary<string>;
  readonly types: GrowingDictionary<number>;
  readonly users: GrowingDictionary<number>;
  readonly textFields: GrowingDictionary<number>;
  items(field: number): GrowingDictionary<number>;
  values(): DictionaryValues;
}

export class GrowingDictionary<T extends string | number> implements Dictionary<T> {
  readonly #values: T[];
  readonly #codes: Map<T, number>;

  constructor(values: readonly T[] = []) {
    this.#values = [...values];
    this.#codes = new Map(values.map((value, index) => [value, index + 1]));
  }

  get values(): readonly T[] {
    return this.#values;
  }

  code(value: T): number | undefined {
    return this.#codes.get(value);
  }

  /** The code of a value, a new one where it has none yet. */
  add(value: T): number {
    const known = this.#codes.get(value);
    if (known !== undefined) return known;
    this.#values.push(value);
    this.#codes.set(value, this.#values.length);
    return this.#values.length;
  }
}

export function openDictionaries(known?: DictionaryValues): Dictionaries {
  const extensions = new GrowingDictionary(known?.extensions);
  const types = new GrowingDictionary(known?.types);
  const users = new GrowingDictionary(known?.users);
  const textFields = new GrowingDictionary(known?.textFields);
  const items = new Map(
    Object.entries(known?.items ?? {}).map(([field, values]) => [Number(field), new GrowingDictionary(values)]),
  );
  return {
    extensions,
    types,
    users,
    textFields,
    items: (field) => items.getOrInsertComputed(field, () => new GrowingDictionary<number>()),
    values: () => ({
      extensions: [...extensions.values],
      types: [...types.values],
      users: [...users.values],
      textFields: [...textFields.values],
      items: Object.fromEntries([...items].map(([field, { values }]) => [field, [...values]])),
    }),
  };
}

/** 1 at the codes of the values. */
export function codesOf<T extends string | number>(dictionary: Dictionary<T>, values: readonly T[]): Uint8Array {
  const wanted = new Uint8Array(dictionary.values.length + 1);
  for (const value of values) {
    const code = dictionary.code(value);
    if (code !== undefined) wanted[code] = 1;
  }
  return wanted;
}
