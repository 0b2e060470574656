import type { CatalogueModel } from '../../../../core/src/domain/catalogue-model.ts';
import type { InfoField } from '../../../../core/src/domain/model.ts';
import { BUILT_IN_NODE_TYPES } from '../built-in.ts';
import type { Warnings } from './faults.ts';
import { type Position, show } from './faults.ts';
import type { KeyedKind, Reading, ReferenceKind, References } from './reading.ts';

/** A reference to an object that hasn't been read yet. */
export interface PendingReference {
  readonly kind: ReferenceKind;
  readonly id: number;
  readonly place: Position;
}

/** A file that an object of the bundle names. */
export interface NamedFile {
  /** Position of the first mention. */
  readonly place: Position;
  /** An asset that names the file. Absent if only icons do. */
  readonly asset?: number;
  readonly isIcon: boolean;
}

/** Knows which objects exist: those of the catalogue, overridden by those of the bundle read so far. */
export class ObjectRegistry implements References {
  readonly #store: CatalogueModel;
  readonly #warnings: Warnings;
  readonly #declared = new Map<ReferenceKind, Set<number>>();
  readonly #stored: Record<Exclude<ReferenceKind, 'asset'>, { has(id: number): boolean }>;
  readonly #keys: Record<KeyedKind, Map<string, number>>;
  readonly #fields: Map<number, InfoField>;
  readonly #parents = new Map<number, number | undefined>();
  /** References that neither the bundle's objects read so far nor the catalogue's objects other than assets satisfy. */
  readonly pending: PendingReference[] = [];
  readonly files = new Map<string, NamedFile>();
  /** True once all nodes of the bundle have been read. */
  hasAllNodes = false;

  constructor(store: CatalogueModel, warnings: Warnings) {
    this.#store = store;
    this.#warnings = warnings;
    this.#fields = new Map(store.infoFields);
    const { nodeTypes, infoFields, downloadFormats, groups, users, trees } = store;
    this.#stored = {
      node_type: { has: (id) => nodeTypes.has(id) || BUILT_IN_NODE_TYPES.has(id) },
      info_field: infoFields,
      download_format: downloadFormats,
      group: groups,
      user: users,
      node: { has: (id) => trees.get(id) !== undefined },
    };
    this.#keys = { asset_type: idsByKey(store.assetTypes), relation_type: idsByKey(store.relationTypes) };
  }

  /** Records an ID of the bundle. Returns false if the bundle already has an object with that ID. */
  declare(kind: ReferenceKind, id: number): boolean {
    const ids = this.#idsOf(kind);
    return ids.size < ids.add(id).size;
  }

  declareField(field: InfoField): void {
    this.#fields.set(field.id, field);
  }

  declareParent(node: number, parent: number | undefined): void {
    this.#parents.set(node, parent);
  }

  /**
   * Assigns the keys of the bundle's types; types of the catalogue that the bundle replaces lose theirs. Returns the
   * index of each type whose key belongs to another type.
   */
  declareKeys(kind: KeyedKind, types: readonly { readonly id: number; readonly key: string }[]): number[] {
    const keys = this.#keys[kind];
    const own = new Set(types.map(({ id }) => id));
    for (const [key, id] of keys) if (own.has(id)) keys.delete(key);
    return types.flatMap(({ id, key }, index) => {
      if (keys.has(key) && keys.get(key) !== id) return [index];
      keys.set(key, id);
      return [];
    });
  }

  idOfKey(kind: KeyedKind, key: string): number | undefined {
    return this.#keys[kind].get(key);
  }

  declared(kind: ReferenceKind): ReadonlySet<number> {
    return this.#idsOf(kind);
  }

  #idsOf(kind: ReferenceKind): Set<number> {
    return this.#declared.getOrInsertComputed(kind, () => new Set());
  }

  /** True if the object exists. Assets of the catalogue are not known here but looked up together at the end. */
  exists(kind: ReferenceKind, id: number): boolean {
    if (this.#idsOf(kind).has(id)) return true;
    return kind !== 'asset' && this.#stored[kind].has(id);
  }

  /** Returns the parent of a node, from the bundle or, for nodes that it doesn't replace, from the catalogue. */
  parent(node: number): number | undefined {
    return this.#idsOf('node').has(node) ? this.#parents.get(node) : this.#store.trees.get(node)?.parent;
  }

  refer(kind: ReferenceKind, id: number, reading: Reading): void {
    if (!this.exists(kind, id)) this.pending.push({ kind, id, place: reading.place() });
  }

  referByKey(kind: KeyedKind, key: string, reading: Reading): void {
    if (!this.#keys[kind].has(key)) reading.fault(missing(kind, show(key)));
  }

  referToFile(path: string, reading: Reading): void {
    if (this.files.get(path)?.isIcon !== false) this.files.set(path, { place: reading.place(), isIcon: false });
  }

  referToIcon(path: string, reading: Reading): void {
    if (!this.files.has(path)) this.files.set(path, { place: reading.place(), isIcon: true });
  }

  own(path: string, asset: number): void {
    const known = this.files.get(path);
    if (known && known.asset === undefined) this.files.set(path, { ...known, asset });
  }

  referBelow(root: number, id: number, reading: Reading): void {
    if (!this.hasAllNodes || this.#isWithin(id, root)) return;
    this.#warnings.add('the node is not below the root node of the information field', () => reading.place());
  }

  field(id: number): InfoField | undefined {
    return this.#fields.get(id);
  }

  #isWithin(id: number, root: number): boolean {
    // The limit ends the loop for cycles, which have already been reported.
    let steps = 0;
    for (let at: number | undefined = id; at !== undefined && steps < 10_000; at = this.parent(at), steps += 1) {
      if (at === root) return true;
    }
    return false;
  }
}

/** Builds the message for a missing object, for example `node 9999 does not exist`. */
export function missing(kind: ReferenceKind | KeyedKind, name: number | string): string {
  return `${kind === 'info_field' ? 'information field' : kind.replace('_', ' ')} ${name} does not exist`;
}

function idsByKey(types: ReadonlyMap<number, { readonly id: number; readonly key: string }>): Map<string, number> {
  return new Map([...types.values()].map(({ id, key }) => [key, id]));
}
