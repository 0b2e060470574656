import assert from 'node:assert/strict';

/** Lets `until` wait as long as a database, or nodes over one, may need to start or to heal. */
export const A_START = { patience: 60 } as const;

/** Polls until the condition holds. Fails after `patience` seconds with `wrong`, or the text of the condition. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  wrong: string | (() => string) = `not so: ${isSo}`,
  { patience = 10 } = {},
): Promise<void> {
  const deadline = performance.now() + patience * 1000;
  while (!(await isSo())) {
    if (performance.now() > deadline)
      assert.fail(`${typeof wrong === 'string' ? wrong : wrong()}, after ${patience} s`);
    await new Promise((done) => setTimeout(done, 20));
  }
}
