/**
 * PINs: opening them, the rights that they grant, and what they contain. Everybody who has the link of a PIN may
 * download without signing in, so it expires: `pin.do/create.ts` notes a time `pin.days` (30) ahead, and from then on
 * `openPin` refuses the PIN with `pin_expired`. A year later the database forgets it.
 */

import { ApiError } from '../../../core/src/domain/errors.ts';
import { formatsFor } from '../../../core/src/domain/formats.ts';
import type { Asset, DownloadFormat } from '../../../core/src/domain/model.ts';
import type { Viewer } from '../../../core/src/domain/permissions.ts';
import { limitKey } from '../api/actions.ts';
import { visible } from '../api/assets.ts';
import type { Context } from '../api/operation.ts';
import type { Snapshot } from '../catalogue/catalogue.ts';
import { hasExpired, type Pin, readPinCode } from './store/pin.ts';

/** Wrong PINs that one address may try in an hour, over all base addresses. */
const GUESSES_PER_HOUR = 60;

/** Returns the address of a PIN's page below a base address. */
export function pinLink(base: string, code: string): string {
  return `${base}pin/${code}`;
}

/**
 * Returns the PIN for a typed code if it opens at this address now. Unknown codes count towards a limit per address.
 * Rejects with `pin_not_found`, `pin_expired` or `limited`.
 */
export async function openPin(
  text: string,
  { caller, services, settings }: Pick<Context, 'caller' | 'services' | 'settings'>,
): Promise<Pin> {
  const unknown = new ApiError('pin_not_found', 'pin: there is no such PIN');
  if (settings.pin.parentNode === null) throw unknown;
  const rate = { count: GUESSES_PER_HOUR, seconds: 3600 };
  const key = limitKey('pin-guess', caller);
  // Counts the attempt before the lookup, so that parallel guesses count as well. Beyond the limit, even a correct code
  // is refused, so that guessing on reveals nothing.
  const begun = services.now();
  const wait = await services.rateLimiter.take(key, rate);
  if (wait > 0) {
    throw new ApiError('limited', `pin: too many unknown PINs from this address; try again in ${wait} s`, {
      retryAfterSeconds: wait,
    });
  }
  const refund = () => services.rateLimiter.refund(key, rate, Math.max(0, services.now() - begun) / 1000);
  const code = readPinCode(text);
  const pin =
    code &&
    (await services.pins.find(code).catch(async (error: unknown) => {
      // Nothing was guessed while the database was away.
      await refund();
      throw error;
    }));
  if (!pin || pin.endpoint !== caller.endpoint) throw unknown;
  await refund();
  if (hasExpired(pin, services.now())) throw new ApiError('pin_expired', 'pin: this PIN has expired');
  return pin;
}

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

/** An asset of a PIN and its download formats. */
export interface PinItem {
  readonly asset: Asset;
  /**
   * The preselected format comes first; undefined is the original without a format. Empty if the asset cannot be
   * downloaded.
   */
  readonly formats: readonly (DownloadFormat | undefined)[];
}

/**
 * Returns the assets that a PIN shows now, in the order of its creation request. `context` must be restricted to the
 * PIN's rights.
 */
export async function contentsOf(
  pin: Pick<Pin, 'assets'>,
  context: Pick<Context, 'catalogue' | 'model' | 'viewer'>,
): Promise<readonly PinItem[]> {
  const assets = visible(await context.catalogue.assets(pin.assets), context);
  return assets.map((asset) => ({ asset, formats: formatsOf(asset, context) }));
}

function formatsOf(asset: Asset, { model, viewer }: Pick<Context, 'model' | 'viewer'>): PinItem['formats'] {
  if (!asset.active.file) return [];
  const formats = formatsFor(asset, model, viewer)
    .filter(({ isAllowed }) => isAllowed)
    .map(({ format }) => format)
    .sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
  return formats.length === 0 && viewer.downloadFormats(asset.nodes) === '*' ? [undefined] : formats;
}

/** An asset in the format to download. */
export interface Choice {
  readonly asset: Asset;
  readonly format: DownloadFormat | undefined;
}

/**
 * Returns what to download if a format is requested: each asset in that format, or in its first format if the requested
 * one does not apply.
 */
export function choicesOf(items: readonly PinItem[], wanted: number | undefined): readonly Choice[] {
  return items
    .filter(({ formats }) => formats.length > 0)
    .map(({ asset, formats }) => ({ asset, format: formats.find((format) => format?.id === wanted) ?? formats[0] }));
}
