/** Changes a catalogue while clients read it in every way: each answer shows the revision that it is of. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { type Random, seeded } from '../../../columnar/test/random.ts';
import type { AssetRecord } from '../../../core/src/domain/model.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { openStorage, type Storage, type StorageSettings, storageSettings } from '../../src/app/storage.ts';
import type { CatalogueWriter } from '../../src/catalogue/catalogue.ts';
import { loadConfig } from '../../src/config/load.ts';
import { assetOf, nodeOf } from '../search/contract-samples.ts';
import { startLongService } from '../support/long-service.ts';
import { recordsOf } from '../support/records.ts';
import { importSample, SAMPLE } from '../support/sample.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/entry.ts', import.meta.url));

/** Its name and the number of its assets both give the state. */
const NODE = 900;
/** A folder that everyone may see and download from. */
const FOLDER = 2;
/** Its name gives the state, and its picture is the picture of that state. */
const BEACON = 90_000;
/** One asset for each state after the first. */
const FIRST_ID = 100_000;
/** Records whose files in turn become the picture of the beacon; later ones are wider. */
const FIRST_PICTURE = 91_000;
const PICTURES = 16;
const NARROWEST = 40;

export interface Freshness {
  readonly answers: number;
  /** How many of them were 304. */
  readonly notModified: number;
  readonly tags: number;
}

/**
 * Makes `changes` commits, each `importEvery`-th by `abs import` as another process and the others by a writer here, which is
 * another process than the service, too. Throws where an answer is older than the last commit before its request, newer than the
 * last that had begun, not whole, or where an entity tag stands for two bodies.
 */
export async function proveFreshness(options: {
  readonly changes: number;
  readonly clients: number;
  readonly importEvery: number;
  /** Environment variables that name a store and how fresh its answers are. */
  readonly store?: Readonly<Record<string, string>>;
}): Promise<Freshness> {
  const folder = newFolder();
  await using stack = new AsyncDisposableStack();
  const data = join(folder, 'data');
  const { store = {} } = options;
  const stores = storageSettings(loadConfig({ options: { data }, environment: store, directory: folder }));
  const files = await firstState(folder, stores);
  const storage = stack.use(await openStorage(stores));
  const pictures = await readPictures(storage);
  const service = stack.use(await startLongService(data, { ABS_THREADS: '2', ...store }));
  const whole = (await (await fetch(`${service.url}/node.do?search=&paginate=1`)).json()) as { total: number };
  const probes = probesOf(whole.total, files);

  /** The body and the state of every answer, by its ETag. */
  const byTag = new Map<string, { readonly body: string; readonly state: State }>();
  let begun = 0;
  let committed = 0;
  let answers = 0;
  let notModified = 0;
  let isDone = false;

  async function read(number: number): Promise<void> {
    const random = seeded(number);
    const tags = new Map<string, string>();
    let agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isDone) {
      // Another connection may reach another thread.
      if (random.chance(0.05)) {
        agent.destroy();
        agent = new Agent({ keepAlive: true, maxSockets: 1 });
      }
      await readOnce(random, tags, agent);
    }
    agent.destroy();
  }

  async function readOnce(random: Random, tags: Map<string, string>, agent: Agent): Promise<void> {
    const atLeast = committed;
    const probe = random.pick(probes);
    const path = probe.path(atLeast);
    const form = formOf(random, probe, tags.get(path));
    const answer = await ask(service.url + path + form.suffix, form.headers, agent);
    const newest = begun;
    answers += 1;
    const { status, tag } = answer;
    const where = `${path}${form.suffix} ${JSON.stringify(form.headers)}`;
    let state: State;
    if (status === 304) {
      notModified += 1;
      const known = byTag.get(tag);
      assert.ok(known, `${where}: 304 with a tag that nothing had`);
      assert.equal(answer.body.length, 0);
      state = known.state;
    } else {
      assert.ok(status === 200 || status === 206, `${where}: ${status} ${answer.body.subarray(0, 300)}`);
      state = await probe.stateOf({ ...answer, body: decoded(answer) });
      if (status === 200) {
        const body = createHash('sha256').update(answer.body).digest('hex');
        const known = byTag.get(tag) ?? { body, state };
        byTag.set(tag, known);
        assert.equal(body, known.body, `${where}: ${tag} stands for two bodies`);
        if (form.isRemembered) tags.set(path, tag);
      }
    }
    assert.ok(state.fits(atLeast, newest), `${where}: ${status} shows ${state.name}, asked after ${atLeast}`);
  }

  async function moreAnswers(count: number): Promise<void> {
    for (const enough = answers + count; answers < enough && !isDone; ) await nextTurn();
  }

  async function write(): Promise<void> {
    const random = seeded(0);
    for (let state = 1; state <= options.changes && !isDone; state++) {
      begun = state;
      if (state % options.importEvery === 0) await importState(folder, data, state, store);
      else await putState(storage.writer, state, pictures);
      committed = state;
      // Some commits follow at once, others after many requests.
      await moreAnswers(random.pick([0, 1, options.clients, 2 * options.clients]));
    }
    await moreAnswers(2 * options.clients);
    isDone = true;
  }

  const readers = Promise.all(Array.from({ length: options.clients }, (_, i) => read(i + 1)));
  try {
    await Promise.all([readers, write()]);
  } finally {
    isDone = true;
  }
  assert.deepEqual(service.troubles, []);
  return { answers, notModified, tags: byTag.size };
}

