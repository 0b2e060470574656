import type { CatalogueModel } from '../../domain/catalogue-model.ts';
import type { InfoField } from '../../domain/model.ts';
import { BUILT_IN_NODE_TYPES } from './built-in.ts';
import { type Place, show } from './faults.ts';
import type { KeyedKind, Reading, ReferenceKind, Surroundings } from './reading.ts';
import type { Warnings } from './warnings.ts';

/** A reference to an object that hasn't been met yet. */
export interface PendingReference {
  readonly kind: ReferenceKind;
  readonly id: number;
  readonly place: Place;
}

/** A file of the bundle that something names. */
export interface NamedFile {
  /** Where it is named first. */
  readonly place: Place;
  /** An asset that names it; absent where only icons do. */
  readonly asset?: number;
  readonly isIcon: boolean;
}

const SPOKEN: Record<ReferenceKind | KeyedKind, string> = {
  node_type: 'node type',
  info_field: 'information field',
  download_format: 'download format',
  group: 'group',
  user: 'user',
  node: 'node',
  asset: 'asset',
  asset_type: 'asset type',
  relation_type: 'relation type',
};

/** What exists: the store's objects, overlaid by those of the bundle met so far. */
export class Known implements Surroundings {
  readonly #store: CatalogueModel;
  readonly #warnings: Warnings;
  readonly #declared: Record<ReferenceKind, Set<number>> = {
    node_type: new Set(),
    info_field: new Set(),
    download_format: new Set(),
    group: new Set(),
    user: new Set(),
    node: new Set(),
    asset: new Set(),
  };
  readonly #keys: Record<KeyedKind, Map<string, number>>;
  readonly #fields: Map<number, InfoField>;
  readonly #parents = new Map<number, number | undefined>();
  /** References that neither the bundle's objects met so far nor the store's smaller ones satisfy. */
  readonly pending: PendingReference[] = [];
  readonly files = new Map<string, NamedFile>();
  /** True once every node of the bundle has been met. */
  hasAllNodes = false;

  constructor(store: CatalogueModel, warnings: Warnings) {
    this.#store = store;
    this.#warnings = warnings;
    this.#fields = new Map(store.infoFields);
    this.#keys = { asset_type: idsByKey(store.assetTypes), relation_type: idsByKey(store.relationTypes) };
  }

  /** False when the bundle has an object of that ID already. */
  declare(kind: ReferenceKind, id: number): boolean {
    const ids = this.#declared[kind];
    return ids.size < ids.add(id).size;
  }

  declareField(field: InfoField): void {
    this.#fields.set(field.id, field);
  }

  declareParent(node: number, parent: number | undefined): void {
    this.#parents.set(node, parent);
  }

  /**
   * Gives the keyed types of the bundle their keys; those of the store that the bundle replaces lose theirs. Returns the index of
   * each type whose key belongs to another one.
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

  /** ID of the type with that key. */
  idOfKey(kind: KeyedKind, key: string): number | undefined {
    return this.#keys[kind].get(key);
  }

  /** The IDs that the bundle defines. */
  declared(kind: ReferenceKind): ReadonlySet<number> {
    return this.#declared[kind];
  }

  /** For assets only what the bundle defines: the store's are looked up together, at the end. */
  exists(kind: ReferenceKind, id: number): boolean {
    if (this.#declared[kind].has(id)) return true;
    const { nodeTypes, infoFields, downloadFormats, groups, users, forest } = this.#store;
    switch (kind) {
      case 'node_type':
        return nodeTypes.has(id) || BUILT_IN_NODE_TYPES.has(id);
      case 'info_field':
        return infoFields.has(id);
      case 'download_format':
        return downloadFormats.has(id);
      case 'group':
        return groups.has(id);
      case 'user':
        return users.has(id);
      case 'node':
        return forest.get(id) !== undefined;
      case 'asset':
        return false;
    }
  }

  /** The node above, in the bundle or, for nodes that it doesn't replace, in the store. */
  parent(node: number): number | undefined {
    return this.#declared.node.has(node) ? this.#parents.get(node) : this.#store.forest.get(node)?.parent;
  }

  refer(kind: ReferenceKind, id: number, reading: Reading): void {
    if (!this.exists(kind, id)) this.pending.push({ kind, id, place: reading.place() });
  }

  referByKey(kind: KeyedKind, key: string, reading: Reading): void {
    if (!this.#keys[kind].has(key)) reading.fault(`${SPOKEN[kind]} ${show(key)} does not exist`);
  }

  referToFile(path: string, reading: Reading): void {
    const known = this.files.get(path);
    if (known === undefined || known.isIcon) {
      this.files.set(path, { place: reading.place(), isIcon: false });
    }
  }

  referToIcon(path: string, reading: Reading): void {
    if (!this.files.has(path)) this.files.set(path, { place: reading.place(), isIcon: true });
  }

  /** Tells which asset names a file. */
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
    // A cycle has been reported by now, but must not hold us here.
    let steps = 0;
    for (let at: number | undefined = id; at !== undefined && steps < 10_000; at = this.parent(at), steps += 1) {
      if (at === root) return true;
    }
    return false;
  }
}

/** `node 9999 does not exist` */
export function missing(kind: ReferenceKind, id: number): string {
  return `${SPOKEN[kind]} ${id} does not exist`;
}

function idsByKey(types: ReadonlyMap<number, { readonly id: number; readonly key: string }>): Map<string, number> {
  return new Map([...types.values()].map(({ id, key }) => [key, id]));
}
