import assert from 'node:assert/strict';

/** Lets `until` wait as long as a database, or nodes over one, may need to start or to heal. */
export const A_START = { patience: 60 } as const;

/**
 * Polls until the condition holds. Fails after `patience` seconds and says what is wrong: that the condition, whose own text
 * is shown, does not hold, or `wrong`, which can be a function that says what was seen last.
 */
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
