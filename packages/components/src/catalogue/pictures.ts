/**
 * Chooses the picture of an asset for the size in which it is shown. Lists give each asset the addresses of its pictures in several
 * widths, from which the browser chooses. For other versions and pages, and with a token where the service signs no addresses, it
 * is `thumb`, `thumb` with `middle`, `preview` or `preview` with `big`: the smallest that the screen stretches at most 1.35 times.
 */
import type { Client, ServiceFile } from '@asset-browsing-service/client';
import { noChange, nothing } from 'lit';
import { AsyncDirective, directive } from 'lit/async-directive.js';
import type { AttributePart } from 'lit/directive.js';
import { addressFor, type ChosenPicture, choose, givenPicture, type Pictured, STRETCH } from './given-pictures.ts';
import { openLaterPictures } from './later-pictures.ts';
import type { PictureLease } from './picture-cache.ts';

/** A picture that must be fetched because it needs a token. The request is sent when the picture is leased. */
export interface FetchedPicture {
  /** The same for the same picture. */
  readonly key: string;
  /** Claims the picture. Its value is an address that is valid until the lease is released. */
  lease(): PictureLease<string>;
}

/** The address of a picture, or a way to fetch it. */
export type PictureSource = string | FetchedPicture;

/** Gives the pictures of a service. */
export interface Pictures {
  /**
   * A picture whose longer side has `longest` CSS pixels on this screen, as large as the service has one. `page` counts from 0.
   */
  addressOf(asset: Pictured, longest: number, page?: number): PictureSource;
  /** The same, in several widths if the list has given them. */
  choiceOf(asset: Pictured, longest: number): PictureSource | ChosenPicture;
  /** Frees the pictures that were fetched. */
  close(): void;
}

/** Boxes that the service draws pictures into, in pixels, unless it is configured otherwise. */
const THUMB = 256;
const MIDDLE = 512;
const PREVIEW = 1024;

/** An operation that delivers a picture. */
interface PictureOperation<Q> {
  (query: Q, options: { readonly signal: AbortSignal }): Promise<ServiceFile>;
  url(query: Q): string;
}

/**
 * Opens the pictures of a service. With a token they are fetched unless the service has signed their addresses, because an address
 * with a token would end up in logs and histories; without one, the browser loads them.
 */
export function openPictures(client: Client, hasToken: boolean): Pictures {
  const fetched = openLaterPictures();

  function picture<Q>(operation: PictureOperation<Q>, query: Q): PictureSource {
    const address = operation.url(query);
    if (!hasToken) return address;
    return { key: address, lease: () => fetched.lease(address, (signal) => operation(query, { signal })) };
  }

  /** The list's picture of an asset. With a token only if it is signed: others may be refused to the browser, which sends none. */
  function choiceOf(asset: Pictured, longest: number): ChosenPicture | undefined {
    const given = givenPicture(asset);
    const isUsable = given && (given.expires !== undefined || (!hasToken && given.srcset));
    return isUsable ? choose(given, longest, client.base) : undefined;
  }

  function addressOf(asset: Pictured, longest: number, page?: number): PictureSource {
    const { id, version } = asset;
    const pixels = longest * devicePixelRatio;
    const given = hasToken && page === undefined ? givenPicture(asset) : undefined;
    const signed = given?.expires === undefined ? undefined : addressFor(given, pixels, client.base);
    if (signed !== undefined) return signed;
    const shared = { version, ...(page === undefined ? {} : { page }) };
    if (pixels <= MIDDLE * STRETCH) {
      const middle = pixels > THUMB * STRETCH && { middle: true };
      return picture(client.asset.thumb, { thumb: id, ...middle, ...shared });
    }
    return picture(client.asset.preview, { preview: id, ...(pixels > PREVIEW * STRETCH && { big: true }), ...shared });
  }

  return {
    addressOf,
    choiceOf: (asset, longest) => choiceOf(asset, longest) ?? addressOf(asset, longest),
    close: fetched.close,
  };
}

/** An address without a picture, so that the `<img>` fires an error as for a missing one. */
const NO_PICTURE = 'data:,';

/** Loads what asks again when it is needed, which is seldom. Errors that are no browser's come from there: of what is given up. */
async function askLater({ isTrusted, currentTarget }: Event): Promise<void> {
  if (!isTrusted) return;
  const image = currentTarget as HTMLImageElement;
  image.dataset['waits'] = '';
  const later = await import('./ask-again.ts').catch(() => undefined);
  await later?.askAgain(image);
}

/**
 * Sets the address of an `<img>`, with its widths if there are several. A picture that must be fetched has its address once it is
 * there, and is held while it is shown; until then the image has none, because browsers draw one with an empty address as broken.
 */
class PictureAddress extends AsyncDirective {
  #source: PictureSource | ChosenPicture | undefined;
  #lease: PictureLease<string> | undefined;

  override update({ element }: AttributePart, [source]: [PictureSource | ChosenPicture]): unknown {
    const before = this.#source;
    if (!before && element.localName === 'img') element.addEventListener('error', askLater);
    const chosen = typeof source === 'object' && 'srcset' in source ? source : undefined;
    // Set only when they change: whoever has ended the request of the image has taken them away.
    for (const name of ['sizes', 'srcset'] as const) {
      const last = typeof before === 'object' && name in before ? (before as ChosenPicture)[name] : '';
      const value = chosen?.[name] ?? '';
      if (value === last) continue;
      if (value) element.setAttribute(name, value);
      else element.removeAttribute(name);
    }
    if (chosen) (element as HTMLElement).style.objectPosition = chosen.position;
    return this.render(source);
  }

  override render(source: PictureSource | ChosenPicture): unknown {
    const before = this.#source;
    this.#source = source;
    if (typeof source === 'string' || 'srcset' in source) {
      this.#release();
      return typeof source === 'string' ? source : source.src;
    }
    // Elements may be drawn once more after they were removed. `reconnected` claims the picture.
    if (!this.isConnected) return noChange;
    const isSame = typeof before === 'object' && before.key === source.key;
    if (isSame && this.#lease && !this.#lease.hasFailed) return noChange;
    return this.#take(source, isSame ? noChange : nothing);
  }

  /** Returns the address, or `until` if the picture has not arrived yet. */
  #take(source: FetchedPicture, until: unknown): unknown {
    const lease = source.lease();
    this.#release();
    this.#lease = lease;
    if (lease.value !== undefined) return lease.value;
    const set = (address: string) => this.#lease === lease && this.isConnected && this.setValue(address);
    lease.arrived.then(set, () => set(NO_PICTURE));
    return until;
  }

  #release(): void {
    this.#lease?.release();
    this.#lease = undefined;
  }

  override disconnected(): void {
    this.#release();
  }

  override reconnected(): void {
    if (typeof this.#source === 'object' && 'lease' in this.#source) this.setValue(this.#take(this.#source, nothing));
  }
}

/** Renders what `Pictures` says as the `src` of an `<img>`. */
export const pictureAddress = directive(PictureAddress);
