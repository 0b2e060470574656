import type { Operations } from '@asset-browsing-service/client';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { LoadController } from '../catalogue/load-controller.ts';

/** A place in the document where the text was found. */
export type Hit = Operations['asset']['hits']['data'][number];

/** A rectangle over the picture of a page, in percent of its sides. */
export interface Mark {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** True for the hit that the person has gone to. */
  readonly isCurrent: boolean;
}

/** The document, its page that is shown, and callbacks. */
export interface SearchedDocument {
  readonly catalogue: Catalogue;
  readonly id: number;
  readonly page: () => number;
  readonly turnTo: (page: number) => void;
  readonly changed: () => void;
}

/** Milliseconds without a key after which a text is searched for. */
const PAUSE = 250;

/** Searches for a text within a document, and knows where its words stand on the pages that are shown. */
export class TextSearch {
  /** The text as it is typed. */
  text = '';
  /** True while the field is shown. */
  isOpen = false;
  hits: readonly Hit[] = [];
  /** Number of all hits, of which `hits` has the first; undefined until it is known. */
  total: number | undefined;
  /** The hit that the person has gone to, from 0. */
  current: number | undefined;
  readonly #document: SearchedDocument;
  readonly #finding: LoadController;
  readonly #placing: LoadController;
  /** The hits of pages with their boxes. */
  readonly #placed = new Map<number, readonly Hit[]>();
  #asked: number | undefined;

  constructor(document: SearchedDocument) {
    this.#document = document;
    const host = { requestUpdate: document.changed };
    this.#finding = new LoadController(host);
    this.#placing = new LoadController(host);
  }

  get failure(): unknown {
    return this.#finding.failure;
  }

  get isLoading(): boolean {
    return this.#finding.request !== undefined;
  }

  /** Searches for a text, or ends the search without one. While somebody types, it waits for a pause. */
  readonly search = (text: string, isTyping = false): void => {
    this.text = text;
    this.#forget();
    if (text.trim() === '') this.#document.changed();
    else {
      void this.#finding.run(
        async (signal) => {
          if (isTyping) await new Promise((resolve) => setTimeout(resolve, PAUSE));
          signal.throwIfAborted();
          const { id, catalogue } = this.#document;
          return await catalogue.client.asset.hits({ hits: id, search: text }, { signal });
        },
        ({ data, total }) => {
          this.hits = data;
          this.total = total ?? data.length;
          this.place();
        },
      );
    }
  };

  readonly retry = (): void => void this.#finding.retry();

  /** Goes to the next or the previous hit; first to that on the page, or nearest after it. */
  readonly step = (by: 1 | -1): void => {
    const { hits, current } = this;
    if (hits.length === 0) return;
    if (current !== undefined) {
      this.goTo((current + by + hits.length) % hits.length);
      return;
    }
    const next = hits.findIndex(({ page }) => page === null || page >= this.#document.page());
    const from = next < 0 ? 0 : next;
    this.goTo(by > 0 ? from : (from - 1 + hits.length) % hits.length);
  };

  readonly goTo = (at: number): void => {
    this.current = at;
    const page = this.hits[at]?.page;
    if (page != null) this.#document.turnTo(page);
    this.place();
    this.#document.changed();
  };

  /** Opens or closes the field. Closing leaves the marks, and forgets where the person was. */
  readonly toggle = (isOpen = !this.isOpen): void => {
    this.isOpen = isOpen;
    if (!isOpen) this.current = undefined;
    this.#document.changed();
  };

  /** Finds out where the words stand on the page that is shown, if some do. To be called when it has been turned. */
  place(): void {
    const page = this.#document.page();
    const isThere = this.hits.some((hit) => hit.page === page || hit.page === null);
    if (!isThere || this.#placed.has(page) || this.#asked === page) return;
    this.#asked = page;
    const { id, catalogue } = this.#document;
    void this.#placing.run(
      (signal) => catalogue.client.asset.hits({ hits: id, search: this.text, page }, { signal }),
      ({ data }) => {
        this.#placed.set(page, data);
        this.#asked = undefined;
      },
    );
  }

  /** Returns the marks over the page that is shown. */
  get marks(): readonly Mark[] {
    const page = this.#document.page();
    const onPage = this.#placed.get(page) ?? [];
    const { current, hits } = this;
    const first = hits.findIndex((hit) => hit.page === page);
    const own = current !== undefined && hits[current]?.page === page ? current - first : undefined;
    return onPage.flatMap(({ boxes = [] }, at) =>
      boxes.map(([left = 0, top = 0, width = 0, height = 0]) => ({
        ...{ left: left * 100, top: top * 100, width: width * 100, height: height * 100 },
        isCurrent: at === own,
      })),
    );
  }

  close(): void {
    this.#forget();
  }

  #forget(): void {
    this.#finding.stop();
    this.#placing.stop();
    this.#placed.clear();
    this.#asked = this.total = this.current = undefined;
    this.hits = [];
  }
}
