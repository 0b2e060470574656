/** Converts rows of PINs to model objects and back. The adapters have the same columns. */
import type { Pin } from '../pins/store/pin.ts';
import { type Cells, optionalNumber } from './rows.ts';

/** Columns in the order of `pinCells` and `readPin`. */
export const PIN_COLUMNS =
  'code, title, creator, node, assets, formats, created, expires, endpoint, groups, anonymous, downloads';

/** Returns the values in the order of PIN_COLUMNS. */
export function pinCells(pin: Pin): readonly (string | number | null)[] {
  return [
    pin.code,
    pin.title,
    pin.creator ?? null,
    pin.node,
    JSON.stringify(pin.assets),
    JSON.stringify(pin.formats),
    pin.created,
    pin.expires,
    pin.endpoint,
    pin.groups ? JSON.stringify(pin.groups) : null,
    Number(pin.isAnonymous),
    pin.downloads,
  ];
}

export function readPin(cells: Cells): Pin {
  const [code, title, creator, node, assets, formats, created, expires, endpoint, groups, anonymous, downloads] = cells;
  return {
    code: String(code),
    title: String(title),
    endpoint: String(endpoint),
    node: Number(node),
    ...optionalNumber('creator', creator),
    isAnonymous: Boolean(anonymous),
    ...(groups === null ? {} : { groups: JSON.parse(String(groups)) as number[] }),
    assets: JSON.parse(String(assets)) as number[],
    formats: JSON.parse(String(formats)) as number[],
    created: Number(created),
    expires: Number(expires),
    downloads: Number(downloads),
  };
}
