import type { Catalogue } from '../../../catalogue/catalogue.ts';
import { ApiError } from '../../../domain/errors.ts';
import type { Pin } from '../../../domain/people.ts';
import type { Viewer } from '../../../domain/permissions.ts';
import { readPinCode } from '../../../domain/pin-code.ts';
import type { Context } from '../../operation.ts';
import type { Shape } from '../../params.ts';
import { subjectOf } from '../../writing.ts';

/**
 * Returns the PIN for a typed code if it opens at this address now. Unknown codes count towards a limit per address.
 * Rejects with `pin_not_found`, `pin_expired` or `limited`.
 */
export async function openPin(
  text: string,
  { caller, services, settings }: Pick<Context<Shape>, 'caller' | 'services' | 'settings'>,
): Promise<Pin> {
  const unknown = new ApiError('pin_not_found', 'pin: there is no such PIN');
  if (settings.pin.parentNode === null) throw unknown;
  const rate = { count: settings.pin.guessesPerHour, seconds: 3600 };
  const guess = ['pin-guess', subjectOf(caller), rate] as const;
  // Counts the attempt before the lookup, so that parallel guesses count as well. Beyond the limit, even a correct code
  // is refused, so that guessing on reveals nothing.
  const wait = await services.actionLimits.take(...guess);
  if (wait > 0) {
    throw new ApiError('limited', `pin: too many unknown PINs from this address; try again in ${wait} s`, {
      retryAfterSeconds: wait,
    });
  }
  const code = readPinCode(text);
  const pin = code && (await services.people.pin(code));
  if (!pin || pin.endpoint !== caller.endpoint) throw unknown;
  await services.actionLimits.refund(...guess);
  if (services.now() >= pin.expires) throw new ApiError('pin_expired', 'pin: this PIN has expired');
  return pin;
}

/**
 * Restricts a context to the rights of a PIN: whoever opens it may see and download what its creator may at that time,
 * but only the PIN's assets and formats. The viewer of `context` must be the creator. Operations need no checks of
 * their own, because for them all other assets do not exist.
 */
export function withRightsOf<C extends Pick<Context<Shape>, 'viewer' | 'services'>>(
  pin: Pick<Pin, 'assets' | 'formats'>,
  context: C,
): C {
  const { viewer, services } = context;
  return {
    ...context,
    viewer: pin.formats.length === 0 ? viewer : onlyFormats(viewer, new Set(pin.formats)),
    services: { ...services, catalogue: onlyAssets(services.catalogue, new Set(pin.assets)) },
  };
}

/** Returns the catalogue as if it had no other assets. */
export function onlyAssets(catalogue: Catalogue, own: ReadonlySet<number>): Catalogue {
  const among = (ids: readonly number[]) => ids.filter((id) => own.has(id));
  return {
    ...catalogue,
    assets: (ids) => catalogue.assets(among(ids)),
    outlines: (ids, admits) => catalogue.outlines(among(ids), admits),
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
