import assert from 'node:assert/strict';

/** Polls until the condition holds; fails after a minute, with `message`. */
export async function until(isSo: () => boolean | Promise<boolean>, message = `not so within a minute: ${isSo}`) {
  const deadline = performance.now() + 60_000;
  while (!(await isSo())) {
    assert.ok(performance.now() < deadline, message);
    await new Promise((done) => setTimeout(done, 20));
  }
}
