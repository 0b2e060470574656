import {
  type Asset,
  type Client,
  isServiceError,
  type Progress,
  type ServiceFile,
} from '@asset-browsing-service/client';
import { FILM } from '../assets/kinds.ts';
import { pageSizeFor } from '../assets/page-size.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { retryWhenBusy } from '../catalogue/retry-when-busy.ts';
import { readAtMost } from '../download/read-at-most.ts';
import { whenReady } from '../download/when-ready.ts';
import { CAPTION_EXTENSIONS, type Caption, type CaptionFile, captionsOf, readCaptions } from './captions.ts';
import { Memory } from './memory.ts';

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
export type RecordingPart = 'strip' | 'captions' | 'chapters';

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

/** A film or sound with its extras: the pictures along the time line or the waveform, the chapters, and the captions. */
export class Recording {
  state: RecordingState = { is: 'asking' };
  /** True if a token is needed. The recording is then fetched as a whole instead of streamed. */
  readonly needsToken: boolean;
  /** Address of the pictures along the time line, or of the waveform as a mask; undefined without them. */
  strip: string | undefined;
  captions: readonly CaptionFile[] = [];
  /** Its chapters, whose texts are their names. */
  chapters: readonly Caption[] = [];
  /** The captions that were turned on last, if they could not be shown. */
  captionProblem: CaptionProblem | undefined;
  /** Extras that failed to load but may load later; `captions` stands for the list of captions. */
  readonly failedParts = new Set<RecordingPart>();
  readonly #catalogue: Catalogue;
  readonly #asset: Asset;
  readonly #changed: () => void;
  readonly #query: { readonly stream: number; readonly version: number; readonly playable: true };
  readonly #controller = new AbortController();
  readonly #memory = new Memory<'recording' | 'strip'>();
  #isWanted = false;
  readonly #busy = retryWhenBusy(() => void (this.#isWanted ? this.#fetchWhole() : this.#load()));

  /** Requests a format that browsers play. Calls `changed` after each change. */
  constructor(catalogue: Catalogue, asset: Asset, changed: () => void) {
    this.#catalogue = catalogue;
    this.#asset = asset;
    this.#changed = changed;
    this.#query = { stream: asset.id, version: asset.version, playable: true };
    this.needsToken = catalogue.tokenProvider !== undefined;
    void this.#load();
  }

  /** Fetches a recording that is offered, to play it. */
  readonly play = (): void => {
    if (this.state.is === 'offered') void this.#fetchWhole();
  };

  /** Loads these extras again. */
  readonly retryParts = (): void => {
    for (const part of [...this.failedParts]) void this.#loadPart(part);
  };

