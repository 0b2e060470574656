/** A catalogue with something of everything that `abs copy` takes over, and what a store holds of it. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { readAll } from '../../../core/src/platform/byte-reader.ts';
import { openStorage, type StorageSettings } from '../../src/app/storage.ts';
import { MAIN } from '../http/served-program.ts';
import { copySample } from '../support/sample.ts';
import { keptText } from '../support/texts.ts';

const sha256 = (text: string): Uint8Array => createHash('sha256').update(text).digest();

const { signal } = new AbortController();

/** Puts the sample into a data folder, with reviews, a PIN, tokens, downloads, and a removed asset. */
export async function makeSource(data: string): Promise<void> {
  await copySample(data);
  await using storage = await openStorage({ data });
  const { writer, tokens } = storage;
  const review = { asset: 1000, user: 1, isAnonymous: true, rating: 4, comment: 'Fine\n' };
  const post = { ...review, now: 1_700_000_000_000, most: 0 };
  // The newest, in local time.
  await writer.change((changes) => changes.putReview({ ...review, date: '2026-02-01T10:00:00' }));
  await writer.postReviews([post, { ...post, rating: 2 }, { ...post, asset: 1003 }]);
  await writer.addPins([
    {
      code: 'AAAAAAAAAAAA',
      title: 'Spring',
      endpoint: '',
      node: 1,
      assets: [1000],
      formats: [],
      created: Date.now(),
      expires: Date.now() + 1000,
      isAnonymous: true,
      downloads: 2,
    },
  ]);
  await writer.addDownloads('2026-03-01', new Map([[1000, 7]]));
  await writer.change(async (changes) => {
    const record = await changes.record(1003);
    const sha = record?.active.file?.sha256;
    if (sha) await changes.putTexts([{ ...keptText('a', ['Dawn', 'Sea'], true), sha256: sha }]);
    if (record) await changes.put('asset', { ...record, id: 5000, olderVersions: [] });
  });
  await writer.change((changes) => changes.remove('asset', 5000));
  for (const id of ['new', 'shop', 'busy'])
    await writer.webhooks.claim(id, { sender: 'a', now: 0, until: Date.now() + 1e6 });
  const message = { id: 'msg_1', body: '{}', cursor: 'c2', failures: 3, due: 5 };
  await writer.webhooks.put('shop', 'a', { cursor: 'c1', message: undefined, isOff: false });
  await writer.webhooks.put('busy', 'a', { cursor: 'c1', message, isOff: true });
  const token = { name: 'press', user: 1, sha256: sha256('one'), created: 1, expires: undefined };
  await tokens.add(token);
  await tokens.add({ ...token, name: 'shop', sha256: sha256('two'), expires: 4_000_000_000_000 });
  const [first] = await tokens.all();
  await tokens.touch(first?.id ?? 0, 5);
}

/** Everything that a copy has in common with its source. */
export async function contentsOfStores(settings: StorageSettings) {
  await using storage = await openStorage(settings);
  const tokens = await storage.tokens.all();
  await using records = await storage.catalogue.openRecords();
  const { revision: _, trees, ...model } = records.model;
  const keys = (await Array.fromAsync(storage.originals.keys())).toSorted();
  const files: Record<string, string> = {};
  for (const key of keys) {
    await using reader = await storage.originals.openReader(key, { signal });
    if (reader)
      files[key] = createHash('sha256')
        .update(await readAll(reader))
        .digest('hex');
  }
  return {
    model,
    nodes: [...trees.nodes()].toSorted((a, b) => a.id - b.id),
    lastIds: records.lastIds,
    assets: (await Array.fromAsync(records.assets())).flat(),
    reviews: (await Array.fromAsync(records.reviews())).flat(),
    texts: (await Array.fromAsync(records.texts())).flat(),
    pins: (await Array.fromAsync(records.pins())).flat(),
    tokens: tokens.map(({ id, sha256: hash, ...token }) => [token, Buffer.from(hash).toString('hex')]),
    files,
  };
}

/** Where the webhooks of a store go on, by ID. */
export async function placesOfWebhooks(settings: StorageSettings) {
  await using storage = await openStorage(settings);
  const states = [...(await storage.writer.webhooks.list())];
  return Object.fromEntries(states.map(([id, { cursor, message, isOff }]) => [id, [cursor, message?.cursor, isOff]]));
}

/** The places of the webhooks of `makeSource` in another store: neither is a cursor that any catalogue could open. */
export const WEBHOOKS_ELSEWHERE = { busy: ['c1', 'elsewhere', true], shop: ['elsewhere', undefined, false] };

/** Runs the program outside this project, and returns its exit status and what it said. */
export async function abs(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const env = { ...process.env, ...environment };
  try {
    const options = { env, cwd: tmpdir(), maxBuffer: 10_000_000 };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [MAIN, ...args], options);
    return { status: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { status: code, stdout, stderr };
  }
}
