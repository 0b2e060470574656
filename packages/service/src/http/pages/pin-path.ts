/** The parts of a path that belongs to a PIN. */
export interface PinPath {
  /** Name of the base address; undefined for the main one. */
  readonly endpoint: string | undefined;
  /** The code as written in the path. */
  readonly code: string;
  readonly part: 'page' | 'thumb' | 'preview' | 'download';
  /** Asset ID of a picture; 0 for other parts. */
  readonly asset: number;
}

const PATH = /^\/(?:([A-Za-z0-9_-]{1,64})\/)?pin\/([^/]{1,100})(?:\/(?:(thumb|preview)\/(\d{1,15})|(download)))?\/?$/;

/** Parses a path; returns undefined if it does not belong to a PIN. */
export function readPinPath(path: string): PinPath | undefined {
  const [matched, endpoint, code = '', picture, asset = '0', download] = PATH.exec(path) ?? [];
  if (matched === undefined) return undefined;
  const part = (picture ?? download ?? 'page') as PinPath['part'];
  // Addresses on the page are relative to its own address, so a trailing slash would break them.
  if (part === 'page' && matched.endsWith('/')) return undefined;
  return { endpoint, code, part, asset: Number(asset) };
}
