/**
 * What the nodes of a service share about their index, in one document beside it: which indexer holds the lease, what it has
 * published, and where the nodes of the catalogue stood then. It is read as of now, and replaced only by who has read it
 * last, so that two indexers never both publish. It is the lease as well, because one in another place could disagree.
 */
import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Client } from './client.ts';
import type { NodePlaces } from './places.ts';

/** One revision of the catalogue as searches see it. */
export interface Published {
  readonly revision: number;
  /** Mark of its commit (`Commit`). */
  readonly mark?: number | undefined;
  /** Name of the index. */
  readonly index: string;
  /** The point in time of the index that has this revision, all of it and nothing newer. */
  readonly pit: string;
}

export interface State extends Partial<Published> {
  /** The indexer that holds the lease; empty if none. */
  readonly owner: string;
  /** Rises while the owner is alive. */
  readonly beat: number;
  /** What documents depend on besides their assets. */
  readonly shape?: string;
  /** Name of the document with the places of nodes. */
  readonly places?: string;
}

/** Returns what a state says is published; undefined before the first time. */
export function publishedIn(state: State | undefined): Published | undefined {
  const { revision, mark, index, pit } = state ?? {};
  return revision === undefined || index === undefined || pit === undefined
    ? undefined
    : { revision, mark, index, pit };
}

/** A state that was read; only its holder can replace it. */
export interface ReadState {
  readonly state: State;
  readonly at: { readonly seqNo: number; readonly term: number };
}

export class StateStore {
  readonly #client: Client;
  readonly #index: string;

  constructor(client: Client, index: string) {
    this.#client = client;
    this.#index = index;
  }

  /** Undefined before the first `replace`. */
  async read(): Promise<ReadState | undefined> {
    const { status, body } = await this.#client.send<StoredState>({
      method: 'GET',
      path: `/${this.#index}/_doc/state`,
      accept: [404],
    });
    if (status === 404) return undefined;
    return { state: body._source, at: { seqNo: body._seq_no, term: body._primary_term } };
  }

  /** Replaces what was read, or makes the first state. Returns undefined, and changes nothing, if another was faster. */
  async replace(before: ReadState | undefined, state: State): Promise<ReadState | undefined> {
    if (!before) await this.#create();
    const condition = before ? `if_seq_no=${before.at.seqNo}&if_primary_term=${before.at.term}` : 'op_type=create';
    const { status, body } = await this.#client.send<Pick<StoredState, '_seq_no' | '_primary_term'>>({
      method: 'PUT',
      path: `/${this.#index}/_doc/state?${condition}`,
      body: state,
      accept: [409],
    });
    if (status !== 409) return { state, at: { seqNo: body._seq_no, term: body._primary_term } };
    // The answer to the same request may have been lost before it was repeated.
    const now = await this.read();
    return now?.state.owner === state.owner && now.state.beat === state.beat && now.state.pit === state.pit
      ? now
      : undefined;
  }

  /** Stores the places under a name that follows from them. Returns the name. */
  async putPlaces(places: NodePlaces): Promise<string> {
    const packed = deflateRawSync(JSON.stringify([...places])).toString('base64');
    const name = `places-${createHash('sha256').update(packed).digest('hex').slice(0, 32)}`;
    await this.#client.send({ method: 'PUT', path: `/${this.#index}/_doc/${name}`, body: { packed } });
    return name;
  }

  /** Undefined if they are gone. */
  async places(name: string): Promise<NodePlaces | undefined> {
    const { status, body } = await this.#client.send<{ _source: { packed: string } }>({
      method: 'GET',
      path: `/${this.#index}/_doc/${name}`,
      accept: [404],
    });
    if (status === 404) return undefined;
    return new Map(JSON.parse(inflateRawSync(Buffer.from(body._source.packed, 'base64')).toString()));
  }

  async removePlaces(name: string): Promise<void> {
    await this.#client.send({ method: 'DELETE', path: `/${this.#index}/_doc/${name}`, accept: [404] });
  }

  async #create(): Promise<void> {
    const settings = { number_of_shards: 1, auto_expand_replicas: '0-1' };
    // Exists already: 400.
    await this.#client.send({
      method: 'PUT',
      path: `/${this.#index}`,
      body: { settings, mappings: { enabled: false } },
      accept: [400],
    });
  }
}

interface StoredState {
  readonly _source: State;
  readonly _seq_no: number;
  readonly _primary_term: number;
}