/** The states that an answer may be of. */
interface State {
  readonly name: string;
  /** True if the answer can be of a state from `atLeast` to `newest`. */
  fits(atLeast: number, newest: number): boolean;
}

const exactly = (state: number): State => ({
  name: `state ${state}`,
  fits: (atLeast, newest) => state >= atLeast && state <= newest,
});

/** An answer is recomputed for up to this many commits; only then may its parts be of several states. */
const MAX_TRIES = 5;

const both = (one: number, other: number): State => ({
  name: `state ${one} in one part and ${other} in another`,
  fits: (atLeast, newest) =>
    exactly(one).fits(atLeast, newest) &&
    exactly(other).fits(atLeast, newest) &&
    (one === other || newest - atLeast >= MAX_TRIES),
});

/** A picture belongs to every sixteenth state. */
const ofPicture = (picture: number): State => ({
  name: `picture ${picture}`,
  fits: (atLeast, newest) => {
    for (let state = atLeast; state <= newest; state++) if (state % PICTURES === picture) return true;
    return false;
  },
});

interface Received {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  readonly tag: string;
}

interface Probe {
  readonly isJson: boolean;
  /** True if a range of the answer gives the state, too. */
  readonly isToldByParts?: boolean;
  /** The path to request after this number of commits. */
  path(committed: number): string;
  stateOf(answer: Received): State | Promise<State>;
}

