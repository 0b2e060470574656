/** Points in time of an index: states of it that stay as they are while documents change. */
import type { Client } from './client.ts';

/** How long the server keeps one that nobody asks. */
export const KEEP_ALIVE = '10m';
/** How long the searches that began with an old one may still need it. */
const GRACE_MILLISECONDS = 20_000;
/** Servers keep 300; beyond a few, the oldest go at once, and who still uses one asks again with the newest. */
const MAX_OLD = 16;

export class PointsInTime {
  readonly #client: Client;
  #old: { readonly pit: string; readonly since: number }[] = [];

  constructor(client: Client) {
    this.#client = client;
  }

  /** Makes everything visible that the index was sent, and opens a point in time. */
  async open(index: string): Promise<string> {
    await this.#client.send({ method: 'POST', path: `/${index}/_refresh` });
    const { body } = await this.#client.send<{ pit_id: string }>({
      method: 'POST',
      path: `/${index}/_search/point_in_time?keep_alive=${KEEP_ALIVE}&allow_partial_pit_creation=false`,
    });
    return body.pit_id;
  }

  /** Keeps it open. Rejects if it can't be searched any more. */
  async keep(pit: string): Promise<void> {
    await this.#client.send({
      method: 'POST',
      path: '/_search?allow_partial_search_results=false',
      body: { pit: { id: pit, keep_alive: KEEP_ALIVE }, size: 0, track_total_hits: false, query: { match_none: {} } },
    });
  }

  /** A newer one has replaced it. */
  retire(pit: string): void {
    this.#old.push({ pit, since: performance.now() });
  }

  /** Closes those that no search needs any more. */
  async closeOld(): Promise<void> {
    const due = performance.now() - GRACE_MILLISECONDS;
    const gone = this.#old.filter(({ since }, place) => since < due || place < this.#old.length - MAX_OLD);
    if (gone.length === 0) return;
    this.#old = this.#old.filter((each) => !gone.includes(each));
    await this.close(gone.map(({ pit }) => pit));
  }

  async close(pits: readonly string[]): Promise<void> {
    if (pits.length === 0) return;
    await this.#client.send({
      method: 'DELETE',
      path: '/_search/point_in_time',
      body: { pit_id: pits },
      accept: [400, 404],
    });
  }
}
