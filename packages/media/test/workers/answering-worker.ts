import { spawn } from 'node:child_process';
import { CannotMake, type CannotMakeReason } from '../../src/derived/cannot-make.ts';
import { serveCalls } from '../../src/workers/serve-calls.ts';

/** The calls of a worker that tests ask to behave well or badly. */
const answeringCalls = {
  say: async (value: unknown): Promise<unknown> => value,
  async fail(_: undefined): Promise<unknown> {
    throw Object.assign(new RangeError('no such page'), { code: 'E_PAGE' });
  },
  async refuse(reason: CannotMakeReason): Promise<unknown> {
    throw new CannotMake(reason, 'the source is to blame');
  },
  async crash(_: undefined): Promise<unknown> {
    process.stderr.write('giving up\n');
    return process.abort();
  },
  hang: (_: undefined): Promise<unknown> => new Promise(() => setInterval(() => {}, 1000)),
  async spin(_: undefined): Promise<unknown> {
    for (;;);
  },
  async eat(_: undefined): Promise<unknown> {
    const eaten = [];
    for (;;) {
      eaten.push(Buffer.alloc(2 ** 23, 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  },
  name: async (_: undefined): Promise<unknown> => process.pid,
  environment: async (_: undefined): Promise<unknown> => ({ ...process.env }),
  function:
    async (_: undefined): Promise<unknown> =>
    () => {},
  async start(_: undefined): Promise<unknown> {
    // A process that outlives its worker, and writes to no pipe.
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    return child.pid;
  },
};

export type AnsweringCalls = typeof answeringCalls;

serveCalls(answeringCalls);
