import type { AssetQuery } from '../assets/asset-query.ts';
import type { PickedAsset } from './picked-asset.ts';

/**
 * Version of the messages between a page and the picker of a service, which is in a popup or frame of that page at
 * `<service>/picker`. Each message is an object with `picker`, this number, and `type`:
 *
 * 1. The picker sends `ready` to each origin of the setting `picker.origins`; browsers deliver it only to the page that is there.
 * 2. The page answers with `start` and its options.
 * 3. The picker sends `token` when it needs a token, and the page answers with a `token` of the same `id`. Tokens travel only this
 *    way, never in an address.
 * 4. The picker sends `pick` with the chosen assets, or `close` if the person closed it without a choice, or `error`.
 *
 * Both ignore messages of another window, another origin or another version.
 */
const PICKER_MESSAGES = 1;

/** The options of the picker: the properties of `abs-picker`, language and theme. */
export interface PickerOptions {
  readonly label?: string;
  readonly accept?: string;
  readonly multiple?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly formats?: string;
  readonly filter?: AssetQuery;
  readonly start?: AssetQuery;
  readonly selected?: readonly number[];
  readonly altField?: string;
  readonly rightsField?: string;
  readonly validOnly?: boolean;
  readonly locale?: string;
  readonly theme?: 'light' | 'dark' | '';
}

export type MessageToPage =
  | { readonly type: 'ready' }
  /** `isRefused` is true if the service refused the last token. */
  | { readonly type: 'token'; readonly id: number; readonly isRefused: boolean }
  | { readonly type: 'pick'; readonly assets: readonly PickedAsset[] }
  | { readonly type: 'close' }
  /** `isOption` is true if an option is invalid. */
  | { readonly type: 'error'; readonly message: string; readonly isOption?: boolean };

/** Messages from the page to the picker. */
export type MessageToPicker =
  /** `hasTokens` is true if the page has a token provider. */
  | { readonly type: 'start'; readonly options: PickerOptions; readonly hasTokens: boolean }
  | { readonly type: 'token'; readonly id: number; readonly token: string | undefined };

/** Returns the message of an event if it comes from this window and one of these origins, and has our version. */
export function readMessage<M extends MessageToPage | MessageToPicker>(
  { data, origin, source }: Pick<MessageEvent<unknown>, 'data' | 'origin' | 'source'>,
  from: Window | null,
  origins: readonly string[],
): M | undefined {
  if (from === null || source !== from || !origins.includes(origin)) return undefined;
  if (typeof data !== 'object' || data === null) return undefined;
  const { picker, type } = data as { readonly picker?: unknown; readonly type?: unknown };
  return picker === PICKER_MESSAGES && typeof type === 'string' ? (data as M) : undefined;
}

/** Sends a message to a window. The browser delivers it only if the window's page has this origin. */
export function sendMessage(to: Window, origin: string, message: MessageToPage | MessageToPicker): void {
  to.postMessage({ ...message, picker: PICKER_MESSAGES }, origin);
}
