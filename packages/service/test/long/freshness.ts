import { test } from 'node:test';
import { proveFreshness } from '../app/all-fresh.ts';

test('500 changes while 50 clients read: no answer is older than the last commit before its request, and no ETag has two bodies', async () => {
  const { answers, notModified, tags } = await proveFreshness({ changes: 500, clients: 50, importEvery: 20 });
  console.log(`${answers} answers, ${notModified} of them 304, ${tags} entity tags`);
});
