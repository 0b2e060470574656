import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Extent } from './zoom.ts';

/** The tiles of a picture, as OpenSeadragon takes them: what its IIIF image service says of it. */
export interface TileSource extends Extent {
  readonly [property: string]: unknown;
}

/** A tile that OpenSeadragon asks for. */
interface TileJob {
  readonly src: string;
  readonly userData: { request?: AbortController };
  finish(tile: ImageBitmap, request: null, type: 'imageBitmap'): void;
  fail(message: string, request: null): void;
}

/** Is told of tiles that are drawn. */
export interface TileDrawing {
  arrived(): void;
  failed(): void;
  /** All tiles that are seen have come or failed, or not any more. */
  completed(isComplete: boolean): void;
}

/** Most seconds until a busy service is asked again. */
const LONGEST_WAIT = 30;

/** Loads what describes the tiles of a page, from 0; undefined if there are none. */
export async function loadTileSource(
  catalogue: Catalogue,
  { id, version, page }: { readonly id: number; readonly version: number; readonly page: number },
  signal: AbortSignal,
): Promise<TileSource | undefined> {
  const identifier = `${id};version=${version}${page > 0 ? `;page=${page}` : ''}`;
  const address = new URL(`iiif/image/3/${identifier}`, new URL(catalogue.client.base, document.baseURI)).href;
  const answer = await request(catalogue, `${address}/info.json`, signal);
  // What has no picture, and services that do not offer IIIF. Older ones do not know the address.
  if ([400, 404].includes(answer.status)) return undefined;
  // Behind a proxy, the service may know itself by another address.
  return { ...((await expectOk(answer).json()) as TileSource), id: address };
}

/** How tiles are downloaded: until the signal aborts. */
export function tileDownload(catalogue: Catalogue, signal: AbortSignal) {
  const load = async (address: string, single: AbortSignal) => {
    const answer = await request(catalogue, address, AbortSignal.any([signal, single]));
    return await createImageBitmap(await expectOk(answer).blob());
  };
  return {
    downloadTileStart: (job: TileJob) => {
      job.userData.request = new AbortController();
      load(job.src, job.userData.request.signal).then(
        (tile) => job.finish(tile, null, 'imageBitmap'),
        (error) => job.fail(String(error), null),
      );
    },
    downloadTileAbort: ({ userData }: TileJob) => userData.request?.abort(),
  };
}

/**
 * Requests an address, with a token if need be: once more with a new one if it is refused, and again whenever the service asks to
 * wait, for example because it is still cutting the picture.
 */
async function request({ tokenProvider }: Catalogue, address: string, signal: AbortSignal): Promise<Response> {
  let token = await tokenProvider?.();
  for (let isRenewed = false; ; ) {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const answer = await fetch(address, { headers, signal });
    if (answer.status === 401 && tokenProvider && !isRenewed) {
      isRenewed = true;
      token = await tokenProvider(token);
    } else if (answer.status === 429 || answer.status === 503) {
      const seconds = Math.min(LONGEST_WAIT, Number(answer.headers.get('retry-after')) || 1);
      await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
      signal.throwIfAborted();
    } else return answer;
  }
}

function expectOk(answer: Response): Response {
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`);
  return answer;
}
