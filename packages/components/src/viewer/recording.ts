import { type Asset, isServiceError, type ServiceFile } from '@asset-browsing-service/client';
import { pageSizeFor } from '../assets/page-size.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { retryWhenBusy } from '../catalogue/retry-when-busy.ts';
import { whenReady } from '../catalogue/when-ready.ts';
import { CAPTION_EXTENSIONS, type Caption, type CaptionFile, captionsOf, readCaptions } from './captions.ts';
import { readAtMost } from './read-at-most.ts';

/** How far a film or a sound is. */
export type RecordingState =
  /** The service has not answered yet. */
  | { readonly is: 'asking' }
  /** It is being converted. */
  | { readonly is: 'preparing' }
  /** The record has no file. */
  | { readonly is: 'missing' }
  /** It is larger than what is fetched with a token. */
  | { readonly is: 'too-large' }
  /** It is being fetched, because a token is needed; `percent` is a whole number. */
  | { readonly is: 'arriving'; readonly percent: number }
  | { readonly is: 'ready'; readonly address: string }
  /** The connection was lost while it was played. */
  | { readonly is: 'interrupted' }
  /** This browser does not play such files, or the file is damaged. */
  | { readonly is: 'unplayable' }
  | { readonly is: 'failed'; readonly failure: unknown };

/** Captions that cannot be shown: they could not be loaded, or are too large. */
export interface CaptionProblem {
  readonly file: CaptionFile;
  readonly isTooLarge: boolean;
}

/** What comes with a recording, which plays without it. */
export type RecordingPart = 'strip' | 'captions';

/** A film or a sound, and what comes with it. */
export interface Recording {
  readonly state: RecordingState;
  /** Address of the pictures along the time line, or of the waveform as a mask; undefined without them. */
  readonly strip: string | undefined;
  readonly captions: readonly CaptionFile[];
  /** The captions that somebody turned on and that could not be shown. */
  readonly captionProblem: CaptionProblem | undefined;
  /** What could not be loaded for now: the pictures along the time line, or which captions there are. */
  readonly failedParts: ReadonlySet<RecordingPart>;
  /** Tries to load them again. */
  retryParts(): void;
  /** Loads captions, when somebody turns them on; undefined if they cannot be shown, which `captionProblem` explains. */
  textsOf(file: CaptionFile): Promise<readonly Caption[] | undefined>;
  /** Finds out why a browser does not play it; takes the error of the media element. */
  playingFailed(error: MediaError | null): void;
  /** Ends all requests and frees what was fetched. */
  close(): void;
}

/** Largest film that is fetched as a whole because a token is needed, in bytes. */
export const MOST_FETCHED_BYTES = 256e6;

/** Largest file of captions that is loaded, in bytes: a film of three hours has about 0.2 MB. */
export const MOST_CAPTION_BYTES = 4e6;

/** Files of captions that are looked at. */
const MOST_CAPTIONS = 50;

/** Largest picture of scenes or of a waveform that is loaded, in bytes. */
const MOST_STRIP_BYTES = 32e6;

/** Milliseconds after which people are told that a recording is being prepared. */
const SLOW = 1500;

/** Category of films. */
const FILM = 3;

