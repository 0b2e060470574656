/** Files with a token that are too large for memory, and wait in the storage of the site until the browser has copied them. */
import assert from 'node:assert/strict';
import { resolveObjectURL } from 'node:buffer';
import { afterEach, type TestContext, test } from 'node:test';
import { connect } from '../../client/src/index.ts';
import { until } from '../../core/test/support/until.ts';
import './support/client-from-source.ts';

const { Saving } = await import('../src/download/saving.ts');
const { removeLeftovers } = await import('../src/download/save-from-storage.ts');

/** Parts of a file that is a little larger than what fits into memory. */
const PART_BYTES = 64_000_000;
const PARTS = 5;

const HOUR = 3600 * 1000;

const full = () => new DOMException('full', 'QuotaExceededError');

/** A download with a token of a file that is too large for memory; `sent` changes what arrives. */
function largeDownload(sent = (parts: ReadableStream<Uint8Array>) => parts) {
  const headers = {
    'content-length': String(PARTS * PART_BYTES),
    'content-disposition': 'attachment; filename="film.mp4"',
  };
  const answer = () => {
    let remaining = PARTS;
    const part = new Uint8Array(PART_BYTES);
    const parts = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        remaining -= 1;
        if (remaining >= 0) controller.enqueue(part);
        else controller.close();
      },
    });
    return new Response(sent(parts) as ReadableStream<Uint8Array<ArrayBuffer>>, { headers });
  };
  const client = connect('http://service.example/', { fetch: async () => answer() });
  return { client, query: { download: [1] }, hasToken: true, converted: [] };
}

interface StoredFile {
  bytes: number;
  readonly lastModified: number;
}

/** Gives this process the storage of a browser with these files. Returns the files. */
function provideStorage(
  { open = async () => {}, write = () => {}, quota = 1e12 } = {},
  written: Readonly<Record<string, StoredFile>> = {},
): Map<string, StoredFile> {
  const files = new Map(Object.entries(written));
  const fileOf = async (name: string) => {
    const { bytes, lastModified } = files.get(name) ?? assert.fail(`${name} is gone`);
    return Object.defineProperty(new File([], name, { lastModified }), 'size', { value: bytes });
  };
  const handleOf = (name: string) => ({
    kind: 'file',
    name,
    getFile: () => (name === 'unreadable' ? Promise.reject(full()) : fileOf(name)),
    createWritable: async () => {
      await open();
      return new WritableStream<Uint8Array>({
        write: ({ length }) => {
          write();
          const file = files.get(name);
          if (file) file.bytes += length;
        },
      });
    },
  });
  const folder = {
    getFileHandle: async (name: string) => {
      files.set(name, { bytes: 0, lastModified: Date.now() });
      return handleOf(name);
    },
    removeEntry: async (name: string) => {
      if (name === 'being written') throw new DOMException('locked', 'NoModificationAllowedError');
      files.delete(name);
    },
    values: async function* () {
      for (const name of files.keys()) yield handleOf(name);
    },
  };
  const storage = {
    getDirectory: async () => ({ getDirectoryHandle: async () => folder }),
    estimate: async () => ({ quota, usage: 0 }),
  };
  Object.defineProperty(navigator, 'storage', { value: storage, configurable: true });
  return files;
}

/** Returns the names and addresses under which files are saved. Timers run when the test says so. */
function followSaved({ mock }: TestContext) {
  const names: string[] = [];
  const addresses: string[] = [];
  const link = {
    download: '',
    href: '',
    click: () => {
      names.push(link.download);
      addresses.push(link.href);
    },
  };
  Object.assign(globalThis, { document: { createElement: () => link } });
  mock.timers.enable({ apis: ['setTimeout'] });
  return { names, addresses };
}

const ignore = () => {};

afterEach(() => {
  Reflect.deleteProperty(navigator, 'storage');
  Reflect.deleteProperty(globalThis, 'document');
  Reflect.deleteProperty(globalThis, 'showSaveFilePicker');
});

test('with a token, a file too large for memory is saved from the storage of the site, which forgets it once it must be copied', async (t) => {
  const { names, addresses } = followSaved(t);
  const files = provideStorage();
  const saving = new Saving(ignore, ignore);
  await saving.start(largeDownload());
  assert.equal(saving.stage.kind, 'done');
  assert.deepEqual(names, ['film.mp4']);
  const sizes = [...files.values()].map(({ bytes }) => bytes);
  assert.deepEqual(sizes, [PARTS * PART_BYTES]);
  const copied = 300_000 + (PARTS * PART_BYTES) / 10_000;
  const kept = async () => {
    await new Promise((later) => setImmediate(later));
    return { files: files.size, addresses: addresses.filter((address) => resolveObjectURL(address)).length };
  };
  t.mock.timers.tick(copied - 1);
  assert.deepEqual(await kept(), { files: 1, addresses: 1 });
  t.mock.timers.tick(1);
  assert.deepEqual(await kept(), { files: 0, addresses: 0 });
});

test('a file for which there is no room is refused before it arrives, or when the disk is full, and nothing stays', async () => {
  const noRoom = { quota: 1000, write: () => assert.fail('nothing is written') };
  const fullDisk = {
    write: () => {
      throw full();
    },
  };
  for (const storage of [noRoom, fullDisk]) {
    const files = provideStorage(storage);
    const saving = new Saving(ignore, () => assert.fail('nothing is saved'));
    await saving.start(largeDownload());
    assert.deepEqual([saving.stage.kind, files.size], ['no-room', 0]);
  }
});

test('a cancelled download leaves nothing in the storage', async () => {
  const files = provideStorage();
  const saving = new Saving(ignore, () => assert.fail('nothing is saved'));
  const endless = () =>
    new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(1)) });
  const started = saving.start(largeDownload(endless));
  await until(() => [...files.values()].some(({ bytes }) => bytes > 0));
  saving.reset();
  await started;
  assert.deepEqual([saving.stage.kind, files.size], ['idle', 0]);
});

test('files of earlier visits are removed, except those that a window may still need or that cannot be read', async () => {
  const now = Date.now();
  const hourAgo = { bytes: 0, lastModified: now - HOUR };
  const files = provideStorage(
    {},
    {
      unreadable: hourAgo,
      'being written': hourAgo,
      old: hourAgo,
      'just written': { bytes: 0, lastModified: now },
      'being copied': { bytes: 40e9, lastModified: now - HOUR },
    },
  );
  new Saving(ignore, ignore);
  await new Promise((later) => setImmediate(later));
  assert.equal(files.size, 5);
  await removeLeftovers();
  assert.deepEqual([...files.keys()], ['unreadable', 'being written', 'just written', 'being copied']);
  Reflect.deleteProperty(navigator, 'storage');
  await removeLeftovers();
});
