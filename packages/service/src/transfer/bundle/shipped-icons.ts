import { existsSync } from 'node:fs';

const SHIPPED = new URL('../../api/pages/icons/', import.meta.url);

/** True for the path of an icon that the service ships. A bundle may name such an icon without containing it. */
export function isShippedIcon(path: string): boolean {
  const name = /^icons\/([a-z0-9-]+\.svg)$/.exec(path)?.[1];
  return name !== undefined && existsSync(new URL(name, SHIPPED));
}
