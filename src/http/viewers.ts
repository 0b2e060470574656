import type { CatalogueModel } from '../domain/catalogue-model.ts';
import { type Bounds, type Viewer, viewerFor } from '../domain/permissions.ts';

export interface Viewers {
  /**
   * The viewer that requests without a token act as: the configured user, else the catalogue's service user, else nobody; within
   * the bounds of the endpoint, which are the same object as long as the service runs.
   */
  of(model: CatalogueModel, serviceUser: number | null, bounds: Bounds): Viewer;
}

/** Keeps the computed rights of each user while nodes, their types and users stay the same. */
export function openViewers(): Viewers {
  let parts: readonly unknown[] = [];
  let serviceId: number | undefined;
  let known = new WeakMap<Bounds, Map<number | undefined, Viewer>>();
  return {
    of: (model, serviceUser, bounds) => {
      const now = [model.forest, model.nodeTypes, model.users];
      if (now.some((part, i) => part !== parts[i])) {
        known = new WeakMap();
        serviceId = model.users.values().find((user) => user.isService)?.id;
        parts = now;
      }
      const id = serviceUser ?? serviceId;
      return known
        .getOrInsertComputed(bounds, () => new Map())
        .getOrInsertComputed(id, () => {
          const user = id === undefined ? undefined : model.users.get(id);
          return viewerFor(model, { id: user?.id, groups: user?.groups ?? [] }, bounds);
        });
    },
  };
}