/** Every way in which an answer shows the state. `total`: assets of the first one. */
function probesOf(total: number, files: readonly Buffer[]): readonly Probe[] {
  interface Envelope {
    readonly data: never;
    readonly total: number;
  }
  const json = (path: string, stateOf: (answer: { data: never; total: number }) => number | State): Probe => ({
    isJson: true,
    path: () => path,
    stateOf: ({ body }) => {
      const state = stateOf(JSON.parse(body.toString().replace(/^\/\*\*\/take\((.*)\);$/s, '$1')) as Envelope);
      return typeof state === 'number' ? exactly(state) : state;
    },
  });
  const numberIn = (name: string, word: string) => {
    const [, number] = new RegExp(`^${word} (\\d+)$`).exec(name) ?? [];
    assert.ok(number, `${name} is not ${word} with a number`);
    return Number(number);
  };
  const widths = new Map<string, number>();
  const picture = (operation: string): Probe => ({
    isJson: false,
    path: () => `/asset.do?${operation}=${BEACON}`,
    stateOf: async ({ body }) => {
      const key = createHash('sha256').update(body).digest('hex');
      const width = widths.get(key) ?? (await sharp(body).metadata()).width;
      widths.set(key, width);
      return ofPicture(width - NARROWEST);
    },
  });
  return [
    json('/node.do?search=&paginate=1&sort_order=id&sort_order_seq=desc', (answer) => {
      const [{ id }] = answer.data as [{ id: number }];
      const state = answer.total - total;
      return state > 0 ? both(state, id - FIRST_ID) : exactly(state);
    }),
    json('/node.do?search=beacon&limit=1', ({ data: [{ name }] }: { data: [{ name: string }] }) =>
      numberIn(name, 'beacon'),
    ),
    json('/node.do?search=&search_facets=2&paginate=2&facet_fields=node_103', (answer) => {
      const { facets } = answer as unknown as { facets: { node_103: { id: number; count: number }[] } };
      const state = (facets.node_103.find(({ id }) => id === NODE)?.count ?? 0) - 1;
      return both(state, answer.total - total);
    }),
    json(
      '/node.do?search=&search_facets=1',
      ({ data }: { data: { node_103: { id: number; count: number }[] } }) =>
        (data.node_103.find(({ id }) => id === NODE)?.count ?? 0) - 1,
    ),
    json(`/node.do?id=${NODE}&paginate=3`, (answer) => answer.total - 1),
    json(`/node.do?tree=${NODE}&with_root=true&depth=1&asset_count=true`, (answer) => {
      const [{ name, assets }] = answer.data as [{ name: string; assets: number }];
      return both(numberIn(name, 'state'), assets - 1);
    }),
    json('/node.do?suggest=state', ({ data: [name] }: { data: [string] }) => numberIn(name, 'state')),
    json(`/asset.do?details=${BEACON}`, ({ data: { name } }: { data: { name: string } }) => numberIn(name, 'beacon')),
    {
      isJson: true,
      path: (committed) => `/asset.do?details=${committed === 0 ? BEACON : FIRST_ID + committed}`,
      // Its existence is the proof.
      stateOf: () => ({ name: 'some state', fits: () => true }),
    },
    picture('thumb'),
    picture('preview'),
    {
      isJson: false,
      isToldByParts: true,
      path: () => `/asset.do?download=${BEACON}`,
      stateOf: ({ status, headers, body }) => {
        const from = status === 206 ? Number(/^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1]) : 0;
        const found = files.findIndex((file) => file.subarray(from, from + body.length).equals(body));
        return ofPicture(found);
      },
    },
  ];
}

interface Form {
  readonly suffix: string;
  readonly headers: Readonly<Record<string, string>>;
  /** True if its ETag may be sent in later requests. */
  readonly isRemembered: boolean;
}

/** Draws one of the ways to request the same. */
function formOf(random: Random, { isJson, isToldByParts = false }: Probe, tag: string | undefined): Form {
  const plain = { suffix: '', headers: {}, isRemembered: true };
  const condition = tag === undefined ? [] : [{ ...plain, headers: { 'if-none-match': tag } }];
  const forms: readonly Form[] = isJson
    ? [
        plain,
        ...condition,
        ...condition.map((form) => ({ ...form, headers: { ...form.headers, 'accept-encoding': 'br' } })),
        { ...plain, headers: { 'accept-encoding': 'br' } },
        { ...plain, headers: { 'accept-encoding': 'gzip' } },
        { ...plain, headers: { origin: 'https://shop.example' } },
        { ...plain, suffix: '&callback=take', isRemembered: false },
        { ...plain, suffix: '&callback=take', headers: { 'accept-encoding': 'br' }, isRemembered: false },
        { ...plain, suffix: `&_=${random.between(0, 1e9)}` },
        { ...plain, suffix: '&cache=false' },
        { ...plain, suffix: '&flush=true' },
      ]
    : [
        plain,
        ...condition,
        { ...plain, suffix: `&img=${random.between(0, 3)}` },
        { ...plain, suffix: '&cache=false' },
        ...(tag === undefined || !isToldByParts
          ? []
          : [{ ...plain, headers: { range: 'bytes=20-', 'if-range': tag } }]),
      ];
  return random.pick(forms);
}

