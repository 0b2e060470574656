/** The packages as npm would publish them, installed into folders, and programs that run there. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export const PROJECT = fileURLToPath(new URL('../../../../', import.meta.url));

/** How the file of a packed package begins, by its folder. */
const FILES = {
  service: 'asset-browsing-service-0',
  demo: 'asset-browsing-service-demo-',
  client: 'asset-browsing-service-client-',
  components: 'asset-browsing-service-components-',
} as const;
export type PackageName = keyof typeof FILES;

/** Why tests that install packages are skipped; false if the registry of npm answers. */
export function noRegistry(): string | false {
  return spawnSync('npm', ['view', 'node', 'version']).status !== 0 && 'skipped: the npm registry cannot be reached';
}

/** Runs a program to its end. Resolves to what it printed; rejects with all its output if it fails. */
export async function run(
  cwd: string,
  command: string,
  args: readonly string[],
  { environment = {} as Readonly<Record<string, string>> } = {},
): Promise<string> {
  const quiet = { npm_config_loglevel: 'error', npm_config_update_notifier: 'false' };
  const env = {
    ...process.env,
    PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
    ...quiet,
    ...environment,
  };
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const status = new Promise((resolve) => child.on('close', resolve));
  const [printed, reported] = await Promise.all([text(child.stdout), text(child.stderr)]);
  assert.equal(await status, 0, `${command} ${args.join(' ')}\n${printed}\n${reported}`);
  return printed;
}

/** Packs packages into a folder. Resolves to the paths of their files, in the same order. */
export async function pack(folder: string, ...names: readonly PackageName[]): Promise<readonly string[]> {
  const workspaces = names.flatMap((name) => ['-w', `packages/${name}`]);
  await run(PROJECT, 'npm', ['pack', ...workspaces, '--pack-destination', folder]);
  const files = readdirSync(folder);
  return names.map((name) => join(folder, files.find((file) => file.startsWith(FILES[name])) ?? ''));
}

/** Makes a folder in which these packages, or files of them, are installed. */
export async function install(folder: string, ...packages: readonly string[]): Promise<void> {
  mkdirSync(folder);
  // npm runs only the install scripts that are allowed here.
  const manifest = { private: true, type: 'module', allowScripts: { node: true, esbuild: true } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  await run(folder, 'npm', ['install', '--no-audit', '--no-fund', ...packages]);
}
