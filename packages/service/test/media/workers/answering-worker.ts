import { spawn } from 'node:child_process';
import { serveJobs } from '../../../src/media/workers/serve-jobs.ts';

export type Job =
  | { readonly do: 'say'; readonly value: unknown }
  | { readonly do: 'fail' | 'crash' | 'hang' | 'spin' | 'eat' | 'name' | 'environment' | 'function' }
  | { readonly do: 'start' };

serveJobs<Job, unknown>(async (job) => {
  switch (job.do) {
    case 'say':
      return job.value;
    case 'fail':
      throw Object.assign(new RangeError('no such page'), { code: 'E_PAGE' });
    case 'crash':
      process.stderr.write('giving up\n');
      return process.abort();
    case 'hang':
      return new Promise(() => setInterval(() => {}, 1000));
    case 'spin':
      for (;;);
    case 'eat': {
      const eaten = [];
      for (;;) {
        eaten.push(Buffer.alloc(2 ** 23, 1));
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
    case 'name':
      return process.pid;
    case 'environment':
      return { ...process.env };
    case 'function':
      return () => {};
    case 'start': {
      // Something that outlives a careless parent, and floods no pipe.
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
      return child.pid;
    }
  }
});
