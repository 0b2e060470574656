import assert from 'node:assert/strict';
import { afterEach, type TestContext, test } from 'node:test';
import { connect } from '../../client/src/index.ts';
import { until } from '../../core/test/support/until.ts';
import { MAX_BYTES_IN_MEMORY } from '../src/download/way-to-save.ts';
import './support/client-from-source.ts';

const { Saving } = await import('../src/download/saving.ts');

const LARGE = { 'content-length': String(MAX_BYTES_IN_MEMORY + 1) };

/** A response of which nothing says how large it is, as from a proxy that compresses. */
const UNKNOWN_SIZE = { 'content-encoding': 'identity' };

/** Size of the parts of files in these tests. */
const PART_BYTES = 64_000_000;

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

/** The browser lets people choose places in this way. */
function offerPicker(showSaveFilePicker: (options: { readonly suggestedName?: string }) => Promise<unknown>): void {
  Object.assign(globalThis, { showSaveFilePicker });
}

/** A place of which the file is written by a stream, or cannot be written. Notes what happens to it. */
function placeFor(write: () => Promise<WritableStream>, happened: string[]) {
  return {
    createWritable: write,
    getFile: async () => ({ size: 0 }),
    remove: async () => void happened.push('removed'),
  };
}

/** Calls `clicked` with the name of each file that is saved from memory. */
function saveInto({ mock }: TestContext, clicked: (name: string) => void): void {
  const link = { download: '', click: () => clicked(link.download) };
  Object.assign(globalThis, { document: { createElement: () => link } });
  // The address of a saved file stays valid for a minute, which the test would last.
  mock.timers.enable({ apis: ['setTimeout'] });
}

const unsaved = () => assert.fail('nothing is saved');

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'showSaveFilePicker');
  Reflect.deleteProperty(globalThis, 'document');
});

test('where the disk is full at the place that was chosen, the person is told so', async () => {
  const happened: string[] = [];
  const full = () =>
    new WritableStream({ write: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) });
  offerPicker(async () => placeFor(async () => full(), happened));
  const saving = new Saving(() => {}, unsaved);
  const download = downloadOf(() => partsOf(1, 10, LARGE));
  await saving.start(download);
  assert.equal(saving.stage.kind, 'choose-place');
  await saving.finish(download);
  assert.equal(saving.stage.kind, 'no-room');
  assert.deepEqual(happened, ['removed']);
});

test('with a token, a file of unknown size is saved from memory if it fits, even without another way to save it', async (context) => {
  const names: string[] = [];
  saveInto(context, (name) => names.push(name));
  const disposition = { 'content-disposition': 'attachment; filename="small.csv"' };
  const saving = new Saving(
    () => {},
    () => {},
  );
  await saving.start(downloadOf(() => partsOf(3, 10, { ...UNKNOWN_SIZE, ...disposition })));
  assert.equal(saving.stage.kind, 'done');
  assert.deepEqual(names, ['small.csv']);
});

test('with a token, a file of unknown size that proves too large for memory is stopped, and saved in another way if there is one', async () => {
  for (const kind of ['too-large', 'choose-place']) {
    if (kind === 'choose-place') offerPicker(async () => assert.fail('the person has not pressed yet'));
    let isStopped = false;
    const saving = new Saving(() => {}, unsaved);
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
  const saving = new Saving(() => {}, unsaved);
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
  saveInto(context, () => {});
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
    () => {},
  );
  const converted = Array.from({ length: 75 }, (_, index) => String(index + 1));
  await saving.start({ client, query: { download: ['0', ...converted] }, hasToken: true, converted });
  assert.equal(saving.stage.kind, 'done');
  assert.deepEqual(asked.slice(0, 2), ['HEAD 1,2', 'HEAD 3,4']);
  assert.equal(asked.length, 39);
  assert.equal(asked.at(-1), `GET 0,${converted.join()}`);
  assert.deepEqual([counts[1], counts.at(-1)], ['0 of 75', '75 of 75']);
});
