import type { Asset, Client } from '@asset-browsing-service/client';

/** Related assets whose relation has the same type. */
export interface RelatedGroup {
  /** Undefined if the type is not known. */
  readonly name: string | undefined;
  readonly assets: readonly Asset[];
}

/** A type of relations: its key, and its name, or both of its names if it has one for each direction. */
interface RelationType {
  readonly key: string;
  readonly name: string;
}

/** Requests for one asset at most. Each finds the related assets of one type. */
const MAX_REQUESTS = 8;

/** Milliseconds after which the assets are shown without types, because the sections below wait for them. */
const PATIENCE = 3000;

const TYPES = new WeakMap<Client, Promise<readonly RelationType[]>>();

/**
 * Groups the related assets of an asset by the types of their relations, which a list of them does not tell. An asset that is
 * related in several ways is in the group of the first one, as in the list. Never rejects: what cannot be loaded is a group
 * without a name.
 */
export async function groupRelated(
  client: Client,
  asset: number,
  related: readonly Asset[],
  signal: AbortSignal,
): Promise<readonly RelatedGroup[]> {
  const groups: RelatedGroup[] = [];
  let rest = related;
  function take(name: string | undefined, isIn: (each: Asset) => boolean): void {
    const assets = rest.filter(isIn);
    rest = rest.filter((each) => !isIn(each));
    if (assets.length > 0) groups.push({ name, assets });
  }
  try {
    const limited = { signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]) };
    const types = related.length === 0 ? [] : await relationTypes(client);
    for (const { key, name } of types.slice(0, MAX_REQUESTS)) {
      // Most assets have few related ones, so that few types have to be asked for. What is left has the last type.
      if (rest.length === 0) break;
      const isLast = key === types.at(-1)?.key;
      const found = isLast ? rest : await client.node.relations({ relations: asset, type: key }, limited);
      const ids = new Set(found.map(({ id }) => id));
      take(name, ({ id }) => ids.has(id));
    }
  } catch {
    // The assets are there; only their types are not.
  }
  take(undefined, () => true);
  return groups;
}

/** Loads the types of relations once per catalogue, in the order in which the service lists related assets. */
async function relationTypes(client: Client): Promise<readonly RelationType[]> {
  const known = TYPES.get(client);
  if (known) return await known;
  // Without the signal of an asset, because others wait for the same answer.
  const loading = client.asset.relations({ relations: -1 }, { signal: AbortSignal.timeout(PATIENCE) }).then((types) => {
    if (!Array.isArray(types)) return [];
    const inOrder = types.toSorted((one, other) => Number(one.id) - Number(other.id));
    return inOrder.map(({ value, name, reverse_name: reverse }) => ({
      key: value,
      name: reverse === undefined ? name : `${name} / ${reverse}`,
    }));
  });
  TYPES.set(client, loading);
  loading.catch(() => TYPES.delete(client));
  return await loading;
}
