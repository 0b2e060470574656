/** The commands of the pages on operation that a root shell on a machine with systemd expects, in folders of this one. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../../../core/test/support/free-port.ts';
import { MAIN } from '../http/served-program.ts';
import { PATIENT } from '../support/patient.ts';
import { readExecutable } from './page-blocks.ts';

const CHECKOUT = fileURLToPath(new URL('../../../../', import.meta.url));
const FOLDERS = ['etc/systemd/system', 'var/lib/abs', 'opt', 'srv', 'backup', 'usr/local/bin'];

test('the service is set up, backed up, looked at and moved as the pages say', async () => {
  await using stack = new AsyncDisposableStack();
  const root = mkdtempSync(join(tmpdir(), 'abs-machine-'));
  stack.defer(() => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  for (const folder of FOLDERS) mkdirSync(join(root, folder), { recursive: true });
  symlinkSync(CHECKOUT, join(root, 'opt/abs'));
  cpSync(fileURLToPath(new URL('../fixtures/catalogue/', import.meta.url)), join(root, 'srv/pictures'), {
    recursive: true,
  });
  const port = await freePort();
  const env = {
    ...PATIENT,
    ...process.env,
    PATH: `${join(root, 'usr/local/bin')}:${process.env['PATH']}`,
    ABS_THREADS: '1',
  };

  /** The same commands for the folders of this test; what only root may do is done already. */
  const here = (commands: string) =>
    commands
      .replaceAll(/(?<![\w/.])\/(?:etc|var|opt|srv|backup|usr\/local)\b/g, (path) => join(root, path))
      .replaceAll(join(root, 'opt/abs/node_modules/.bin/node'), process.execPath)
      .replaceAll(join(root, 'opt/abs/packages/service/dist/service/src/cli/entry.js'), MAIN)
      .replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`);
  const prelude = `
    set -euo pipefail
    useradd() { test "\${@: -1}" = abs; }
    systemctl() { case "$1 \${3:-}" in "daemon-reload "*) ;; "enable abs") ;; *) return 1 ;; esac; }
    runuser() { shift 3; "$@"; }
  `;
  const run = async (commands: string) => {
    const options = { cwd: root, env, timeout: 600_000 };
    return (await promisify(execFile)('bash', ['-c', prelude + here(commands)], options)).stdout;
  };

  let service: ChildProcess | undefined;
  const stop = async () => {
    if (!service) return;
    const ended = once(service, 'exit');
    service.kill('SIGTERM');
    await ended;
    service = undefined;
  };
  stack.defer(stop);
  /** Starts what the unit starts. */
  const start = async (config: string) => {
    const unit = readFileSync(join(root, 'etc/systemd/system/abs.service'), 'utf8');
    const [, command = ''] = /^ExecStart=\S+ \S+ (.*)$/m.exec(unit) ?? [];
    assert.match(command, /^serve --config \/etc\/abs\/abs\.config\.json/);
    const args = ['serve', '--config', config, '--data', join(root, 'var/lib/abs'), '--port', String(port)];
    service = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    await once(createInterface({ input: service.stdout as NodeJS.ReadableStream }), 'line');
  };

  const [setUp, useAbs = ''] = commandsOf('operate/system-service.md');
  const [beforeStart = '', afterStart = ''] = (setUp ?? '').split(/(?<=enable --now abs\n)/);
  await run(beforeStart);
  const config = join(root, 'etc/abs/abs.config.json');
  await start(config);
  await run(afterStart);
  await run(useAbs);
  const found = await fetch(`http://127.0.0.1:${port}/node.do?search=dawn`);
  assert.equal(((await found.json()) as { data: unknown[] }).data.length, 1);

  await run('abs token create backup --user 2 --config /etc/abs/abs.config.json --data /var/lib/abs');
  const [backUp = '', check = '', restore = ''] = commandsOf('operate/backup.md');
  await run(backUp + check + restore.replace(/^abs serve.*$/m, 'abs check --data /var/lib/abs-restored'));

  const [look = ''] = commandsOf('operate/troubleshooting.md');
  assert.match(await run(`ABS_DATA=/var/lib/abs ${look.trim()}`), /^ok/m);

  for (const name of ['old', 'new']) {
    const data = join(root, name === 'old' ? 'var/lib/abs' : 'var/lib/new');
    writeFileSync(join(root, `etc/abs/${name}.config.json`), JSON.stringify({ data }));
  }
  await stop();
  const [move = ''] = commandsOf('operate/moving.md');
  await run(move);
  await run('abs check --data /var/lib/new');
});

function commandsOf(path: string): readonly string[] {
  return readExecutable(path)
    .blocks.filter(({ language }) => language === 'sh')
    .map(({ text }) => text);
}
