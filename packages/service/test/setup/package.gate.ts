/** The service and its client as npm would publish them, installed into an empty folder. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { DOCUMENTS } from '../../src/api/documents.ts';
import { startLongService } from '../support/long-service.ts';
import { SAMPLE } from '../support/sample.ts';
import { install, noRegistry, pack, run } from './packed.ts';

test('the installed service imports and serves, and the installed client asks it', { skip: noRegistry() }, async () => {
  const root = newFolder();
  const folder = join(root, 'installed');
  await install(folder, ...(await pack(root, 'service', 'client')));
  const data = join(root, 'data');
  assert.match(await run(folder, 'npx', ['abs', '--help']), /Usage: abs/);
  await run(folder, 'npx', ['abs', 'import', SAMPLE, '--data', data]);

  const program = join(folder, 'node_modules/asset-browsing-service/bin/abs.js');
  await using service = await startLongService(data, {}, { program });
  // Pages, documents, pictures and dates have files and packages of their own.
  const paths = ['/', ...DOCUMENTS.map((name) => `/${name}`), '/docs/', '/asset.do?thumb=1000'];
  for (const path of [...paths, '/node.do?search_uploaded_after=yesterday'])
    assert.equal((await fetch(service.url + path)).status, 200, path);
  // Each decoder is loaded by the first file that needs it, and what fails then is taken for damage of the file.
  const modules = globSync(join(program, '../../dist/vendor/**/*.js'));
  assert.ok(modules.length > 5);
  for (const module of modules) await import(pathToFileURL(module).href);
  const call = `
    import { connect } from '@asset-browsing-service/client';
    const first = await connect(process.argv[2]).node.search({ search: '', paginate: 2 });
    let count = 0;
    for await (const { id } of first.all()) count += id > 0;
    console.log(count === first.total && count > 5);`;
  writeFileSync(join(folder, 'call.js'), call);
  assert.equal(await run(folder, process.execPath, ['call.js', service.url]), 'true\n');
  assert.equal(await service.stop(), 0, service.troubles.join('\n'));

  const npx = spawn('npx', ['abs', 'serve', '--data', data, '--port', '0'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // The program itself has the pipe until it ends.
  const ended = once(npx, 'close');
  await once(createInterface({ input: npx.stdout }), 'line');
  npx.kill('SIGTERM');
  await ended;
});