/** Opens the recording of an asset: asks the service for a form that browsers play. `changed` tells of each new state. */
export function openRecording(
  { client, about, tokenProvider }: Catalogue,
  asset: Asset,
  changed: () => void,
): Recording {
  const { id, version } = asset;
  const controller = new AbortController();
  const { signal } = controller;
  const fetched: string[] = [];
  let state: RecordingState = { is: 'asking' };
  let strip: string | undefined;
  let captions: readonly CaptionFile[] = [];
  let captionProblem: CaptionProblem | undefined;
  const failedParts = new Set<RecordingPart>();
  const query = { stream: id, version, playable: true };
  const busy = retryWhenBusy(() => void load());

  function become(next: RecordingState): void {
    if (signal.aborted) return;
    state = next;
    changed();
  }

  const made = (request: () => Promise<ServiceFile>) =>
    whenReady(request, { signal, waits: () => state.is === 'asking' && become({ is: 'preparing' }) });

  function keep(blob: Blob): string {
    signal.throwIfAborted();
    const address = URL.createObjectURL(blob);
    fetched.push(address);
    return address;
  }

  async function load(): Promise<void> {
    state = { is: 'asking' };
    const onProgress = ({ loaded, total }: { loaded: number; total: number | undefined }) => {
      const percent = total ? Math.floor((100 * loaded) / total) : 0;
      if (state.is !== 'arriving' || state.percent !== percent) become({ is: 'arriving', percent });
    };
    const slow = setTimeout(() => state.is === 'asking' && become({ is: 'preparing' }), SLOW);
    try {
      const file = await made(() => client.asset.stream(query, { signal, onProgress }));
      clearTimeout(slow);
      if (tokenProvider && !(file.size !== undefined && file.size <= MOST_FETCHED_BYTES)) {
        void file.stream.cancel();
        return become({ is: 'too-large' });
      }
      if (!tokenProvider) void file.stream.cancel();
      become({ is: 'ready', address: tokenProvider ? keep(await file.blob()) : client.asset.stream.url(query) });
      await Promise.all([loadPart('strip'), asset.type === FILM && loadPart('captions')]);
    } catch (failure) {
      fail(failure);
    } finally {
      clearTimeout(slow);
    }
  }

  function fail(failure: unknown): void {
    if (signal.aborted) return;
    const isMissing = isServiceError(failure) && failure.code === 'file_not_found';
    become(isMissing ? { is: 'missing' } : { is: 'failed', failure });
    busy.failed(failure);
  }

  async function playingFailed(error: MediaError | null): Promise<void> {
    if (error?.code === MediaError.MEDIA_ERR_NETWORK) return become({ is: 'interrupted' });
    try {
      // Before the first bytes have come, browsers call a refused request and a foreign kind of file by the same name.
      const file =
        error?.code === MediaError.MEDIA_ERR_DECODE ? undefined : await client.asset.stream(query, { signal });
      void file?.stream.cancel();
      become({ is: 'unplayable' });
    } catch (failure) {
      fail(failure);
    }
  }

  async function loadPart(part: RecordingPart): Promise<void> {
    failedParts.delete(part);
    try {
      await (part === 'strip' ? loadStrip() : findCaptions());
    } catch (error) {
      // There is nothing to say about pictures that cannot be made.
      if (mayWorkLater(error)) failedParts.add(part);
    }
    if (!signal.aborted) changed();
  }

  async function loadStrip(): Promise<void> {
    const query = { play: id, version, strip: true };
    const file = await made(() => client.asset.play(query, { signal }));
    // Without a token, too: an answer that is not read to its end is not cached.
    const blob = await readAtMost(file, MOST_STRIP_BYTES);
    if (blob) strip = tokenProvider ? keep(blob) : client.asset.play.url(query);
  }

  async function findCaptions(): Promise<void> {
    const paginate = pageSizeFor(about, MOST_CAPTIONS);
    const stem = asset.name.replace(/\.[^.]*$/, '').replaceAll('"', ' ');
    const [related, others] = await Promise.all([
      client.node.relations({ relations: id }, { signal }),
      client.node.search({ search: `"${stem}"`, search_extensions: CAPTION_EXTENSIONS, paginate }, { signal }),
    ]);
    captions = captionsOf(asset, { related, others: others.items });
  }

  void load();
  return {
    get state() {
      return state;
    },
    get strip() {
      return strip;
    },
    get captions() {
      return captions;
    },
    get captionProblem() {
      return captionProblem;
    },
    failedParts,
    playingFailed: (error) => void playingFailed(error),
    retryParts: () => {
      for (const part of [...failedParts]) void loadPart(part);
    },
    textsOf: async (file) => {
      const content = await client.asset
        .download({ download: file.asset.id }, { signal })
        .then((answer) => readAtMost(answer, MOST_CAPTION_BYTES))
        .catch(() => 'failed' as const);
      if (signal.aborted) return undefined;
      const isShown = content instanceof Blob;
      captionProblem = isShown ? undefined : { file, isTooLarge: content === undefined };
      changed();
      return isShown ? readCaptions(await content.text()) : undefined;
    },
    close: () => {
      controller.abort();
      busy.stop();
      for (const address of fetched) URL.revokeObjectURL(address);
    },
  };
}

/** True for an answer that is missing or cut off, or a service that is busy. */
function mayWorkLater(error: unknown): boolean {
  return !isServiceError(error) || [0, 429, 503].includes(error.status);
}
