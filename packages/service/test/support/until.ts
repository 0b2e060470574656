import assert from 'node:assert/strict';

/** Polls until the condition holds; fails after two minutes, with `message`. */
export async function until(isSo: () => boolean | Promise<boolean>, message = `not so within two minutes: ${isSo}`) {
  const deadline = performance.now() + 120_000;
  while (!(await isSo())) {
    assert.ok(performance.now() < deadline, message);
    await new Promise((done) => setTimeout(done, 20));
  }
}
