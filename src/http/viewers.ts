import type { CatalogueModel } from '../domain/catalogue-model.ts';
import { type Viewer, viewerFor } from '../domain/permissions.ts';

export interface Viewers {
  /** The viewer that requests without a token act as: the configured user, else the catalogue's service user, else nobody. */
  of(model: CatalogueModel, serviceUser: number | null): Viewer;
  /** The viewer that a user with these groups is. */
  signedIn(
    model: CatalogueModel,
    user: { readonly user: number | undefined; readonly groups: readonly number[] },
  ): Viewer;
}

/** Users and groups whose rights are kept; all go when there are more. */
const MOST_KEPT = 64;

/** Keeps the computed rights of each user while nodes, their types and users stay the same. */
export function openViewers(): Viewers {
  let parts: readonly unknown[] = [];
  let serviceId: number | undefined;
  const known = new Map<string, Viewer>();

  function refresh(model: CatalogueModel): void {
    const now = [model.forest, model.nodeTypes, model.users];
    if (now.every((part, i) => part === parts[i])) return;
    known.clear();
    serviceId = model.users.values().find((user) => user.isService)?.id;
    parts = now;
  }

  function viewerOf(model: CatalogueModel, id: number | undefined, groups: readonly number[]): Viewer {
    if (known.size >= MOST_KEPT) known.clear();
    return known.getOrInsertComputed(`${id} ${groups.join()}`, () => viewerFor(model, { id, groups }));
  }

  return {
    of: (model, serviceUser) => {
      refresh(model);
      const id = serviceUser ?? serviceId;
      const user = id === undefined ? undefined : model.users.get(id);
      return viewerOf(model, user?.id, user?.groups ?? []);
    },
    signedIn: (model, { user, groups }) => {
      refresh(model);
      return viewerOf(model, user, groups);
    },
  };
}
