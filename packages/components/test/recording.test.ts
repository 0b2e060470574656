/** A film that is fetched with a token, over a client that is busy in between. */
import assert from 'node:assert/strict';
import { resolveObjectURL } from 'node:buffer';
import { test } from 'node:test';
import { type Asset, ServiceError } from '../../client/src/index.ts';
import { until } from '../../core/test/support/until.ts';
import type { Catalogue } from '../src/catalogue/catalogue.ts';
import './support/client-from-source.ts';

// Node has no media elements.
Object.assign(globalThis, { MediaError: { MEDIA_ERR_NETWORK: 2, MEDIA_ERR_DECODE: 3 } });

const { MAX_FETCHED_BYTES, Recording } = await import('../src/viewer/recording.ts');

const FILM: Asset = { id: 7, type: 3, name: 'film.mp4', version: 1 };
const fileOf = (text: string) => {
  const blob = new Blob([text]);
  return { size: blob.size, mediaType: 'video/mp4', stream: blob.stream() };
};

test('with a token, a film that is too large for memory is not offered', async () => {
  for (const size of [MAX_FETCHED_BYTES + 1, undefined]) {
    const recording = new Recording(
      catalogueOf(async () => ({ ...fileOf('film'), size })),
      FILM,
      () => {},
    );
    await until(() => recording.state.is === 'too-large');
    recording.play();
    assert.equal(recording.state.is, 'too-large');
  }
});

test('a film that is fetched again replaces the first copy in memory, and closing frees all', async () => {
  const answers = [() => fileOf('film'), () => fileOf('film'), busy, () => fileOf('film')];
  const recording = new Recording(
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
  void recording.playingFailed(null);
  await until(() => !['', first].includes(addressOf()));
  const second = addressOf();
  const resolved = [first, second, strip].map((address) => resolveObjectURL(address) !== undefined);
  assert.deepEqual(resolved, [false, true, true]);
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

function busy(): never {
  throw new ServiceError('overloaded', 'busy', { status: 503, retryAfter: 0 });
}
