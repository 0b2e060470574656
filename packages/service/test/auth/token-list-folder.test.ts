import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTokenListInFolder } from '../../src/auth/token-list-folder.ts';
import { tokenListContract } from './token-list.contract.ts';

tokenListContract('data folder', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'abs-tokens-'));
  const list = openTokenListInFolder(directory);
  return {
    list,
    openAgain: async () => openTokenListInFolder(directory),
    [Symbol.asyncDispose]: async () => {
      await list[Symbol.asyncDispose]();
      rmSync(directory, { recursive: true });
    },
  };
});
