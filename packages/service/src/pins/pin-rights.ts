import type { Viewer } from '../../../core/src/domain/permissions.ts';
import type { Context } from '../api/operation.ts';
import type { Snapshot } from '../catalogue/catalogue.ts';
import type { Pin } from './store/pin.ts';

/**
 * Restricts a context to the rights of a PIN: whoever opens it may see and download what its creator may at that time,
 * but only the PIN's assets and formats. The viewer of `context` must be the creator. Operations need no checks of
 * their own, because for them all other assets do not exist.
 */
export function withRightsOf<C extends Pick<Context, 'viewer' | 'catalogue'>>(
  pin: Pick<Pin, 'assets' | 'formats'>,
  context: C,
): C {
  const { viewer, catalogue } = context;
  return {
    ...context,
    viewer: pin.formats.length === 0 ? viewer : onlyFormats(viewer, new Set(pin.formats)),
    catalogue: onlyAssets(catalogue, new Set(pin.assets)),
  };
}

/** Returns the catalogue as if it had no other assets. */
function onlyAssets(catalogue: Snapshot, own: ReadonlySet<number>): Snapshot {
  const among = (ids: readonly number[]) => ids.filter((id) => own.has(id));
  return {
    ...catalogue,
    assets: (ids) => catalogue.assets(among(ids)),
    outlines: (ids) => catalogue.outlines(among(ids)),
  };
}

function onlyFormats(viewer: Viewer, formats: ReadonlySet<number>): Viewer {
  return {
    ...viewer,
    downloadFormats: (nodes) => {
      const allowed = viewer.downloadFormats(nodes);
      return allowed === '*' ? formats : allowed.intersection(formats);
    },
    at: (model) => onlyFormats(viewer.at(model), formats),
  };
}
