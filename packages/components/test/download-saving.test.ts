/** Files that are saved with a token: from memory, at a chosen place, or from the storage of the site, which waits for the browser to copy. */
import assert from 'node:assert/strict';
import { resolveObjectURL } from 'node:buffer';
import { afterEach, type TestContext, test } from 'node:test';
import { connect } from '../../client/src/index.ts';
import { until } from '../../core/test/support/until.ts';
import { MAX_BYTES_IN_MEMORY } from '../src/download/way-to-save.ts';
import './support/client-from-source.ts';

const { Saving } = await import('../src/download/saving.ts');
const { removeLeftovers } = await import('../src/download/save-from-storage.ts');

const LARGE = { 'content-length': String(MAX_BYTES_IN_MEMORY + 1) };

/** A response of which nothing says how large it is, as from a proxy that compresses. */
const UNKNOWN_SIZE = { 'content-encoding': 'identity' };

/** Parts of a file that is a little larger than what fits into memory. */
const PART_BYTES = 64_000_000;
const PARTS = 5;
const FILM = {
  'content-length': String(PARTS * PART_BYTES),
  'content-disposition': 'attachment; filename="film.mp4"',
};

const HOUR = 3600 * 1000;

const full = () => new DOMException('full', 'QuotaExceededError');

/** A download with a token whose requests are answered by `answer`. */
function downloadOf(answer: () => Response) {
  const client = connect('http://service.example/', { fetch: async () => answer() });
  return { client, query: { download: [1] }, hasToken: true, converted: [] };
}

/** A file of so many parts, each of which arrives by itself. */
function partsOf(count: number, bytes: number, headers: HeadersInit, cancelled = () => {}): Response {
  const part = new Uint8Array(bytes);
  let sent = 0;
  const stream = new ReadableStream({
    pull: (controller) => {
      sent += 1;
      if (sent <= count) controller.enqueue(part);
      else controller.close();
    },
    cancel: cancelled,
  });
  return new Response(stream, { headers });
}

const film = () => downloadOf(() => partsOf(PARTS, PART_BYTES, FILM));

/** The browser lets people choose places in this way. */
function offerPicker(showSaveFilePicker: (options: { readonly suggestedName?: string }) => Promise<unknown>): void {
  Object.assign(globalThis, { showSaveFilePicker });
}

/** A place of which the file is written by a stream, or cannot be written. Notes what happens to it. */
function placeFor(write: () => Promise<WritableStream>, happened: string[]) {
  const remove = async () => void happened.push('removed');
  return { createWritable: write, getFile: async () => ({ size: 0 }), remove };
}

/** Gives this process the storage of a browser with these files, of so many bytes and last modified then. Returns the files. */
function provideStorage(
  { open = async () => {}, write = () => {}, quota = 1e12 } = {},
  written: Readonly<Record<string, { bytes: number; readonly lastModified: number }>> = {},
) {
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
  const [names, addresses]: [string[], string[]] = [[], []];
  const link = {
    download: '',
    href: '',
    click: () => {
      names.push(link.download);
      addresses.push(link.href);
    },
  };
  Object.assign(globalThis, { document: { createElement: () => link } });
  // The address of a saved file stays valid for a minute, which the test would last.
  mock.timers.enable({ apis: ['setTimeout'] });
  return { names, addresses };
}

const ignore = () => {};
const unsaved = () => assert.fail('nothing is saved');

afterEach(() => {
  Reflect.deleteProperty(navigator, 'storage');
  for (const name of ['document', 'showSaveFilePicker']) Reflect.deleteProperty(globalThis, name);
});

test('where the disk is full at the place that was chosen, the person is told so', async () => {
  const happened: string[] = [];
  const fullPlace = async () => new WritableStream({ write: () => Promise.reject(full()) });
  offerPicker(async () => placeFor(fullPlace, happened));
  const saving = new Saving(ignore, unsaved);
  const download = downloadOf(() => partsOf(1, 10, LARGE));
  await saving.start(download);
  assert.equal(saving.stage.kind, 'choose-place');
  await saving.finish(download);
  assert.equal(saving.stage.kind, 'no-room');
  assert.deepEqual(happened, ['removed']);
});

