import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { sharedExtractor } from '../../../../media/test/support/shared-extractor.ts';
import { importInto, named, place, sidecar, title } from './imported.ts';

const skip = process.platform === 'win32' ? 'there are no such files' : false;

describe('folder import skips', { skip }, () => {
  const extractor = sharedExtractor();

  test('pipes, devices, sockets and links that lead out of the folder', { timeout: 60_000 }, async () => {
    using at = place();
    at.write('good.txt', 'Good.');
    execFileSync('mkfifo', [join(at.source, 'pipe.jpg')]);
    symlinkSync('/dev/zero', join(at.source, 'zero.jpg'));
    symlinkSync(at.source, join(at.source, 'round'));
    symlinkSync('self.jpg', join(at.source, 'self.jpg'));
    symlinkSync('good.txt', join(at.source, 'link.txt'));
    const server = createServer().listen(join(at.source, 'socket.jpg'));
    await once(server, 'listening');
    const { warnings, assets } = await importInto(at, extractor).finally(() => server.close());
    const kinds = assets.map(({ active }) => `${active.name} ${active.properties.category}`);
    assert.deepEqual(kinds, ['good.txt 5', 'link.txt 5']);
    assert.deepEqual(warnings.toSorted(), [
      ...['"pipe.jpg": is no file and is not imported', '"round": the link to a folder is not followed'],
      ...['"self.jpg": the link leads nowhere (ELOOP)', '"socket.jpg": is no file and is not imported'],
      ...['"zero.jpg": the link leads out of the folder and is not followed'],
    ]);
  });

  test('objects that replace a file, a folder or a sidecar before it is read', { timeout: 60_000 }, async () => {
    using at = place();
    const names = Array.from({ length: 40 }, (_, index) => `f${10 + index}.txt`);
    for (const name of names) at.write(name, name);
    at.write('z/inside.txt', 'Inside.');
    at.write('f48.xmp', sidecar(title('Own')));
    const outside = join(dirname(at.source), 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'inside.txt'), 'Secret.');
    writeFileSync(join(outside, 'secret.xmp'), sidecar(title('Secret')));
    let isDone = false;
    const onProgress = (): void => {
      if (isDone) return;
      isDone = true;
      for (const path of ['f46.txt', 'f47.txt', 'f48.xmp', 'z']) rmSync(join(at.source, path), { recursive: true });
      execFileSync('mkfifo', [join(at.source, 'f46.txt')]);
      symlinkSync('/etc/hosts', join(at.source, 'f47.txt'));
      symlinkSync(join(outside, 'secret.xmp'), join(at.source, 'f48.xmp'));
      symlinkSync(outside, join(at.source, 'z'));
    };
    const result = await importInto(at, extractor, { onProgress });
    assert.deepEqual(result.warnings.toSorted(), [
      '"f46.txt": is not a file',
      '"f47.txt": leads out of the folder',
      '"f48.txt": its .xmp file leads out of the folder',
      '"z/inside.txt": leads out of the folder',
    ]);
    for (const name of ['f46.txt', 'f47.txt', 'inside.txt']) assert.equal(named(result, name).active.file, undefined);
    assert.deepEqual([...named(result, 'f48.txt').fields], []);
  });

  test('files, names and sidecars of a folder that a link to it takes the place of, again and again', {
    skip: process.platform !== 'linux' && 'other systems do not tell where a descriptor leads',
    timeout: 120_000,
  }, async () => {
    using at = place();
    const outside = join(dirname(at.source), 'outside');
    mkdirSync(outside);
    for (let count = 0; count < 100; count += 1) {
      at.write(`d/f${count}.txt`, 'Own.');
      for (const name of [`f${count}.txt`, `secret${count}.txt`]) writeFileSync(join(outside, name), 'Secret.');
      writeFileSync(join(outside, `f${count}.xmp`), sidecar(title('Secret')));
    }
    const [path, link, aside] = ['d', 'link', '.aside'].map((name) => join(at.source, name)) as [
      string,
      string,
      string,
    ];
    symlinkSync(outside, link);
    let next: NodeJS.Immediate | undefined;
    const exchange = () => {
      renameSync(path, aside);
      renameSync(link, path);
      renameSync(aside, link);
      next = setImmediate(exchange);
    };
    exchange();
    using _ = { [Symbol.dispose]: () => clearImmediate(next) };
    for (let tries = 0; tries < 5; tries += 1) {
      const { assets } = await importInto(at, extractor);
      const found = assets.flatMap(({ active, fields }) => [active.name, active.file?.size, ...fields.values()]);
      const secret = found.filter((each) => each === 'Secret.'.length || /^secret/i.test(String(each)));
      assert.deepEqual(secret, []);
    }
  });

  test('a sidecar above its size limit', async () => {
    using at = place();
    at.write('a.txt', 'A.');
    at.write('a.xmp', sidecar(title('Large')));
    truncateSync(join(at.source, 'a.xmp'), 2 ** 40);
    const { warnings, assets } = await importInto(at, extractor);
    assert.deepEqual(warnings, ['"a.txt": its .xmp file is larger than 16777216 bytes']);
    const kept = assets.map(({ fields }) => [...fields]);
    assert.deepEqual(kept, [[]]);
  });
});
