/** The validator of the Bavarian State Library, from PyPI, asks for its picture in all ways that level 2 has, and our extras. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { run } from '../setup/packed.ts';
import { startApp } from '../support/app.ts';
import { sampleWith } from './bundle.ts';

const PACKAGES = ['iiif-validator-ng==0.1.0', 'pyvips-binary==8.18.7'];
const PICTURE = 4000;

/**
 * What it takes for a failure: `!w,h` larger than the picture. The standard says that the answer is then as large as the
 * region (Image API 3.0, 4.2), so it is no error.
 */
const EXPLAINED = ['size_noup'];

const hasPython = spawnSync('python3', ['-m', 'venv', '--help']).status === 0;

test('the validator finds nothing at level 2, mirroring, links and WebP that is not explained', {
  skip: !hasPython && 'skipped: Python 3 with venv is missing',
}, async (context) => {
  const folder = newFolder();
  try {
    await run(folder, 'python3', ['-m', 'venv', 'python']);
    await run(folder, join(folder, 'python/bin/pip'), ['install', '-q', ...PACKAGES]);
  } catch (error) {
    return context.skip(`skipped: the validator cannot be installed\n${error}`);
  }
  const [picture = ''] = globSync(join(folder, 'python/lib/*/site-packages/iiif_validator/validation_image.png'));
  allowOldPython(picture.replace('validation_image.png', 'validate.py'));

  const files = { 'validation.png': readFileSync(picture) };
  const assets = [{ id: PICTURE, file: 'files/validation.png', name: 'validation.png', nodes: [2] }];
  await using app = await startApp({}, sampleWith({ files, assets }));
  const validator = join(folder, 'python/bin/iiif-validator');
  const child = spawn(validator, ['--validation-id', String(PICTURE), `${app.url}/iiif/image/3`], {
    env: { ...process.env, COLUMNS: '200' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stdout = await text(child.stdout);
  assert.match(stdout, /Detected compliance level: LEVEL_2/);
  assert.match(stdout, /✓ 1\d\d /, stdout);
  const failed = [...stdout.matchAll(/^✗ .*\[(\w+)\]/gm)].map(([, name]) => name);
  assert.deepEqual(failed, EXPLAINED, stdout);
});

/** The validator has one class in the syntax of Python 3.12, for types alone. */
function allowOldPython(path: string): void {
  const source = readFileSync(path, 'utf8');
  const generic = "from typing import Generic, TypeVar\nT = TypeVar('T')\nclass SizedGenerator(Generic[T]):";
  writeFileSync(path, source.replace('class SizedGenerator[T]:', generic));
}
