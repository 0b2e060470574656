import { MessageChannel, Worker } from 'node:worker_threads';
import type { TextBuilder, TextShape } from '../../../../columnar/src/build-texts.ts';
import { type CallProtocol, callsTo, ThreadGone } from '../../../../core/src/concurrency/calls.ts';
import { exitOf } from '../../../../core/src/concurrency/worker-exit.ts';
import { entryModule } from '../../../../core/src/platform/entry-module.ts';
import { BUILD_LIMITS } from './base-builder.ts';

export const TEXT_CALLS: CallProtocol<{ readonly texts: Omit<TextBuilder, typeof Symbol.dispose> }> = {
  thread: 'index texts',
  services: { texts: { add: 'call', end: 'call' } },
};

/** Opens a builder of texts in a thread of its own, which ends with it. */
export function openTextsThread(shape: TextShape): TextBuilder {
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(entryModule('index-texts-thread', import.meta.url), {
    workerData: { shape, port: port2 },
    transferList: [port2],
    resourceLimits: BUILD_LIMITS,
  });
  const gone = exitOf(worker);
  const { texts } = callsTo(port1, TEXT_CALLS, (error) => {
    throw error;
  });
  const failed = async (error: unknown) => {
    throw error instanceof ThreadGone ? ((await gone) ?? error) : error;
  };
  return {
    add: (all) => texts.add(all).catch(failed),
    end: () => texts.end().catch(failed),
    [Symbol.dispose]: () => port1.close(),
  };
}
