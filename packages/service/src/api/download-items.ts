/**
 * Parser for `download`: `<asset>`, `<asset>:<format>` and `<asset>:<format>:<key>=<value>;<key>=<value>` (interface:
 * download).
 */
import { type ApiError, invalidParameter, quote } from '../../../core/src/domain/errors.ts';
import { parseText, splitList } from '../../../core/src/domain/values.ts';
import { holdsItem, ID, type Param } from './params.ts';

export interface DownloadItem {
  readonly asset: number;
  /** Undefined: the parameter `format` decides. */
  readonly format?: number;
  readonly version?: number;
  /** The other options as written; `conversion-options.ts` parses them. */
  readonly options: ReadonlyMap<string, string>;
}

const OPTIONS = ['width', 'height', 'unit', 'crop', 'version'] as const;

const ITEM = `an asset ID, <asset>:<format> or <asset>:<format>:<key>=<value>;<key>=<value> with the keys ${OPTIONS.join(', ')}`;

/** The items of all values, in order and without duplicates. A setting limits their number, not this parameter. */
export const downloadItems: Param<readonly DownloadItem[], false> = {
  doc:
    'IDs of assets. Each may have a download format and options of its own: `<asset>:<format>:<key>=<value>;…`, or `<asset>::<key>=<value>;…` in the format of the request. ' +
    'Keys: `width` and `height`, numbers, of a resizeable format; `unit` of both: `px` (default), `mm` or `inch`; `crop` of an editable format: `<width>x<height>+<x>+<y>` in pixels or `%`, offsets (default 0) in pixels, `+` as `%2B`; ' +
    '`version`: number of a version, of any format and of the original',
  isList: true,
  isRequired: false,
  schema: { type: 'array', items: { anyOf: [{ type: 'integer' }, { type: 'string', pattern: '^-?\\d+(:.*)?$' }] } },
  isGiven: holdsItem,
  read: (given, name) => {
    const items = new Map<string, DownloadItem>();
    for (const text of given.flatMap(splitList)) {
      const item = readItem(text, name);
      items.set(canonical(item), item);
    }
    return [...items.values()];
  },
};

function readItem(text: string, name: string): DownloadItem {
  const [asset = '', format = '', ...rest] = text.split(':');
  const id = parseText(ID, asset);
  const formatId = format === '' ? undefined : parseText(ID, format);
  if (id === undefined || (format !== '' && formatId === undefined) || rest.length > 1) throw refusal(text, name);
  const options = readOptions(rest[0] ?? '', text, name);
  const version = options.get('version');
  options.delete('version');
  const versionNumber = version === undefined ? undefined : parseText(ID, version);
  if (version !== undefined && versionNumber === undefined) {
    throw invalidParameter(`${name}: the version ${quote(version)} of asset ${id} is not an integer`);
  }
  return {
    asset: id,
    ...(formatId === undefined ? {} : { format: formatId }),
    ...(versionNumber === undefined ? {} : { version: versionNumber }),
    options,
  };
}

function readOptions(text: string, item: string, name: string): Map<string, string> {
  const options = new Map<string, string>();
  for (const part of text.split(';')) {
    if (part.trim() === '') continue;
    const equals = part.indexOf('=');
    const key = part.slice(0, Math.max(equals, 0)).trim();
    const given = part.slice(equals + 1);
    // A crop is not trimmed: a blank in it is a `+` that was not encoded as %2B.
    const value = key === 'crop' ? given : given.trim();
    if (!OPTIONS.some((each) => each === key) || value === '') throw refusal(item, name);
    if (options.has(key)) throw invalidParameter(`${name}: ${quote(item)} gives ${key} twice`);
    options.set(key, value);
  }
  return options;
}

function refusal(text: string, name: string): ApiError {
  return invalidParameter(`${name}: ${quote(text)} is not ${ITEM}`);
}

/** Returns a key that is equal for items that request the same. */
function canonical({ asset, format, version, options }: DownloadItem): string {
  return JSON.stringify([asset, format, version, [...options].sort()]);
}
