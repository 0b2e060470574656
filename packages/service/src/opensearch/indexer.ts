/**
 * Keeps an index in OpenSearch at the newest revision of a catalogue. All nodes of a service have an indexer; the one that
 * holds the lease writes, and the others read what it publishes (`state.ts`). A change is written, made visible, and published
 * as a point in time, so that no search sees half of it. An index whose documents would all change is built anew beside the
 * old one, and replaces it behind the alias.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { shapeOf } from '../../../columnar/src/build-base.ts';
import type { Commit, IndexedState, IndexSource } from '../../../columnar/src/index-source.ts';
import { Turns } from '../../../core/src/concurrency/turns.ts';
import type { CatalogueModel } from '../../../core/src/domain/catalogue-model.ts';
import { type Client, Refused } from './client.ts';
import { FORMAT, indexBody } from './mapping.ts';
import { isSame, movedNodes, type NodePlaces, placesOf } from './places.ts';
import { PointsInTime } from './points-in-time.ts';
import { type Published, publishedIn, type ReadState, type State, StateStore } from './state.ts';
import { assetsAt, type Target, writeAll, writeSome } from './write-changes.ts';

/** Interval at which the owner renews its lease, and the others look at it. */
const HEARTBEAT_MS = 2000;
/** A lease that was not renewed for so long is over: another indexer takes it. */
const LEASE_MS = 10_000;
/** Interval at which an indexer without the lease looks for what it needs. */
const LOOK_MS = 50;
/** Pause after a failed build, which doubles with each further failure. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** Assets between two reports of a build. */
const TELL_EVERY = 1_000_000;

interface IndexerOptions {
  readonly source: IndexSource;
  readonly client: Client;
  /** Beginning of the names of indexes; different for each catalogue. */
  readonly name: string;
  readonly shards: number;
  /** Zone of local times. */
  readonly timeZone: string;
  /** Is told what an operator would like to know. */
  readonly tell?: (message: string, figures: Readonly<Record<string, number | string>>) => void;
  /** Is told of failures that no caller sees. */
  readonly report?: (error: unknown) => void;
}

export class Indexer implements AsyncDisposable {
  readonly #options: IndexerOptions;
  readonly #me = randomUUID();
  readonly #states: StateStore;
  readonly #points: PointsInTime;
  readonly #closing = new AbortController();
  readonly #changes = new Turns();
  readonly #replacements = new Turns();
  readonly #renewing: Promise<void>;
  /** The state that was read or written last. */
  #read: ReadState | undefined;
  /** When its last renewal was first seen, by our own clock. */
  #seenAt = 0;
  #places: { readonly name: string; readonly places: NodePlaces } | undefined;
  #isLost = false;
  #failure: { readonly error: unknown; readonly pauseMs: number; readonly until: number } | undefined;

  constructor(options: IndexerOptions) {
    this.#options = options;
    this.#states = new StateStore(options.client, `${options.name}-state`);
    this.#points = new PointsInTime(options.client);
    this.#renewing = this.#renewUntilClosed();
  }