  /** Loads captions that were turned on; undefined if they cannot be shown, which `captionProblem` explains. */
  async textsOf(file: CaptionFile): Promise<readonly Caption[] | undefined> {
    const content = await this.#client.asset
      .download({ download: file.asset.id }, { signal: this.#signal })
      .then((answer) => readAtMost(answer, MAX_CAPTION_BYTES))
      .catch(() => 'failed' as const);
    if (this.#signal.aborted) return undefined;
    const isShown = content instanceof Blob;
    this.captionProblem = isShown ? undefined : { file, isTooLarge: content === undefined };
    this.#changed();
    return isShown ? readCaptions(await content.text()) : undefined;
  }

  /** Finds out why the browser does not play it, from the error of the media element. */
  readonly playingFailed = async (error: MediaError | null): Promise<void> => {
    if (error?.code === MediaError.MEDIA_ERR_NETWORK) return this.#become({ is: 'interrupted' });
    try {
      // Before the first bytes arrive, browsers report a refused request and an unknown format by the same code.
      if (error?.code !== MediaError.MEDIA_ERR_DECODE) {
        const file = await this.#client.asset.stream(this.#query, { signal: this.#signal });
        void file.stream.cancel();
      }
      this.#become({ is: 'unplayable' });
    } catch (failure) {
      this.#fail(failure);
    }
  };

  /** Ends all requests and frees what was fetched. */
  close(): void {
    this.#controller.abort();
    this.#busy.stop();
    this.#memory.close();
  }

  get #client(): Client {
    return this.#catalogue.client;
  }

  get #signal(): AbortSignal {
    return this.#controller.signal;
  }

  #become(next: RecordingState): void {
    if (this.#signal.aborted) return;
    this.state = next;
    this.#changed();
  }

  #made(onProgress?: (progress: Progress) => void): Promise<ServiceFile> {
    const waits = () => {
      if (this.state.is === 'asking' || this.state.is === 'arriving') this.#become({ is: 'preparing' });
    };
    const signal = this.#signal;
    return whenReady(() => this.#client.asset.stream(this.#query, { signal, onProgress }), { signal, waits });
  }

  async #load(): Promise<void> {
    this.state = { is: 'asking' };
    const slow = setTimeout(() => this.state.is === 'asking' && this.#become({ is: 'preparing' }), SLOW);
    try {
      const file = await this.#made();
      clearTimeout(slow);
      // This request only finds out whether it is ready: most people who come past a recording do not play it.
      void file.stream.cancel();
      const { size: bytes = Number.POSITIVE_INFINITY } = file;
      if (this.needsToken && bytes > MAX_FETCHED_BYTES) return this.#become({ is: 'too-large' });
      if (this.needsToken) this.#become({ is: 'offered', bytes });
      else this.#become({ is: 'ready', address: this.#client.asset.stream.url(this.#query), isWanted: this.#isWanted });
      const parts: readonly RecordingPart[] =
        this.#asset.type === FILM ? ['strip', 'chapters', 'captions'] : ['strip', 'chapters'];
      await Promise.all(parts.map((part) => this.#loadPart(part)));
    } catch (failure) {
      this.#fail(failure);
    } finally {
      clearTimeout(slow);
    }
  }

  async #fetchWhole(): Promise<void> {
    this.#isWanted = true;
    // Without this, a second try would keep the file of the first in memory.
    this.#memory.free('recording');
    this.#become({ is: 'arriving', percent: 0 });
    const progressed = ({ loaded, total }: Progress) => {
      const percent = total ? Math.floor((100 * loaded) / total) : 0;
      if (this.state.is !== 'arriving' || this.state.percent !== percent) this.#become({ is: 'arriving', percent });
    };
    try {
      // It may have been made anew, and larger, since it was offered.
      const blob = await readAtMost(await this.#made(progressed), MAX_FETCHED_BYTES);
      this.#signal.throwIfAborted();
      if (!blob) return this.#become({ is: 'too-large' });
      this.#become({ is: 'ready', address: this.#memory.keep('recording', blob), isWanted: true });
    } catch (failure) {
      this.#fail(failure);
    }
  }

  #fail(failure: unknown): void {
    if (this.#signal.aborted) return;
    const isMissing = isServiceError(failure) && failure.code === 'file_not_found';
    this.#become(isMissing ? { is: 'missing' } : { is: 'failed', failure });
    this.#busy.failed(failure);
  }

  async #loadPart(part: RecordingPart): Promise<void> {
    this.failedParts.delete(part);
    try {
      await this.#loads[part]();
    } catch (error) {
      // What the service cannot make is left out without a message.
      if (mayWorkLater(error)) this.failedParts.add(part);
    }
    if (!this.#signal.aborted) this.#changed();
  }

  readonly #loads: Readonly<Record<RecordingPart, () => Promise<void>>> = {
    strip: async () => {
      const query = { ...this.#played, strip: true };
      const blob = await this.#part(query, MAX_STRIP_BYTES);
      if (blob) this.strip = this.needsToken ? this.#memory.keep('strip', blob) : this.#client.asset.play.url(query);
    },
    chapters: async () => {
      const track = await this.#part({ ...this.#played, chapters: true }, MAX_CAPTION_BYTES);
      this.chapters = readCaptions((await track?.text()) ?? '');
    },
    captions: () => this.#findCaptions(),
  };

  get #played(): { readonly play: number; readonly version: number } {
    return { play: this.#asset.id, version: this.#asset.version };
  }

  /** Fetches a part; undefined if it is larger. Also without a token, because browsers cache only answers that are read to their end. */
  async #part(query: Parameters<Client['asset']['play']>[0], maxBytes: number): Promise<Blob | undefined> {
    const options = { signal: this.#signal };
    const blob = await readAtMost(await whenReady(() => this.#client.asset.play(query, options), options), maxBytes);
    this.#signal.throwIfAborted();
    return blob;
  }

  async #findCaptions(): Promise<void> {
    const { client, about } = this.#catalogue;
    const [options, paginate] = [{ signal: this.#signal }, pageSizeFor(about, MAX_CAPTIONS)];
    const stem = this.#asset.name.replace(/\.[^.]*$/, '').replaceAll('"', ' ');
    const [related, others] = await Promise.all([
      client.node.relations({ relations: this.#asset.id }, options),
      client.node.search({ search: `"${stem}"`, search_extensions: CAPTION_EXTENSIONS, paginate }, options),
    ]);
    this.captions = captionsOf(this.#asset, { related, others: others.items });
  }
}

/** True if the answer was missing or cut off, or the service is busy. */
function mayWorkLater(error: unknown): boolean {
  return !isServiceError(error) || [0, 429, 503].includes(error.status);
}
