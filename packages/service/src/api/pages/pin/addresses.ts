/** The address of a PIN's page below a base address. */
export function pinLink(base: string, code: string): string {
  return `${base}pin/${code}`;
}

/** What a path below a base address asks of a PIN. */
export interface PinPath {
  /** Name of the base address; undefined is the main one. */
  readonly endpoint: string | undefined;
  /** As it was written. */
  readonly code: string;
  readonly part: 'page' | 'thumb' | 'preview' | 'download';
  /** Of a picture. */
  readonly asset: number;
}

const PATH = /^\/(?:([A-Za-z0-9_-]{1,64})\/)?pin\/([^/]{1,100})(?:\/(?:(thumb|preview)\/(\d{1,15})|(download)))?\/?$/;

/** Undefined where the path is of nothing that a PIN has. */
export function readPinPath(path: string): PinPath | undefined {
  const [matched, endpoint, code = '', picture, asset = '0', download] = PATH.exec(path) ?? [];
  if (matched === undefined) return undefined;
  const part = (picture ?? download ?? 'page') as PinPath['part'];
  // Addresses in a page are relative to its own.
  if (part === 'page' && matched.endsWith('/')) return undefined;
  return { endpoint, code, part, asset: Number(asset) };
}
