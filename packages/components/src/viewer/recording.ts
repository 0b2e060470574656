import { type Asset, isServiceError, type Progress } from '@asset-browsing-service/client';
import { FILM } from '../assets/kinds.ts';
import { pageSizeFor } from '../assets/page-size.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { retryWhenBusy } from '../catalogue/retry-when-busy.ts';
import { readAtMost } from '../download/read-at-most.ts';
import { whenReady } from '../download/when-ready.ts';
import { CAPTION_EXTENSIONS, type Caption, type CaptionFile, captionsOf, readCaptions } from './captions.ts';
import { openMemory } from './memory.ts';

/** Whether a film or sound can be played, or why it cannot. */
export type RecordingState =
  /** The service has not answered yet. */
  | { readonly is: 'asking' }
  /** The service converts it. */
  | { readonly is: 'preparing' }
  /** The record has no file. */
  | { readonly is: 'missing' }
  /** It is larger than `MAX_FETCHED_BYTES`, or of unknown size, and a token is needed. */
  | { readonly is: 'too-large' }
  /** A token is needed, so it is fetched as a whole, but only when the person wants to play it. */
  | { readonly is: 'offered'; readonly bytes: number }
  /** It is fetched as a whole; `percent` is a whole number. */
  | { readonly is: 'arriving'; readonly percent: number }
  /** With `isWanted`, the person has already asked to play it. */
  | { readonly is: 'ready'; readonly address: string; readonly isWanted: boolean }
  /** The connection was lost during playback. */
  | { readonly is: 'interrupted' }
  /** This browser does not play such files, or the file is damaged. */
  | { readonly is: 'unplayable' }
  | { readonly is: 'failed'; readonly failure: unknown };

/** Captions that cannot be shown: they could not be loaded, or are too large. */
export interface CaptionProblem {
  readonly file: CaptionFile;
  readonly isTooLarge: boolean;
}

/** An extra that a recording plays without. */
export type RecordingPart = 'strip' | 'captions';

/** A film or sound with its extras: the pictures along the time line or the waveform, and the captions. */
export interface Recording {
  readonly state: RecordingState;
  /** True if a token is needed. The recording is then fetched as a whole instead of streamed. */
  readonly needsToken: boolean;
  /** Address of the pictures along the time line, or of the waveform as a mask; undefined without them. */
  readonly strip: string | undefined;
  readonly captions: readonly CaptionFile[];
  /** The captions that were turned on last, if they could not be shown. */
  readonly captionProblem: CaptionProblem | undefined;
  /** Extras that failed to load but may load later; `captions` stands for the list of captions. */
  readonly failedParts: ReadonlySet<RecordingPart>;
  /** Fetches a recording that is offered, to play it. */
  play(): void;
  /** Loads these extras again. */
  retryParts(): void;
  /** Loads captions that were turned on; undefined if they cannot be shown, which `captionProblem` explains. */
  textsOf(file: CaptionFile): Promise<readonly Caption[] | undefined>;
  /** Finds out why the browser does not play it, from the error of the media element. */
  playingFailed(error: MediaError | null): void;
  /** Ends all requests and frees what was fetched. */
  close(): void;
}

/** Largest recording that is fetched as a whole because a token is needed, in bytes: it must fit into the memory of a phone. */
export const MAX_FETCHED_BYTES = 256e6;

/** Largest file of captions that is loaded, in bytes: a film of three hours has about 0.2 MB. */
export const MAX_CAPTION_BYTES = 4e6;

/** Number of caption files that the search for captions may find. */
const MAX_CAPTIONS = 50;

/** Largest picture of scenes or of a waveform that is loaded, in bytes. */
const MAX_STRIP_BYTES = 32e6;

/** Milliseconds without an answer, after which a recording counts as being prepared. */
const SLOW = 1500;

