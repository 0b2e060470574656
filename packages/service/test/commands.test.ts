/** Each test file is run by exactly one command, and `.ci/run` runs these commands. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import manifest from '../../../package.json' with { type: 'json' };

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Files that a script passes to Node's test runner, by the script's name. */
const FILES = new Map(
  Object.entries(manifest.scripts)
    .filter(([, script]) => script.includes(' --test '))
    .map(([name, script]) => [name, globSync(globsOf(script), { cwd: ROOT })] as const),
);

function globsOf(script: string): string[] {
  return [...script.matchAll(/(?<=[\s"])packages\/(?:\w+|\{[\w,]+\})\/test\/[^\s"]+/g)].map(([glob]) => glob);
}

test('each test file is run by exactly one of the commands that run before a change lands', () => {
  const run = readFileSync(`${ROOT}.ci/run`, 'utf8');
  const lanes = [...run.matchAll(/^ {2}for tests in (.+); do\n {4}part "\$tests" npm run "test:\$tests"$/gm)];
  const names = ['test', ...lanes.flatMap(([, long = '']) => long.split(' ').map((name) => `test:${name}`))];
  assert.match(run, /^ {2}part test npm test$/m);
  const all = globSync('packages/*/test/**/*.{test,gate,full}.ts', { cwd: ROOT });
  assert.ok(all.length > 150 && names.length > 5);
  assert.deepEqual(names.flatMap((name) => FILES.get(name) ?? []).toSorted(), all.toSorted());
});

test('every command runs at least one file', () => {
  assert.ok(FILES.size > 10);
  for (const [name, files] of FILES) assert.ok(files.length > 0, name);
});
