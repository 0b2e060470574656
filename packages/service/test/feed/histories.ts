/** Clients that keep copies of random catalogues in step by the feed, beside full listings. */
import assert from 'node:assert/strict';
import { seeded } from '../../../columnar/test/random.ts';
import type { AssetRecord, CatalogueNode, NodeType } from '../../../core/src/domain/model.ts';
import { type Viewer, viewerFor } from '../../../core/src/domain/permissions.ts';
import { validityOf } from '../../../core/src/domain/validity.ts';
import type { Catalogue, CatalogueWriter, Changes, Snapshot } from '../../src/catalogue/catalogue.ts';
import { ChangeFeed, CursorExpired, type FeedPage } from '../../src/feed/change-feed.ts';
import type { FeedScope } from '../../src/feed/visibility.ts';
import { assetOf, nodeOf } from '../search/contract-samples.ts';
import { recordsOf } from '../support/records.ts';

const FOLDER = 101;
const SERIES = 102;
const KEYWORD = 103;
const GROUPS = [1, 2, 3];
const START = Date.parse('2026-03-20T12:00:00Z');
const HOUR = 3_600_000;

/** Who follows: groups, roots, and whether assets are hidden outside their validity. */
interface FeedCaller extends Pick<FeedScope, 'roots' | 'hidesInvalid'> {
  readonly groups: readonly number[];
}

const CALLERS: readonly FeedCaller[] = [
  { groups: [], roots: new Map(), hidesInvalid: false },
  { groups: [1], roots: new Map(), hidesInvalid: true },
  { groups: [1, 2], roots: new Map([[FOLDER, [1, 2]]]), hidesInvalid: false },
  { groups: [2], roots: new Map([[KEYWORD, [3, 4]]]), hidesInvalid: true },
  {
    groups: [1, 2, 3],
    roots: new Map([
      [FOLDER, [1]],
      [KEYWORD, [3]],
    ]),
    hidesInvalid: true,
  }, // prettier-ignore
];

/** Returns the scope of a caller at a time. */
export function scopeOf(
  snapshot: Snapshot,
  { groups, ...rest }: Partial<FeedScope> & { readonly groups: readonly number[] },
): FeedScope {
  const roots = rest.roots ?? new Map();
  const viewer = viewerFor(snapshot.model, { id: undefined, groups }, { roots, formats: null });
  return { snapshot, viewer, roots, timeZone: 'UTC', hidesInvalid: false, settings: [], days: 30, now: START, ...rest };
}

/** All that a caller sees: `asset 7` -> version, `node 3` -> null. */
function listing(records: readonly AssetRecord[], { snapshot, viewer, hidesInvalid, now }: FeedScope) {
  const seen = new Map<string, number | null>();
  const isHidden = (asset: AssetRecord, by: Viewer) =>
    hidesInvalid && validityOf(asset, now, 'UTC') !== 'valid' && !by.isAnyTime(asset.nodes);
  for (const asset of records) {
    if (viewer.canViewAsset(asset.nodes) && !isHidden(asset, viewer))
      seen.set(`asset ${asset.id}`, asset.active.version);
  }
  for (const { id } of snapshot.model.trees.nodes()) if (viewer.canViewNode(id)) seen.set(`node ${id}`, null);
  return seen;
}

interface Stores {
  readonly writer: CatalogueWriter;
  readonly catalogue: Catalogue;
}

