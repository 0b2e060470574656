import { openRecentlyUsed, type RecentlyUsed } from '../concurrency/recently-used.ts';
import type { CatalogueModel } from '../domain/catalogue-model.ts';
import { type Bounds, type Viewer, viewerFor } from '../domain/permissions.ts';
import type { SignedIn } from './authentication.ts';

/** Viewers within the bounds of an endpoint, which are the same object as long as the service runs. */
export interface Viewers {
  /** The viewer that requests without a token act as: the configured user, else the catalogue's service user, else nobody. */
  of(model: CatalogueModel, serviceUser: number | null, bounds: Bounds): Viewer;
  /** The viewer that a user with these groups is. */
  signedIn(
    model: CatalogueModel,
    user: Partial<Pick<SignedIn, 'user'>> & Pick<SignedIn, 'groups'>,
    bounds: Bounds,
  ): Viewer;
}

/** Group sets of an endpoint whose rights are kept; those used least recently go first. */
const MOST_GROUP_SETS = 64;

/** Keeps the computed rights of each set of groups while nodes, their types and users stay the same. */
export function openViewers(): Viewers {
  let parts: readonly unknown[] = [];
  let serviceId: number | undefined;
  let known = new WeakMap<Bounds, RecentlyUsed<string, Viewer>>();

  function refresh(model: CatalogueModel): void {
    const now = [model.forest, model.nodeTypes, model.users];
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

/** Users with the same groups may do the same, so they share what was computed. */
function asUser(id: number | undefined, shared: Viewer): Viewer {
  return shared.userId === id ? shared : { ...shared, userId: id, at: (model) => asUser(id, shared.at(model)) };
}
