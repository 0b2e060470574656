import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import pino from 'pino';
import { offerCore, useCore } from '../../src/app/core-calls.ts';
import { asApiError } from '../../src/http/failure.ts';
import { openDesk } from '../../src/people/desk.ts';
import { CatalogueFull } from '../../src/ports/catalogue.ts';

test('what is written on a full disk is refused with 503 for a while, also from another thread, and is logged', async () => {
  const full = async () => {
    throw new CatalogueFull('the catalogue /data/catalogue.sqlite is full');
  };
  const desk = openDesk({ postReviews: full, addPin: full });
  const { port1, port2 } = new MessageChannel();
  offerCore(port1, { desk } as Parameters<typeof offerCore>[1]);
  const remote = useCore(port2).desk;
  const pin = { title: '', endpoint: '', node: 1, assets: [1], formats: [], created: 0, expires: 1 };
  const review = { asset: 1, user: 1, rating: 5, now: 0, changesOwn: false };
  for (const write of [() => desk.post(review), () => remote.post(review), () => remote.makePin(pin)]) {
    const lines: string[] = [];
    const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
    const error = await write().catch((reason: unknown) => reason);
    const refusal = asApiError(error, { id: '7', signal: new AbortController().signal }, log);
    assert.deepEqual([refusal.code, refusal.status, refusal.retryAfterSeconds], ['overloaded', 503, 60]);
    assert.doesNotMatch(refusal.message, /data/);
    assert.match(lines.join(''), /the disk is full/);
  }
  port1.close();
});
