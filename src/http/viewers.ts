import type { CatalogueModel } from '../domain/catalogue-model.ts';
import { type Viewer, viewerFor } from '../domain/permissions.ts';

export interface Viewers {
  /** The viewer that requests without a token act as: the configured user, else the catalogue's service user, else nobody. */
  of(model: CatalogueModel, serviceUser: number | null): Viewer;
}

/** Keeps the computed rights of each user while nodes, their types and users stay the same. */
export function openViewers(): Viewers {
  let parts: readonly unknown[] = [];
  let serviceId: number | undefined;
  const known = new Map<number | undefined, Viewer>();
  return {
    of: (model, serviceUser) => {
      const now = [model.forest, model.nodeTypes, model.users];
      if (now.some((part, i) => part !== parts[i])) {
        known.clear();
        serviceId = model.users.values().find((user) => user.isService)?.id;
        parts = now;
      }
      const id = serviceUser ?? serviceId;
      const found = known.get(id);
      if (found) return found;
      const user = id === undefined ? undefined : model.users.get(id);
      const viewer = viewerFor(model, { id: user?.id, groups: user?.groups ?? [] });
      known.set(id, viewer);
      return viewer;
    },
  };
}
