import { openRecentlyUsed, type RecentlyUsed } from '../concurrency/recently-used.ts';
import type { CatalogueModel } from '../domain/catalogue-model.ts';
import { type Bounds, type Viewer, viewerFor } from '../domain/permissions.ts';
import type { SignedIn } from './authentication.ts';

/** Gives viewers within the bounds of an endpoint; the `Bounds` object must stay the same while the service runs. */
export interface Viewers {
  /** Viewer of requests without a token: the configured user, else the catalogue's service user, else nobody. */
  of(model: CatalogueModel, serviceUser: number | null, bounds: Bounds): Viewer;
  /** Viewer of a user with these groups. */
  signedIn(
    model: CatalogueModel,
    user: Partial<Pick<SignedIn, 'user'>> & Pick<SignedIn, 'groups'>,
    bounds: Bounds,
  ): Viewer;
}

/** Most group sets per endpoint whose permissions are cached; the least recently used are evicted. */
const MOST_GROUP_SETS = 64;

/** Caches the computed permissions of each group set until nodes, node types or users change. */
export function openViewers(): Viewers {
  let parts: readonly unknown[] = [];
  let serviceId: number | undefined;
  let known = new WeakMap<Bounds, RecentlyUsed<string, Viewer>>();

  function refresh(model: CatalogueModel): void {
    const now = [model.trees, model.nodeTypes, model.users];
    if (now.every((part, i) => part === parts[i])) return;
    known = new WeakMap();
    serviceId = model.users.values().find((user) => user.isService)?.id;
    parts = now;
  }

  function viewerOf(model: CatalogueModel, id: number | undefined, groups: readonly number[], bounds: Bounds): Viewer {
    const key = groups.toSorted((a, b) => a - b).join(',');
    const ofEndpoint = known.getOrInsertComputed(bounds, () => openRecentlyUsed({ most: MOST_GROUP_SETS }));
    return asUser(
      id,
      ofEndpoint.getOrInsertComputed(key, () => viewerFor(model, { id, groups }, bounds)),
    );
  }

  return {
    of: (model, serviceUser, bounds) => {
      refresh(model);
      const id = serviceUser ?? serviceId;
      const user = id === undefined ? undefined : model.users.get(id);
      return viewerOf(model, user?.id, user?.groups ?? [], bounds);
    },
    signedIn: (model, { user, groups }, bounds) => {
      refresh(model);
      return viewerOf(model, user, groups, bounds);
    },
  };
}

/** Users with the same groups have the same permissions, so they share the computed ones. */
function asUser(id: number | undefined, shared: Viewer): Viewer {
  return shared.userId === id ? shared : { ...shared, userId: id, at: (model) => asUser(id, shared.at(model)) };
}