  /** Returns what is published, with every commit before the call. Rejects if that can't be made. */
  async reach(): Promise<Published> {
    const { signal } = this.#closing;
    const commit = await this.#options.source.lastCommit();
    for (;;) {
      signal.throwIfAborted();
      if (!this.#isMine()) await this.#look();
      if (!this.#isMine()) {
        const published = publishedIn(this.#read?.state);
        if (published && isAtLeast(published, commit)) return published;
        await wait(LOOK_MS, undefined, { signal });
        continue;
      }
      const published = await this.#changes.take(() => this.#follow());
      if (published) return published;
    }
  }

  /** What was published last, however old; undefined before that is known. */
  current(): Published | undefined {
    return publishedIn(this.#read?.state);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(new Error('the search index is closed'));
    await this.#changes.ended();
    await this.#renewing;
    // Another indexer can go on at once.
    if (this.#isMine()) await this.#replace((state) => ({ ...state, owner: '' })).catch(() => {});
  }

  #isMine(): boolean {
    return this.#read?.state.owner === this.#me;
  }

  /** Reads the state, and takes the lease if nobody holds it. */
  async #look(): Promise<void> {
    const before = this.#read?.state;
    const read = await this.#states.read();
    const now = performance.now();
    if (read?.state.beat !== before?.beat || read?.state.owner !== before?.owner) this.#seenAt = now;
    this.#read = read;
    const isFree = read === undefined || read.state.owner === '' || now - this.#seenAt > LEASE_MS;
    if (isFree) await this.#replace((state) => ({ ...state, owner: this.#me }));
  }

  /** Replaces the state that was read last. Returns false, and loses the lease, if another was faster. */
  #replace(change: (state: State) => State): Promise<boolean> {
    return this.#replacements.take(async () => {
      const before = this.#read;
      const { beat, ...state } = change(before?.state ?? { owner: '', beat: 0 });
      const written = await this.#states.replace(before, { ...state, beat: beat + 1 });
      this.#read = written;
      return written !== undefined;
    });
  }

  async #renewUntilClosed(): Promise<void> {
    const { signal } = this.#closing;
    for (;;) {
      try {
        await wait(HEARTBEAT_MS, undefined, { signal });
        if (!this.#isMine()) await this.#look();
        else if (await this.#replace((state) => state)) await this.#keep();
      } catch (error) {
        if (signal.aborted) return;
        this.#options.report?.(error);
      }
    }
  }

  async #keep(): Promise<void> {
    const published = this.current();
    try {
      if (published) await this.#points.keep(published.pit);
    } catch (error) {
      // It went with a data node. The next change, or the next look, opens another.
      this.#isLost = published?.pit === this.current()?.pit;
      if (this.#isLost) await this.#changes.take(() => this.#follow()).catch(() => {});
      if (this.#isLost) throw error;
    }
    await this.#points.closeOld();
  }

  /** Publishes the newest revision. Returns undefined if another indexer holds the lease now. */
  async #follow(): Promise<Published | undefined> {
    const { source } = this.#options;
    const published = this.current();
    const commit = await source.lastCommit();
    if (published && !this.#isLost && isAt(published, commit)) return published;
    await using state = await source.open();
    const { model } = state;
    const shape = this.#shapeOf(model);
    const changed = published && (await this.#changedSince(published, state, shape));
    if (!published || !changed) return await this.#rebuild(state, shape);
    try {
      const target = this.#target(published.index);
      if (changed.size > 0) await writeSome([...changed], state, target);
      return await this.#publish(published.index, state, shape);
    } catch (error) {
      // Somebody has deleted the index.
      if (error instanceof Refused && error.status === 404) return await this.#rebuild(state, shape);
      throw error;
    }
  }

  /** The assets whose documents a change concerns; undefined if all of them may have to be written. */
  async #changedSince(published: Published, state: IndexedState, shape: string): Promise<Set<number> | undefined> {
    const { model } = state;
    if (this.#read?.state.shape !== shape || model.revision < published.revision) return undefined;
    if ((await state.markOf(published.revision)) !== published.mark) return undefined;
    const [changed, before] = [await state.changedSince(published.revision), await this.#placesBefore()];
    if (!changed || !before) return undefined;
    const moved = movedNodes(before, placesOf(model), model);
    const all = new Set(changed);
    if (moved.length === 0) return all;
    for (const id of await this.#assetsAt(moved, published)) all.add(id);
    return all;
  }

  async #assetsAt(nodes: readonly number[], { index, pit }: Published): Promise<ReadonlySet<number>> {
    const own = this.#isLost ? await this.#points.open(index) : undefined;
    try {
      return await assetsAt(nodes, own ?? pit, this.#target(index));
    } finally {
      if (own !== undefined) await this.#points.close([own]);
    }
  }

  async #placesBefore(): Promise<NodePlaces | undefined> {
    const name = this.#read?.state.places;
    if (name === undefined) return undefined;
    if (this.#places?.name === name) return this.#places.places;
    const places = await this.#states.places(name);
    this.#places = places && { name, places };
    return places;
  }

  /** Builds the index anew, unless that has failed a moment ago. */
  async #rebuild(state: IndexedState, shape: string): Promise<Published | undefined> {
    if (this.#failure && performance.now() < this.#failure.until) throw this.#failure.error;
    try {
      const published = await this.#build(state, shape);
      this.#failure = undefined;
      return published;
    } catch (error) {
      const pauseMs = this.#failure ? Math.min(this.#failure.pauseMs * 2, LONGEST_PAUSE_MS) : FIRST_PAUSE_MS;
      this.#failure = { error, pauseMs, until: performance.now() + pauseMs };
      throw error;
    }
  }

  async #build(state: IndexedState, shape: string): Promise<Published | undefined> {
    const { client, name, shards, tell } = this.#options;
    const index = `${name}-${Date.now().toString(36)}`;
    const begun = performance.now();
    await client.send({
      method: 'PUT',
      path: `/${index}`,
      body: { ...indexBody(shards), aliases: { [aliasOf(index)]: {} } },
    });
    let told = 0;
    await writeAll(state, this.#target(index), (assets) => {
      if (assets - told < TELL_EVERY) return;
      told = assets;
      tell?.('the search index is being built', { assets });
    });
    const published = await this.#publish(index, state, shape);
    const seconds = Math.round((performance.now() - begun) / 1000);
    if (!published) return undefined;
    tell?.('the search index was built', { index, revision: published.revision, seconds });
    await this.#switchTo(index);
    return published;
  }

  /** Points the alias to the index, and removes all other indexes of this name: older ones, and those of failed builds. */
  async #switchTo(index: string): Promise<void> {
    const { client, name } = this.#options;
    const { body } = await client.send<Readonly<Record<string, unknown>>>({
      method: 'GET',
      path: `/${name}-*/_alias`,
    });
    const others = Object.keys(body).filter((each) => each !== index && each !== `${name}-state`);
    const actions = [{ add: { index, alias: name } }, ...others.map((each) => ({ remove_index: { index: each } }))];
    await client.send({ method: 'POST', path: '/_aliases', body: { actions } });
  }

  async #publish(index: string, { model, markOf }: IndexedState, shape: string): Promise<Published | undefined> {
    const mark = await markOf(model.revision);
    const places = placesOf(model);
    const before = this.#read?.state;
    const name =
      isSame(places, this.#places?.places) && before?.places ? before.places : await this.#states.putPlaces(places);
    const pit = await this.#points.open(index);
    const published: Published = { revision: model.revision, mark, index, pit };
    if (!(await this.#replace((state) => ({ ...state, ...published, shape, places: name })))) {
      await this.#points.close([pit]);
      return undefined;
    }
    this.#places = { name, places };
    this.#isLost = false;
    if (before?.pit !== undefined) this.#points.retire(before.pit);
    if (before?.places !== undefined && before.places !== name) await this.#states.removePlaces(before.places);
    return published;
  }

  #target(index: string): Target {
    const { client, timeZone } = this.#options;
    return { client, alias: aliasOf(index), timeZone, signal: this.#closing.signal };
  }

  #shapeOf(model: CatalogueModel): string {
    return JSON.stringify([FORMAT, this.#options.timeZone, this.#options.shards, shapeOf(model)]);
  }
}

function aliasOf(index: string): string {
  return `${index}-write`;
}

function isAt({ revision, mark }: Published, commit: Commit): boolean {
  return revision === commit.revision && mark === commit.mark;
}

function isAtLeast(published: Published, commit: Commit): boolean {
  return published.revision > commit.revision || isAt(published, commit);
}