test('a file of unknown size is saved from memory if it fits, even without another way to save it', async (context) => {
  const { names } = followSaved(context);
  const disposition = { 'content-disposition': 'attachment; filename="small.csv"' };
  const saving = new Saving(ignore, ignore);
  await saving.start(downloadOf(() => partsOf(3, 10, { ...UNKNOWN_SIZE, ...disposition })));
  assert.equal(saving.stage.kind, 'done');
  assert.deepEqual(names, ['small.csv']);
});

test('a file of unknown size that proves too large for memory is stopped, and saved in another way if there is one', async () => {
  for (const kind of ['too-large', 'choose-place']) {
    if (kind === 'choose-place') offerPicker(async () => assert.fail('the person has not pressed yet'));
    let isStopped = false;
    const saving = new Saving(ignore, unsaved);
    const stopped = () => {
      isStopped = true;
    };
    await saving.start(downloadOf(() => partsOf(20, PART_BYTES, UNKNOWN_SIZE, stopped)));
    assert.equal(saving.stage.kind, kind);
    await until(() => isStopped);
  }
});

test('a download that fails after its place was chosen leaves no empty file', async () => {
  const happened: string[] = [];
  const writable = async () => new WritableStream({ abort: () => void happened.push('aborted') });
  offerPicker(async () => placeFor(writable, happened));
  const saving = new Saving(ignore, unsaved);
  const answers = [
    new Response('', { headers: LARGE }),
    Response.json({ version: 2, status: 403, data: null, message: 'no', code: 'not_permitted' }, { status: 403 }),
  ];
  const download = downloadOf(() => answers.shift() ?? assert.fail('it is asked for twice only'));
  await saving.start(download);
  await saving.finish(download);
  assert.equal(saving.stage.kind, 'failed');
  assert.deepEqual(happened, ['aborted', 'removed']);
});

test('what has to be converted for a ZIP is made before it, and counted', async (context) => {
  followSaved(context);
  const asked: string[] = [];
  const client = connect('http://service.example/', {
    fetch: async (address, { method = 'GET' } = {}) => {
      asked.push(`${method} ${new URL(String(address)).searchParams.get('download')}`);
      return new Response(method === 'HEAD' ? null : 'zip');
    },
  });
  const counts: string[] = [];
  const saving = new Saving(
    () => saving.stage.kind === 'preparing' && counts.push(`${saving.stage.count} of ${saving.stage.total}`),
    ignore,
  );
  const converted = Array.from({ length: 75 }, (_, index) => String(index + 1));
  await saving.start({ client, query: { download: ['0', ...converted] }, hasToken: true, converted });
  assert.equal(saving.stage.kind, 'done');
  assert.deepEqual(asked.slice(0, 2), ['HEAD 1,2', 'HEAD 3,4']);
  assert.deepEqual([asked.length, asked.at(-1)], [39, `GET 0,${converted.join()}`]);
  assert.deepEqual([counts[1], counts.at(-1)], ['0 of 75', '75 of 75']);
});

test('a file too large for memory is saved from the storage of the site, which forgets it once it must be copied', async (t) => {
  const { names, addresses } = followSaved(t);
  const files = provideStorage();
  const saving = new Saving(ignore, ignore);
  await saving.start(film());
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
    const saving = new Saving(ignore, unsaved);
    await saving.start(film());
    assert.deepEqual([saving.stage.kind, files.size], ['no-room', 0]);
  }
});

test('a cancelled download leaves nothing in the storage', async () => {
  const files = provideStorage();
  const saving = new Saving(ignore, unsaved);
  const endless = () => new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(1)) });
  const started = saving.start(downloadOf(() => new Response(endless(), { headers: FILM })));
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
      ...{ unreadable: hourAgo, 'being written': hourAgo, old: hourAgo },
      ...{ 'just written': { bytes: 0, lastModified: now }, 'being copied': { bytes: 40e9, lastModified: now - HOUR } },
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