function ask(url: string, headers: Readonly<Record<string, string>>, agent: Agent): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<Received>();
  get(url, { agent, headers }, async (response) => {
    try {
      const body = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body, tag: response.headers.etag ?? '' });
    } catch (error) {
      reject(error);
    }
  }).once('error', reject);
  return promise;
}

function decoded({ headers, body }: Received): Buffer {
  switch (headers['content-encoding']) {
    case 'br':
      return brotliDecompressSync(body);
    case 'gzip':
      return gunzipSync(body);
    default:
      return body;
  }
}

/** Imports the sample with the beacon, its node, and the records of all pictures; returns the bytes of these. */
async function firstState(folder: string, stores: StorageSettings): Promise<readonly Buffer[]> {
  const bundle = join(folder, 'first');
  mkdirSync(stores.data);
  cpSync(SAMPLE, bundle, { recursive: true });
  const files: Buffer[] = [];
  const pictures = [];
  for (let i = 0; i < PICTURES; i++) {
    const size = { width: NARROWEST + i, height: 30 };
    const pixels = sharp({ create: { ...size, channels: 3, background: { r: 15 * i, g: 90, b: 255 - 15 * i } } });
    files.push(await pixels.png().toBuffer());
    writeFileSync(join(bundle, pictureFile(i)), files[i] as Buffer);
    pictures.push({ id: FIRST_PICTURE + i, file: pictureFile(i), nodes: [FOLDER] });
  }
  writeBundle(bundle, { state: 0, more: pictures });
  await importSample(stores, bundle);
  return files;
}

const pictureFile = (i: number) => `files/beacon-${i}.png`;

/** The sample in a given state. */
function writeBundle(bundle: string, { state, more }: { state: number; more: readonly object[] }): void {
  const catalogue = JSON.parse(readFileSync(join(SAMPLE, 'catalogue.json'), 'utf8'));
  catalogue.nodes.push({ id: NODE, type: 103, name: `state ${state}` });
  catalogue.assets.push(
    { id: BEACON, file: pictureFile(state % PICTURES), name: `beacon ${state}`, nodes: [FOLDER, NODE] },
    ...more,
  );
  writeFileSync(join(bundle, 'catalogue.json'), JSON.stringify(catalogue));
}

/** Commits a state by the program, as an operator would. */
async function importState(
  folder: string,
  data: string,
  state: number,
  store: Readonly<Record<string, string>>,
): Promise<void> {
  const bundle = join(folder, 'first');
  writeBundle(bundle, { state, more: [{ id: FIRST_ID + state, name: `asset ${state}`, nodes: [FOLDER, NODE] }] });
  const child = spawn(process.execPath, [MAIN, 'import', bundle, '--data', data], {
    stdio: 'ignore',
    env: { ...process.env, ...store },
  });
  const [status] = await once(child, 'exit');
  assert.equal(status, 0, 'abs import');
}

/** Commits a state by a writer of this process. */
async function putState(writer: CatalogueWriter, state: number, pictures: readonly AssetRecord[]): Promise<void> {
  const picture = pictures[state % PICTURES] as AssetRecord;
  await writer.change(async (changes) => {
    await changes.put('node', nodeOf(NODE, { name: `state ${state}` }));
    const active = { ...picture.active, name: `beacon ${state}` };
    await changes.put('asset', { ...picture, id: BEACON, nodes: [FOLDER, NODE], active });
    await changes.put('asset', assetOf(FIRST_ID + state, { nodes: [FOLDER, NODE] }));
  });
}

async function readPictures({ catalogue }: Storage): Promise<readonly AssetRecord[]> {
  const records = await recordsOf(catalogue);
  return records.filter(({ id }) => id >= FIRST_PICTURE && id < FIRST_PICTURE + PICTURES);
}
