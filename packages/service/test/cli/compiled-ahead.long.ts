/** Compiled code of the real program: no thread that serves strips types, for its typed arrays would be slow from then on. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { copySample } from '../support/sample.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** What V8 prints once for each thread whose typed arrays have become slow. */
const SLOW = 'Invalidating protector cell ArrayBufferDetaching';
/** What hangs has failed. */
const LONGEST_MS = 120_000;

function temporary(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'abs-ahead-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts the program of a checkout, which keeps compiled code in `compiled`. */
function start(compiled: string, args: readonly string[], { root = ROOT, threads = '1' } = {}) {
  return spawn(
    process.execPath,
    ['--trace-protector-invalidation', join(root, 'packages/service/src/cli/entry.ts'), ...args],
    {
      cwd: tmpdir(),
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, NODE_COMPILE_CACHE: compiled, ABS_THREADS: threads },
      timeout: LONGEST_MS,
      killSignal: 'SIGKILL',
    },
  );
}

/** Serves until a search is answered; gives all that V8 and the program have printed. */
async function serveOnce(compiled: string, data: string, threads: string): Promise<string> {
  const child = start(compiled, ['serve', '--data', data, '--port', '0'], { threads });
  const closed = once(child, 'close');
  let printed = '';
  for await (const line of createInterface({ input: child.stdout })) {
    printed += `${line}\n`;
    if (!line.startsWith('listening on ')) continue;
    const found = await fetch(`${line.slice('listening on '.length)}/node.do?search=&paginate=5`);
    const { total } = (await found.json()) as { total: number };
    assert.ok(total > 0, 'nothing was found');
    child.kill('SIGTERM');
  }
  assert.deepEqual(await closed, [0, null], printed);
  assert.match(printed, /^listening on /m);
  return printed;
}

/** Begins to serve and ends at once, by a wrong option. */
async function beginToServe(compiled: string, root: string): Promise<void> {
  const child = start(compiled, ['serve', '--prot', '1'], { root });
  child.stdout.resume();
  assert.deepEqual(await once(child, 'close'), [2, null]);
}

function stamps(compiled: string): readonly string[] {
  return globSync('*/ahead-*', { cwd: compiled });
}

for (const threads of ['1', '2']) {
  test(`with ABS_THREADS=${threads} no thread has slow typed arrays, neither at the first start nor at the second`, async (t) => {
    const [compiled, data] = [temporary(t), temporary(t)];
    await copySample(data);
    rmSync(join(data, 'search.index'), { force: true });
    assert.doesNotMatch(await serveOnce(compiled, data, threads), new RegExp(SLOW));
    const [stamp = '', ...others] = stamps(compiled);
    assert.deepEqual([stamp !== '', others], [true, []]);
    const { mtimeMs } = statSync(join(compiled, stamp));
    assert.doesNotMatch(await serveOnce(compiled, data, threads), new RegExp(SLOW));
    assert.deepEqual(stamps(compiled), [stamp]);
    assert.equal(statSync(join(compiled, stamp)).mtimeMs, mtimeMs);
  });
}

test('where nothing can be kept, the service serves, and V8 tells of slow typed arrays', async (t) => {
  const [folder, data] = [temporary(t), temporary(t)];
  await copySample(data);
  const compiled = join(folder, 'no-folder');
  writeFileSync(compiled, 'kept');
  assert.match(await serveOnce(compiled, data, '1'), new RegExp(SLOW));
  assert.equal(readFileSync(compiled, 'utf8'), 'kept');
});

test('a changed source is compiled anew, by two programs at once, and the old stamp goes', async (t) => {
  const [compiled, root] = [temporary(t), temporary(t)];
  cpSync(join(ROOT, 'packages/service/src'), join(root, 'packages/service/src'), { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(root, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  await beginToServe(compiled, root);
  const before = stamps(compiled);
  assert.equal(before.length, 1);

  writeFileSync(join(root, 'packages/service/src/added.ts'), 'export const added: number = 1;\n');
  await Promise.all([beginToServe(compiled, root), beginToServe(compiled, root)]);
  const after = stamps(compiled);
  assert.equal(after.length, 1);
  assert.notDeepEqual(after, before);

  // A module that can't be compiled hinders nobody who doesn't load it.
  writeFileSync(join(root, 'packages/service/src/app/thread-services.ts'), 'export const =;\n');
  await beginToServe(compiled, root);
  assert.deepEqual(stamps(compiled), after);
});
