import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '../support/free-port.ts';
import { ask } from './ask.ts';
import { describeProxy } from './behaviour.ts';
import { lackOf, startVarnish } from './programs.ts';
import { openRecorder } from './recorder.ts';

const skip = lackOf('varnishd');

describeProxy('Varnish', startVarnish, skip);

test('flush=true makes Varnish fetch the same address again for all callers, and no other address', {
  skip,
}, async () => {
  await using recorder = await openRecorder();
  await using proxy = await startVarnish(recorder.port, await freePort());
  const answerOf = async (target: string) => (await ask(proxy.port, target)).headers['x-answer'];
  const [flushed, other] = [await answerOf('/node.do?a=1&b=2'), await answerOf('/node.do?a=1')];
  assert.equal(await answerOf('/node.do?a=1&b=2'), flushed);
  await ask(proxy.port, '/node.do?a=1&flush=true&b=2');
  const fresh = await answerOf('/node.do?a=1&b=2');
  assert.notEqual(fresh, flushed);
  assert.equal(await answerOf('/node.do?b=3&_=1&flush=true'), '5');
  assert.equal(await answerOf('/node.do?a=1&b=2'), fresh);
  assert.equal(await answerOf('/node.do?a=1'), other);
});
