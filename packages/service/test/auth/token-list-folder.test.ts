import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { openTokenListInFolder } from '../../src/auth/token-list-folder.ts';
import { tokenListContract } from './token-list.contract.ts';

tokenListContract('data folder', async () => {
  const directory = newFolder();
  const list = openTokenListInFolder(directory);
  return {
    list,
    openAgain: async () => openTokenListInFolder(directory),
    [Symbol.asyncDispose]: async () => {
      await list[Symbol.asyncDispose]();
    },
  };
});
