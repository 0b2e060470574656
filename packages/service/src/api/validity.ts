import { ApiError } from '../../../core/src/domain/errors.ts';
import type { Asset, EpochMs } from '../../../core/src/domain/model.ts';
import type { Viewer } from '../../../core/src/domain/permissions.ts';
import { nextBoundaryOf, validityOf } from '../../../core/src/domain/validity.ts';
import type { EndpointSettings } from '../config/endpoint-settings.ts';

/** What decides whether an asset may be used now. */
export type Judged = Pick<Asset, 'nodes' | 'validFrom' | 'validUntil'>;

/** The instants from which and before which an answer is as it was given. */
export interface Holding {
  readonly since: EpochMs;
  readonly until: EpochMs;
}

/** Returns true if an answer holds at an instant; one without `holds` doesn't follow the clock. */
export function holdsAt(holds: Holding | undefined, at: EpochMs): boolean {
  return holds === undefined || (holds.since <= at && at < holds.until);
}

/**
 * Judges assets by the clock for one request (extensions E4), and notes until when the answers hold. So whatever asks it can't be
 * cached beyond the next boundary that would change it.
 */
export class RequestValidity {
  readonly #now: EpochMs;
  readonly #timeZone: string;
  readonly #viewer: Pick<Viewer, 'isAnyTime'>;
  readonly #settings: EndpointSettings['validity'];
  #holds: Holding | undefined;

  constructor(
    viewer: Pick<Viewer, 'isAnyTime'>,
    { now, timeZone, settings }: { now: EpochMs; timeZone: string; settings: Pick<EndpointSettings, 'validity'> },
  ) {
    this.#viewer = viewer;
    this.#now = now;
    this.#timeZone = timeZone;
    this.#settings = settings.validity;
  }

  /** True if assets outside their validity don't exist for callers who are not exempt. */
  get hides(): boolean {
    return this.#settings.view === 'hide';
  }

  /** Until when what was said so far holds; undefined if nothing followed the clock. */
  get holds(): Holding | undefined {
    return this.#holds;
  }

  /** True if the asset doesn't exist for the caller now. */
  isHidden(asset: Judged): boolean {
    return this.hides && this.#isOutside(asset);
  }

  /** True if the caller sees the asset, but may not have its file now. */
  isRefused(asset: Judged): boolean {
    return this.#settings.download === 'refuse' && this.#isOutside(asset);
  }

  /** Throws for an asset whose file the caller may not have now. `parameter` is the one that the message names. */
  refuse(parameter: string, asset: Judged & Pick<Asset, 'id'>): void {
    if (this.isRefused(asset)) throw notValid(parameter, [asset.id]);
  }

  /** Notes that the answer holds only until an instant, if one is given, and from now on. */
  note(until: EpochMs = Number.POSITIVE_INFINITY): void {
    this.#holds = { since: this.#now, until: Math.min(until, this.#holds?.until ?? until) };
  }

  #isOutside(asset: Judged): boolean {
    const { validFrom, validUntil, nodes } = asset;
    if ((validFrom === undefined && validUntil === undefined) || this.#viewer.isAnyTime(nodes)) return false;
    this.note(nextBoundaryOf(asset, this.#now, this.#timeZone));
    return validityOf(asset, this.#now, this.#timeZone) !== 'valid';
  }
}

/** Adds to the reply of an operation when it holds. Call it when the reply has been made. */
export function withHolding<R extends object>(
  reply: R,
  { validity: { holds } }: { readonly validity: RequestValidity },
): R & { readonly holds?: Holding } {
  return holds ? { ...reply, holds } : reply;
}

/** Refuses files of assets outside their validity. */
export function notValid(parameter: string, assets: readonly number[]): ApiError {
  const [first = Number.NaN] = assets;
  const others = assets.length > 1 ? ` and ${assets.length - 1} more` : '';
  return new ApiError('asset_not_valid', `${parameter}: outside the time of its validity is asset ${first}${others}`, {
    data: { assets },
  });
}
