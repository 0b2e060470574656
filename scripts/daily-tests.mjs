// Runs on the Node of the machine, without dependencies.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

const FILES_PER_PROCESS = 16;

/** A file runs alone if it may change something that a process has only once, or says that it needs a process of its own. */
const ALONE =
  /\bglobalThis\b|\bmock\b|process\.env(?:\[[^\]]+\]|\.\w+) (?:\?\?)?=[^=]|\bdelete process\.|\bprocess\.(?:on|once|chdir|umask|exitCode)\b|process of its own/;

/**
 * Writes modules that run several files of the daily tests in one process each, and returns their paths. Starting Node and
 * loading the service for each file took a quarter of the processor time of all tests. A file is a suite of its own, with its
 * hooks. Neighbours are together, because they load the same modules.
 */
export function groupsOfDailyTests(root) {
  const folder = join(root, 'node_modules', '.cache', 'daily-tests');
  mkdirSync(folder, { recursive: true });
  return ['service', 'core', 'columnar', 'media', 'client', 'components'].flatMap((name) => {
    const files = testsOf(root, `packages/${name}/test`);
    const isAlone = (file) => ALONE.test(readFileSync(join(root, file), 'utf8')) || awaitsWhileLoading(root, file);
    const alone = files.filter(isAlone).map((file) => [file]);
    const others = files.filter((file) => !isAlone(file));
    // What takes longest begins first, so that no processor is idle at the end.
    const groups = [];
    while (others.length > 0) groups.push(others.splice(0, FILES_PER_PROCESS));
    groups.push(...alone);
    return groups.map((group, index) => {
      const path = join(folder, `${name}-${index}.mjs`);
      replaceFile(
        path,
        ["import { describe } from 'node:test';\n", ...group.map((file) => suiteOf(root, file))].join(''),
      );
      return path;
    });
  });
}

/**
 * Whether a file, or one below `test/` that it imports, awaits something while it is loaded. After that, Node no longer knows
 * in which suite its tests are.
 */
function awaitsWhileLoading(root, file, seen = new Set()) {
  if (seen.has(file)) return false;
  seen.add(file);
  const text = readFileSync(join(root, file), 'utf8');
  if (/^(?:(?:export )?const [^=]* = )?await /m.test(text)) return true;
  const imported = [...text.matchAll(/^(?:import|export|\}) .*from '(\.[^']+\.ts)'/gm)].map(([, path]) =>
    normalize(join(dirname(file), path)).replaceAll(sep, '/'),
  );
  return imported.some((path) => path.includes('/test/') && awaitsWhileLoading(root, path, seen));
}

/** The paths of the daily tests in a folder, relative to the root. */
function testsOf(root, folder) {
  const paths = readdirSync(join(root, folder), { recursive: true }).map(
    (path) => `${folder}/${path.replaceAll(sep, '/')}`,
  );
  return paths.filter((path) => path.endsWith('.test.ts')).sort();
}

function suiteOf(root, file) {
  const url = pathToFileURL(join(root, file)).href;
  return `describe(${JSON.stringify(file)}, async () => {\n  await import(${JSON.stringify(url)});\n});\n`;
}

/** At no time a part of a file is there, because the tests may run twice at once. */
function replaceFile(path, text) {
  const made = `${path}.${process.pid}`;
  writeFileSync(made, text);
  renameSync(made, path);
}
