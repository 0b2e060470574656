import assert from 'node:assert/strict';
import { after, before } from 'node:test';

/** Opens something for all tests of a suite or a file, and closes it after them; to be asked by its tests and hooks only. */
export function openForAll<Opened extends AsyncDisposable | Disposable>(open: () => Promise<Opened>): Opened {
  let opened: Opened | undefined;
  before(async () => {
    opened = await open();
  });
  after(async () => {
    await using _ = opened;
  });
  return new Proxy({} as Opened, {
    get: (_, name) => Reflect.get(opened ?? assert.fail('what all tests share is not open yet'), name),
  });
}
