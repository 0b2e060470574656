/** A film that is fetched with a token, over a client that is busy in between. */
import assert from 'node:assert/strict';
import { resolveObjectURL } from 'node:buffer';
import { test } from 'node:test';
import { type Asset, ServiceError } from '../../client/src/index.ts';
import { until } from '../../service/test/support/until.ts';
import type { Catalogue } from '../src/catalogue/catalogue.ts';
import './support/client-from-source.ts';

// Node has no media elements.
Object.assign(globalThis, { MediaError: { MEDIA_ERR_NETWORK: 2, MEDIA_ERR_DECODE: 3 } });

const { MAX_FETCHED_BYTES, openRecording } = await import('../src/viewer/recording.ts');

const FILM: Asset = { id: 7, type: 3, name: 'film.mp4', version: 1 };
const fileOf = (text: string) => {
  const blob = new Blob([text]);
  return { size: blob.size, mediaType: 'video/mp4', stream: blob.stream() };
};

test('with a token, a film is fetched only when somebody plays it, and no longer when it is left', async () => {
  const happened: string[] = [];
  const stream = async (_query: unknown, { signal }: { readonly signal: AbortSignal }) => {
    happened.push('asked');
    signal.addEventListener('abort', () => happened.push('aborted'));
    const content = new ReadableStream(
      { pull: () => void happened.push('read'), cancel: () => void happened.push('cancelled') },
      { highWaterMark: 0 },
    );
    return { size: 2e8, mediaType: 'video/mp4', stream: content };
  };
  const recording = openRecording(catalogueOf(stream), FILM, () => {});
  await until(() => recording.state.is === 'offered' && recording.strip !== undefined);
  assert.deepEqual(recording.state, { is: 'offered', bytes: 2e8 });
  assert.deepEqual(happened, ['asked', 'cancelled']);
  recording.play();
  assert.deepEqual(recording.state, { is: 'arriving', percent: 0 });
  // A second press changes nothing.
  recording.play();
  await until(() => happened.includes('read'));
  recording.close();
  assert.deepEqual(happened, ['asked', 'cancelled', 'asked', 'read', 'aborted', 'aborted']);
});

test('with a token, a film that is too large for memory is not offered', async () => {
  for (const size of [MAX_FETCHED_BYTES + 1, undefined]) {
    const recording = openRecording(
      catalogueOf(async () => ({ ...fileOf('film'), size })),
      FILM,
      () => {},
    );
    await until(() => recording.state.is === 'too-large');
    recording.play();
    assert.equal(recording.state.is, 'too-large');
  }
});

test('with a token, a film that was made anew and is too large by now is not fetched', async () => {
  const sizes = [4, MAX_FETCHED_BYTES + 1];
  const recording = openRecording(
    catalogueOf(async () => ({ ...fileOf('film'), size: sizes.shift() })),
    FILM,
    () => {},
  );
  await until(() => recording.state.is === 'offered');
  recording.play();
  await until(() => recording.state.is === 'too-large');
});

test('a film that must be made again after Play says so, which pictures that are still being made do not', async () => {
  const states: string[] = [];
  const answers = [() => fileOf('film'), notReady, () => fileOf('film')];
  const strip = Promise.withResolvers<never>();
  const film = Promise.withResolvers<void>();
  const catalogue = catalogueOf(
    async () => {
      const answer = answers.shift();
      if (answer === notReady) await film.promise;
      return answer?.();
    },
    () => strip.promise,
  );
  const recording = openRecording(catalogue, FILM, () => {
    if (states.at(-1) !== recording.state.is) states.push(recording.state.is);
  });
  await until(() => recording.state.is === 'offered');
  recording.play();
  strip.reject(new ServiceError('not_ready', 'soon', { status: 503, retryAfter: 60 }));
  await new Promise((later) => setImmediate(later));
  assert.equal(recording.state.is, 'arriving');
  film.resolve();
  await until(() => recording.state.is === 'ready');
  recording.close();
  assert.deepEqual(states, ['offered', 'arriving', 'preparing', 'ready']);
});

test('a film that is fetched again replaces the first copy in memory, and closing frees all', async () => {
  const answers = [() => fileOf('film'), () => fileOf('film'), busy, () => fileOf('film')];
  const recording = openRecording(
    catalogueOf(async () => answers.shift()?.()),
    FILM,
    () => {},
  );
  const addressOf = () => (recording.state.is === 'ready' ? recording.state.address : '');
  await until(() => recording.state.is === 'offered' && recording.strip !== undefined);
  recording.play();
  await until(() => addressOf() !== '');
  const first = addressOf();
  const strip = recording.strip ?? '';
  for (const address of [first, strip]) assert.ok(resolveObjectURL(address));
  recording.playingFailed(null);
  await until(() => !['', first].includes(addressOf()));
  const second = addressOf();
  assert.deepEqual(
    [first, second, strip].map((address) => resolveObjectURL(address) !== undefined),
    [false, true, true],
  );
  recording.close();
  for (const address of [second, strip]) assert.equal(resolveObjectURL(address), undefined);
});

/** A catalogue that needs a token, and answers requests for the film by `stream`, and for its pictures by `play`. */
function catalogueOf(
  stream: (query: unknown, options: { readonly signal: AbortSignal }) => Promise<unknown>,
  play: () => Promise<unknown> = async () => fileOf('strip'),
) {
  const client = {
    asset: { stream, play },
    node: { relations: async () => [], search: async () => ({ items: [], total: 0 }) },
  };
  return { client, about: { maxPageSize: 10 }, tokenProvider: () => 'token' } as unknown as Catalogue;
}

function notReady(): never {
  throw new ServiceError('not_ready', 'soon', { status: 503, retryAfter: 0 });
}

function busy(): never {
  throw new ServiceError('overloaded', 'busy', { status: 503, retryAfter: 0 });
}
