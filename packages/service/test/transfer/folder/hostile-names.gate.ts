import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sharedExtractor } from '../../../../media/test/support/shared-extractor.ts';
import { importInto, place } from './imported.ts';

const skip = process.platform === 'win32' ? 'such names do not exist there' : false;

test('depth, length, bytes and normalisation of names do not stop an import', { skip, timeout: 120_000 }, async () => {
  using at = place();
  at.write('ok.txt', 'Fine.');
  const name = 'n'.repeat(255);
  // Paths longer than the system opens are created step by step.
  const script = `
    const { mkdirSync, writeFileSync } = require('node:fs');
    for (let level = 1; level <= 1010; level += 1) { mkdirSync('d'); process.chdir('d'); if (level === 500) writeFileSync('deep.txt', 'Deep.'); }
    process.chdir(process.argv[1]);
    for (let level = 1; level <= 20; level += 1) {
      mkdirSync('${name}'); process.chdir('${name}'); writeFileSync(\`\${'l'.repeat(251)}.txt\`, String(level));
    }`;
  execFileSync(process.execPath, ['-e', script, at.source], { cwd: at.source });
  for (const form of ['NFC', 'NFD']) {
    at.write('\u00e9.txt'.normalize(form), form);
    at.write('\u00fcber/x.txt'.normalize(form), form);
  }
  mkdirSync(join(at.source, 'bytes'));
  for (const bytes of ['6261ff2e747874', '626125464621', '626125464621ff', '62612546462e747874', 'eda0802e747874'])
    writeFileSync(Buffer.concat([Buffer.from(`${at.source}/bytes/`), Buffer.from(bytes, 'hex')]), bytes);

  const extractor = sharedExtractor();
  const { assets, warnings } = await importInto(at, extractor);
  const names = assets.map(({ active }) => active.name);
  const files = names.filter((each) => !each.startsWith('l'));
  assert.deepEqual(files.toSorted(), [
    ...['%ED%A0%80.txt', 'ba%%FF.txt', 'ba%FF!', 'ba%FF!%FF', 'ba%FF.txt', 'deep.txt', 'e\u0301.txt', 'ok.txt'],
    ...['x.txt', 'x.txt', '\u00e9.txt'],
  ]);
  assert.ok(names.length - files.length >= 10);
  const kinds = warnings.map((line) => line.slice(line.lastIndexOf('": ') + 3).replace(/\(.*\)/, '(…)'));
  assert.deepEqual([...new Set(kinds)].toSorted(), [
    "can't be read (…)",
    'lies deeper than 999 folders and is not imported',
    "the folder can't be read (…)",
  ]);
  assert.equal((await importInto(at, extractor)).changed, 0);
});
