import type { Catalogue } from '../../../catalogue/catalogue.ts';
import { ApiError } from '../../../domain/errors.ts';
import type { Pin } from '../../../domain/people.ts';
import type { Viewer } from '../../../domain/permissions.ts';
import { readPinCode } from '../../../domain/pin-code.ts';
import type { Context } from '../../operation.ts';
import type { Shape } from '../../params.ts';
import { takerOf } from '../../writing.ts';

/** The PIN of a code as it was written, where it opens now. Codes that name none are counted by address. */
export async function openPin(
  text: string,
  { caller, services, settings }: Pick<Context<Shape>, 'caller' | 'services' | 'settings'>,
): Promise<Pin> {
  const unknown = new ApiError('pin_not_found', 'pin: there is no such PIN');
  if (settings.pin.parentNode === null) throw unknown;
  const rate = { count: settings.pin.guessesPerHour, seconds: 3600 };
  const guess = ['pin-guess', takerOf(caller), rate] as const;
  // Taken before it is looked for, so that guesses at the same time are counted, too. Who has guessed too often is not told of a
  // hit either.
  const wait = await services.deedLimits.take(...guess);
  if (wait > 0) {
    throw new ApiError('limited', `pin: too many unknown PINs from this address; try again in ${wait} s`, {
      retryAfterSeconds: wait,
    });
  }
  const code = readPinCode(text);
  const pin = code && (await services.people.pin(code));
  if (!pin || pin.endpoint !== caller.endpoint) throw unknown;
  await services.deedLimits.giveBack(...guess);
  if (services.now() >= pin.expires) throw new ApiError('pin_expired', 'pin: this PIN has expired');
  return pin;
}

/**
 * What whoever opens a PIN may do: see and download what its creator may now, of its assets alone and in its formats alone.
 * `context` has the creator as its viewer. Operations obey by themselves: of other assets they hear that there are none.
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

/** The catalogue as if it had no other assets. */
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