/** Makes the catalogue of a seed, changes it at random, and compares the copies of all callers. */
export async function followHistory({ writer, catalogue }: Stores, seed: number, steps: number): Promise<number> {
  const { between, chance, pick } = seeded(seed);
  const random = () => between(0, 999_999) / 1_000_000;
  const below = (count: number) => between(0, count - 1);
  const nodes = new Map<number, CatalogueNode>();
  const assets = new Map<number, AssetRecord>();
  let feed = new ChangeFeed();
  let now = START;
  let last = 4;
  let expired = 0;
  const copies = CALLERS.map(() => ({ cursor: '', copy: new Map<string, number | null>() }));

  const rules = () =>
    chance(0.5)
      ? {}
      : {
          access: GROUPS.filter(() => chance(0.5)).map((group) => ({
            group,
            view: chance(0.8),
            download: [],
            ...(chance(0.2) ? { anyTime: true } : {}),
          })),
        }; // prettier-ignore
  const isWithin = (id: number | undefined, ancestor: number): boolean =>
    id !== undefined && (id === ancestor || isWithin(nodes.get(id)?.parent, ancestor));
  const parentFor = (id: number) => {
    const others = [...nodes.keys()].filter((each) => !isWithin(each, id));
    return chance(0.2) || others.length === 0 ? {} : { parent: pick(others) };
  };
  const times = () =>
    chance(0.5) ? {} : { validFrom: now + (below(20) - 10) * HOUR, validUntil: now + below(20) * HOUR };

  async function putNode(changes: Changes, node: CatalogueNode) {
    nodes.set(node.id, node);
    await changes.put('node', node);
  }
  async function putAsset(changes: Changes, id: number, version: number) {
    const assigned = [...nodes.keys()].filter(() => random() < 2 / nodes.size);
    const { active, ...plain } = assetOf(id, { nodes: assigned });
    const { validUntil, ...rest }: { validFrom?: number; validUntil?: number } = times();
    const period = validUntil === undefined || validUntil < (rest.validFrom ?? 0) ? {} : { validUntil };
    const asset = { ...plain, ...rest, ...period, active: { ...active, version, name: `asset ${id} ${below(1e6)}` } };
    assets.set(id, asset);
    await changes.put('asset', asset);
  }
  async function removeNode(changes: Changes, id: number) {
    for (const child of nodes.values()) if (child.parent === id) await removeNode(changes, child.id);
    nodes.delete(id);
    for (const asset of assets.values())
      if (asset.nodes.includes(id))
        assets.set(asset.id, { ...asset, nodes: asset.nodes.filter((node) => node !== id) });
    await changes.remove('node', id);
  }
  const typeOf = (id: number): NodeType => ({
    id,
    key: `type ${id}`,
    name: `type ${id}`,
    isPermissionDefining: id === KEYWORD ? false : id === FOLDER || chance(0.5),
  });

  async function change(changes: Changes): Promise<void> {
    const dice = random();
    const node = nodes.size > 0 ? pick([...nodes.values()]) : undefined;
    if (dice < 0.4) {
      const known = chance(0.5) ? pick([...assets.values(), undefined]) : undefined;
      await putAsset(changes, known?.id ?? ++last, (known?.active.version ?? 0) + 1);
    } else if (dice < 0.5 && assets.size > 0) {
      const id = pick([...assets.keys()]);
      assets.delete(id);
      await changes.remove('asset', id);
    } else if (dice < 0.65 || !node) {
      const id = ++last;
      await putNode(
        changes,
        nodeOf(id, { type: pick([FOLDER, SERIES, KEYWORD, KEYWORD]), ...parentFor(id), ...rules() }),
      );
    } else if (dice < 0.75) await putNode(changes, { ...node, name: `node ${below(1e6)}` });
    else if (dice < 0.87) {
      const { parent, ...rest } = node;
      if (node.type === KEYWORD || chance(0.3)) await putNode(changes, { ...rest, ...parentFor(node.id) });
    } else if (dice < 0.95) await removeNode(changes, node.id);
    else if (dice < 0.97) {
      const { access, ...rest } = node;
      await putNode(changes, { ...rest, ...rules() });
    } else if (dice < 0.98) await changes.put('node_type', typeOf(SERIES));
  }

  async function list(follower: (typeof copies)[number], scope: FeedScope, cursor: string) {
    follower.cursor = cursor;
    follower.copy = listing(await recordsOf(catalogue), scope);
  }

  /** Asks once. Returns false at the end of the changes. */
  async function ask(follower: (typeof copies)[number], caller: FeedCaller, limit: number) {
    const scope = scopeOf(await catalogue.snapshot(), { ...caller, now });
    let page: FeedPage;
    try {
      if (follower.cursor === '') throw new CursorExpired(await feed.now(scope));
      page = await feed.since(follower.cursor, { scope, limit });
    } catch (error) {
      if (!(error instanceof CursorExpired)) throw error;
      expired += 1;
      await list(follower, scope, error.cursor);
      return false;
    }
    assert.ok(page.changes.length <= limit);
    const named = new Set<string>();
    for (const { type, id, action, version } of page.changes) {
      const key = `${type} ${id}`;
      assert.ok(!named.has(key), `${key} is twice on a page`);
      named.add(key);
      if (type === 'model') continue;
      assert.equal(follower.copy.has(key), action !== 'created', `seed ${seed}: ${key} is ${action}`);
      if (action === 'removed') follower.copy.delete(key);
      else follower.copy.set(key, version);
    }
    follower.cursor = page.cursor;
    return page.more;
  }

  await writer.change(async (changes) => {
    for (const id of GROUPS) await changes.put('group', { id, name: `group ${id}` });
    for (const id of [FOLDER, SERIES, KEYWORD]) await changes.put('node_type', typeOf(id));
    for (const id of [1, 2]) await putNode(changes, nodeOf(id, { type: FOLDER, ...rules() }));
    for (const id of [3, 4]) await putNode(changes, nodeOf(id));
  });
  for (let step = 0; step < steps; step++) {
    await writer.change(async (changes) => {
      for (let count = below(4); count >= 0; count--) await change(changes);
    });
    if (chance(0.3)) now += below(5) * HOUR;
    if (chance(0.1)) feed = new ChangeFeed();
    const most = 1 + below(4);
    for (const [i, caller] of CALLERS.entries()) {
      const follower = copies[i] as (typeof copies)[number];
      // Some are always up to date, some fall behind, in the middle of pages, too.
      if (chance(0.4)) await ask(follower, caller, most);
      if (chance(0.8)) continue;
      for (let more = true; more; ) more = await ask(follower, caller, most);
      const scope = scopeOf(await catalogue.snapshot(), { ...caller, now });
      const all = listing(await recordsOf(catalogue), scope);
      const sorted = (of: ReadonlyMap<string, number | null>) => [...of].toSorted(([a], [b]) => a.localeCompare(b));
      assert.deepEqual(sorted(follower.copy), sorted(all), `seed ${seed}, step ${step}, caller ${i}`);
    }
  }
  return expired;
}
