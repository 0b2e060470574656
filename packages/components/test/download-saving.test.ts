import assert from 'node:assert/strict';
import { afterEach, type TestContext, test } from 'node:test';
import { connect } from '../../client/src/index.ts';
import { until } from '../../service/test/support/until.ts';
import { MAX_BYTES_IN_MEMORY } from '../src/download/way-to-save.ts';
import './support/client-from-source.ts';

const { openSaving } = await import('../src/download/saving.ts');

const LARGE = { 'content-length': String(MAX_BYTES_IN_MEMORY + 1) };

/** A response of which nothing says how large it is, as from a proxy that compresses. */
const UNKNOWN_SIZE = { 'content-encoding': 'identity' };

/** Size of the parts of files in these tests. */
const PART_BYTES = 64_000_000;

/** A download with a token whose requests are answered by `answer`. */
function downloadOf(answer: () => Response) {
  const client = connect('http://service.example/', { fetch: async () => answer() });
  return { client, query: { download: [1] }, hasToken: true };
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

test('a large file is saved under its own name, not under that of the original it was made of', async () => {
  const headers = { ...LARGE, 'content-disposition': 'attachment; filename="film.mp4"' };
  const suggested: unknown[] = [];
  // The person closes the picker without having chosen.
  offerPicker(async ({ suggestedName }) => {
    suggested.push(suggestedName);
    throw new DOMException('closed', 'AbortError');
  });
  const saving = openSaving(() => {}, unsaved);
  const download = downloadOf(() => new Response('', { headers }));
  await saving.start(download);
  assert.equal(saving.stage.kind, 'choose-place');
  await saving.finish(download);
  await until(() => saving.stage.kind === 'idle');
  assert.deepEqual(suggested, ['film.mp4']);
});

test('where the disk is full at the place that was chosen, the person is told so', async () => {
  const happened: string[] = [];
  const full = () =>
    new WritableStream({ write: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) });
  offerPicker(async () => placeFor(async () => full(), happened));
  const saving = openSaving(() => {}, unsaved);
  const download = downloadOf(() => partsOf(1, 10, LARGE));
  await saving.start(download);
  assert.equal(saving.stage.kind, 'choose-place');
  await saving.finish(download);
  assert.equal(saving.stage.kind, 'no-room');
  assert.deepEqual(happened, ['removed']);
});

test('progress is reported a few times a second, however many parts arrive, and at the last byte', async (context) => {
  let time = 0;
  const loaded: number[] = [];
  const saving = openSaving(
    () => {
      if (saving.stage.kind === 'loading') loaded.push(saving.stage.progress.loaded);
    },
    () => {},
    () => time,
  );
  saveInto(context, () => {});
  const sent = partsOf(100, 1, { 'content-length': '100' });
  const download = downloadOf(() => {
    // A part arrives each hundredth of a second.
    const parts = sent.body?.pipeThrough(
      new TransformStream({
        transform: (part, controller) => {
          time += 10;
          controller.enqueue(part);
        },
      }),
    );
    return new Response(parts, sent);
  });
  await saving.start(download);
  assert.equal(saving.stage.kind, 'done');
  assert.equal(loaded[0], 1);
  assert.equal(loaded.at(-1), 100);
  assert.ok(loaded.length <= 12, `${loaded.length} reports`);
});

test('with a token, a file of unknown size is saved from memory if it fits, even without another way to save it', async (context) => {
  const names: string[] = [];
  saveInto(context, (name) => names.push(name));
  const disposition = { 'content-disposition': 'attachment; filename="small.csv"' };
  const saving = openSaving(
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
    const saving = openSaving(() => {}, unsaved);
    const stopped = () => {
      isStopped = true;
    };
    await saving.start(downloadOf(() => partsOf(20, PART_BYTES, UNKNOWN_SIZE, stopped)));
    assert.equal(saving.stage.kind, kind);
    await until(() => isStopped);
  }
});

test('where the browser forbids the page to ask for a place, a large file is too large, and in a frame left to a window', async (t) => {
  t.after(() => Object.assign(globalThis, { self: undefined, top: undefined }));
  for (const [top, kind] of [
    [globalThis, 'too-large'],
    [{}, 'framed'],
  ] as const) {
    Object.assign(globalThis, { self: globalThis, top });
    offerPicker(async () => {
      throw new DOMException('cross-origin sub frames are not allowed to show a file picker', 'SecurityError');
    });
    const saving = openSaving(() => {}, unsaved);
    const download = downloadOf(() => new Response('', { headers: LARGE }));
    await saving.start(download);
    await saving.finish(download);
    assert.equal(saving.stage.kind, kind);
  }
});

test('a place that cannot be written is given back before the file is requested', async () => {
  const happened: string[] = [];
  const forbidden = async () => {
    throw new DOMException('denied', 'NotAllowedError');
  };
  offerPicker(async () => placeFor(forbidden, happened));
  const saving = openSaving(() => {}, unsaved);
  const download = downloadOf(() => {
    happened.push('requested');
    return new Response('', { headers: LARGE });
  });
  await saving.start(download);
  await saving.finish(download);
  assert.equal(saving.stage.kind, 'failed');
  assert.deepEqual(happened, ['requested', 'removed']);
});

test('a download that fails after its place was chosen leaves no empty file', async () => {
  const happened: string[] = [];
  const writable = async () => new WritableStream({ abort: () => void happened.push('aborted') });
  offerPicker(async () => placeFor(writable, happened));
  const saving = openSaving(() => {}, unsaved);
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
