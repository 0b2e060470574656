/** The meaning of codes. All segments of a view share the dictionaries, which values are only appended to. */

/** Values by code; codes start at 1. */
export interface Dictionary<T extends string | number> {
  readonly values: readonly T[];
  /** Returns the code of a value, or undefined if the value is unknown. */
  code(value: T): number | undefined;
}

/** Values of all dictionaries, as stored and sent with a view. */
export interface DictionaryValues {
  readonly extensions: readonly string[];
  readonly types: readonly number[];
  readonly users: readonly number[];
  /** Licences by their SPDX names, else as they are stated. */
  readonly licences: readonly string[];
  readonly sourceTypes: readonly string[];
  /** IDs of text fields in the order of their slots. */
  readonly textFields: readonly number[];
  /** Items by ID of the dropdown field. */
  readonly items: { readonly [field: string]: readonly number[] };
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

  /** Returns the code of a value and assigns a new code if it has none. */
  add(value: T): number {
    const code = this.#codes.get(value);
    if (code !== undefined) return code;
    this.#values.push(value);
    this.#codes.set(value, this.#values.length);
    return this.#values.length;
  }
}

/** All dictionaries of a view, with the given values or empty. */
export class Dictionaries {
  readonly extensions: GrowingDictionary<string>;
  readonly types: GrowingDictionary<number>;
  readonly users: GrowingDictionary<number>;
  readonly licences: GrowingDictionary<string>;
  readonly sourceTypes: GrowingDictionary<string>;
  readonly textFields: GrowingDictionary<number>;
  readonly #items: Map<number, GrowingDictionary<number>>;

  constructor(values?: DictionaryValues) {
    this.extensions = new GrowingDictionary(values?.extensions);
    this.types = new GrowingDictionary(values?.types);
    this.users = new GrowingDictionary(values?.users);
    this.licences = new GrowingDictionary(values?.licences);
    this.sourceTypes = new GrowingDictionary(values?.sourceTypes);
    this.textFields = new GrowingDictionary(values?.textFields);
    this.#items = new Map(
      Object.entries(values?.items ?? {}).map(([field, items]) => [Number(field), new GrowingDictionary(items)]),
    );
  }

  items(field: number): GrowingDictionary<number> {
    return this.#items.getOrInsertComputed(field, () => new GrowingDictionary<number>());
  }

  values(): DictionaryValues {
    return {
      extensions: [...this.extensions.values],
      types: [...this.types.values],
      users: [...this.users.values],
      licences: [...this.licences.values],
      sourceTypes: [...this.sourceTypes.values],
      textFields: [...this.textFields.values],
      items: Object.fromEntries([...this.#items].map(([field, { values }]) => [field, [...values]])),
    };
  }
}

/** Returns an array by code that is 1 at the codes of the values. */
export function codesOf<T extends string | number>(dictionary: Dictionary<T>, values: readonly T[]): Uint8Array {
  const wanted = new Uint8Array(dictionary.values.length + 1);
  for (const value of values) {
    const code = dictionary.code(value);
    if (code !== undefined) wanted[code] = 1;
  }
  return wanted;
}