/** Opens the recording of an asset: requests a format that browsers play. Calls `changed` after each change. */
export function openRecording(
  { client, about, tokenProvider }: Catalogue,
  asset: Asset,
  changed: () => void,
): Recording {
  const { id, version } = asset;
  const controller = new AbortController();
  const { signal } = controller;
  const needsToken = tokenProvider !== undefined;
  const memory = openMemory<'recording' | 'strip'>();
  let state: RecordingState = { is: 'asking' };
  let strip: string | undefined;
  let captions: readonly CaptionFile[] = [];
  let captionProblem: CaptionProblem | undefined;
  const failedParts = new Set<RecordingPart>();
  const streamQuery = { stream: id, version, playable: true };
  let isWanted = false;
  const busy = retryWhenBusy(() => void (isWanted ? fetchWhole() : load()));

  function become(next: RecordingState): void {
    if (signal.aborted) return;
    state = next;
    changed();
  }

  function waits(): void {
    if (state.is === 'asking' || state.is === 'arriving') become({ is: 'preparing' });
  }

  const made = (onProgress?: (progress: Progress) => void) =>
    whenReady(() => client.asset.stream(streamQuery, { signal, onProgress }), { signal, waits });

  async function load(): Promise<void> {
    state = { is: 'asking' };
    const slow = setTimeout(() => state.is === 'asking' && become({ is: 'preparing' }), SLOW);
    try {
      const file = await made();
      clearTimeout(slow);
      // This request only finds out whether it is ready: most people who come past a recording do not play it.
      void file.stream.cancel();
      const { size: bytes = Number.POSITIVE_INFINITY } = file;
      if (needsToken && bytes > MAX_FETCHED_BYTES) return become({ is: 'too-large' });
      if (needsToken) become({ is: 'offered', bytes });
      else become({ is: 'ready', address: client.asset.stream.url(streamQuery), isWanted });
      await Promise.all([loadPart('strip'), asset.type === FILM && loadPart('captions')]);
    } catch (failure) {
      fail(failure);
    } finally {
      clearTimeout(slow);
    }
  }

  async function fetchWhole(): Promise<void> {
    isWanted = true;
    // Without this, a second try would keep the file of the first in memory.
    memory.free('recording');
    become({ is: 'arriving', percent: 0 });
    const progressed = ({ loaded, total }: Progress) => {
      const percent = total ? Math.floor((100 * loaded) / total) : 0;
      if (state.is !== 'arriving' || state.percent !== percent) become({ is: 'arriving', percent });
    };
    try {
      // It may have been made anew, and larger, since it was offered.
      const blob = await readAtMost(await made(progressed), MAX_FETCHED_BYTES);
      signal.throwIfAborted();
      if (!blob) return become({ is: 'too-large' });
      become({ is: 'ready', address: memory.keep('recording', blob), isWanted });
    } catch (failure) {
      fail(failure);
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
      // Before the first bytes arrive, browsers report a refused request and an unknown format by the same code.
      const file =
        error?.code === MediaError.MEDIA_ERR_DECODE ? undefined : await client.asset.stream(streamQuery, { signal });
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
      // A picture that the service cannot make is left out without a message.
      if (mayWorkLater(error)) failedParts.add(part);
    }
    if (!signal.aborted) changed();
  }

  async function loadStrip(): Promise<void> {
    const query = { play: id, version, strip: true };
    const file = await whenReady(() => client.asset.play(query, { signal }), { signal });
    // Without a token, the blob is not used, but browsers cache only answers that are read to their end.
    const blob = await readAtMost(file, MAX_STRIP_BYTES);
    signal.throwIfAborted();
    if (blob) strip = needsToken ? memory.keep('strip', blob) : client.asset.play.url(query);
  }

  async function findCaptions(): Promise<void> {
    const paginate = pageSizeFor(about, MAX_CAPTIONS);
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
    needsToken,
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
    play: () => {
      if (state.is === 'offered') void fetchWhole();
    },
    retryParts: () => {
      for (const part of [...failedParts]) void loadPart(part);
    },
    textsOf: async (file) => {
      const content = await client.asset
        .download({ download: file.asset.id }, { signal })
        .then((answer) => readAtMost(answer, MAX_CAPTION_BYTES))
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
      memory.close();
    },
  };
}

/** True if the answer was missing or cut off, or the service is busy. */
function mayWorkLater(error: unknown): boolean {
  return !isServiceError(error) || [0, 429, 503].includes(error.status);
}
