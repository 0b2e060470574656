/** Small random catalogues with everything that rights depend on, and endpoints over them. Plain data that the model reads. */
import type { Random } from '../../../columnar/test/random.ts';

export const FOLDER = 101;
export const COLLECTION = 102;
export const KEYWORD = 103;
export const TYPES = [FOLDER, COLLECTION, KEYWORD] as const;
export const GROUPS = [1, 2, 3, 4] as const;
export const USERS = [1, 2, 3] as const;
/** Fields of assets: nodes that an asset refers to, and a checkbox. */
export const REFERENCES = 201;
export const CHECKED = 202;

export interface Rule {
  readonly group: number;
  readonly view: boolean;
  readonly download: readonly number[] | '*';
}

export interface Node {
  readonly id: number;
  readonly type: number;
  readonly parent?: number;
  readonly name: string;
  readonly access?: readonly Rule[];
}

/** Kinds of files that assets have; `record` has none. */
export const FILES = {
  picture: { extension: 'png', category: 1, mediaType: 'image/png' },
  sound: { extension: 'wav', category: 4, mediaType: 'audio/wav' },
  record: { extension: 'txt', category: 5, mediaType: 'text/plain' },
} as const;
export type FileKind = keyof typeof FILES;

export interface Asset {
  readonly id: number;
  readonly name: string;
  readonly file: FileKind;
  readonly type?: number;
  readonly nodes: readonly number[];
  readonly references: readonly number[];
  readonly checked?: boolean;
  /** On a day of this month. */
  readonly downloads: number;
  readonly relations: readonly { readonly type: number; readonly to: number }[];
}

/** 1 delivers originals and is the default, 2 converts pictures, 3 delivers originals of pictures. */
export const FORMATS = [
  { id: 1, position: 2, quick: true, category: undefined, converts: false },
  { id: 2, position: 1, quick: true, category: 1, converts: true },
  { id: 3, position: 3, quick: false, category: 1, converts: false },
] as const;

/** Assets that another asset has a relation to; type 2 applies in both directions. */
export const RELATION_TYPES = [1, 2] as const;

export interface World {
  /** Types whose nodes decide who sees an asset. */
  readonly decidingTypes: readonly number[];
  /** By user. */
  readonly groups: ReadonlyMap<number, readonly number[]>;
  readonly nodes: readonly Node[];
  readonly assets: readonly Asset[];
  /** Values of the field REFERENCES. */
  readonly rootNode: number;
  readonly showRoot: boolean;
}

export interface Endpoint {
  /** '' is the main address, without roots and formats. */
  readonly name: string;
  readonly user: number;
  readonly roots: ReadonlyMap<number, readonly number[]>;
  readonly formats?: readonly number[];
  readonly loginUrl?: string;
}

const WORDS = ['sea', 'boat', 'old', 'tree'];
export const SEARCHED = [...WORDS, 'png', 'nowhere', 'se', 'tre', 'bo'];
export const firstNode = 10;
export const UNKNOWN_NODE = 99;
export const firstAsset = 1000;
export const UNKNOWN_ASSET = 9999;

/** `size` limits nodes and assets: the smaller, the easier to read. */
export function drawWorld(random: Random, size: number): World {
  const nodeCount = random.between(1, size);
  const assetCount = random.between(1, size);
  const nodes = Array.from({ length: nodeCount }, (_, place) => drawNode(random, place));
  const ids = nodes.map(({ id }) => id);
  const assetIds = Array.from({ length: assetCount }, (_, place) => firstAsset + place);
  return {
    decidingTypes: random.chance(0.3) ? [FOLDER, COLLECTION] : [FOLDER],
    groups: new Map(USERS.map((user) => [user, drawSome(random, GROUPS, 0.4)])),
    nodes,
    assets: assetIds.map((id) => drawAsset(random, id, ids, assetIds)),
    rootNode: random.pick(ids),
    showRoot: random.chance(0.5),
  };
}

/** The same with a few changes, as an editor or an administrator would make them. */
export function changeWorld(random: Random, world: World): World {
  const ids = world.nodes.map(({ id }) => id);
  const assetIds = world.assets.map(({ id }) => id);
  return {
    ...world,
    groups: new Map(
      [...world.groups].map(([user, groups]) => [user, random.chance(0.4) ? drawSome(random, GROUPS, 0.4) : groups]),
    ),
    nodes: world.nodes.map((node, place) => (random.chance(0.2) ? drawNode(random, place) : node)),
    assets: world.assets.map((asset) => (random.chance(0.2) ? drawAsset(random, asset.id, ids, assetIds) : asset)),
  };
}

export function drawEndpoints(random: Random, { nodes }: World): readonly Endpoint[] {
  const ids = [...nodes.map(({ id }) => id), UNKNOWN_NODE];
  const further = ['a', 'b'].map((name): Endpoint => {
    const limited = TYPES.filter(() => random.chance(0.3));
    const roots = limited.map((type) => {
      const own = nodes.filter((node) => node.type === type).map(({ id }) => id);
      const from = own.length > 0 && random.chance(0.9) ? own : ids;
      return [type, Array.from({ length: random.between(0, 3) }, () => random.pick(from))] as const;
    });
    return {
      name,
      user: random.pick(USERS),
      roots: new Map(roots),
      ...(random.chance(0.4) ? { formats: drawSome(random, [1, 2, 3, 4], 0.5) } : {}),
      ...(random.chance(0.3) ? { loginUrl: 'https://login.example/' } : {}),
    };
  });
  return [{ name: '', user: random.pick(USERS), roots: new Map() }, ...further];
}

function drawNode(random: Random, place: number): Node {
  const type = random.pick([FOLDER, FOLDER, COLLECTION, KEYWORD]);
  const rule = (group: number): Rule => ({
    group,
    view: random.chance(0.75),
    download: random.chance(0.4) ? '*' : drawSome(random, [1, 2, 3], 0.4),
  });
  return {
    id: firstNode + place,
    type,
    ...(place > 0 && random.chance(0.8) ? { parent: firstNode + random.between(0, place - 1) } : {}),
    // Its number makes the name unique.
    name: `${random.pick(WORDS)} ${random.pick(WORDS)} n${place}`,
    ...(random.chance(0.3) ? { access: drawSome(random, GROUPS, 0.5).map(rule) } : {}),
  };
}

function drawAsset(random: Random, id: number, nodes: readonly number[], assets: readonly number[]): Asset {
  const few = (most: number) => [...new Set(Array.from({ length: random.between(0, most) }, () => random.pick(nodes)))];
  const file = random.pick(['picture', 'picture', 'sound', 'record'] as const);
  return {
    id,
    name: `${random.pick(WORDS)} a${id}.${FILES[file].extension}`,
    file,
    ...(random.chance(0.6) ? { type: random.between(1, 2) } : {}),
    nodes: few(3).sort((a, b) => a - b),
    references: few(2),
    ...(random.chance(0.6) ? { checked: random.chance(0.5) } : {}),
    downloads: random.between(1, 5),
    relations: few(2)
      .map(() => ({ type: random.pick(RELATION_TYPES), to: random.pick(assets) }))
      .filter(({ to }) => to !== id),
  };
}

function drawSome<T>(random: Random, values: readonly T[], share: number): readonly T[] {
  return values.filter(() => random.chance(share));
}
