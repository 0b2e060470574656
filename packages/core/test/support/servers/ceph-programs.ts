/** The programs of Ceph that an S3 store on one machine consists of. */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../../../src/platform/find-program.ts';
import { cachedFolder, cacheFolder, newFolder } from '../folder-cache.ts';

const PACKAGES = ['ceph-mon', 'ceph-osd', 'radosgw', 'ceph-common'];

/** Where the programs are, as folders below one root. */
export interface CephPrograms {
  readonly bin: string;
  readonly libraries: string;
  /** What the programs need in their environment to find the libraries. */
  readonly environment: NodeJS.ProcessEnv;
}

/** The installed programs, or those of Debian's packages, unpacked into a cache folder; or why there are neither. */
export function findCeph(): CephPrograms | string {
  if (PACKAGES.slice(0, 3).every((name) => findProgram(name) !== undefined) && findProgram('ceph'))
    return programsBelow('/');
  if (process.platform !== 'linux') return 'skipped: radosgw runs on Linux only';
  const key = `${PACKAGES.join()} ${process.arch}`;
  const cached = cachedFolder(key);
  if (cached !== undefined) return programsBelow(cached);
  if (!findProgram('apt-get') || !findProgram('dpkg')) return 'skipped: radosgw is not installed';
  const folder = newFolder();
  try {
    download(folder);
  } catch {
    return "skipped: radosgw is neither installed nor to be had from Debian's archive";
  }
  return programsBelow(cacheFolder(key, folder));
}

/** Unpacks the packages and the libraries that this machine lacks. Needs the rights of root, as apt-get does. */
function download(root: string): void {
  const archives = join(root, 'archives');
  mkdirSync(join(archives, 'partial'), { recursive: true });
  const options = [
    ...['-qq', '-y', '--download-only', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120', '-o'],
    `Dir::Cache::archives=${archives}`,
  ];
  execFileSync('apt-get', [...options, 'install', ...PACKAGES], { stdio: 'ignore' });
  for (const archive of globSync(join(archives, '*.deb'))) execFileSync('dpkg', ['--extract', archive, root]);
  if (!existsSync(join(root, 'usr/bin/radosgw'))) throw new Error('the packages hold no radosgw');
}

function programsBelow(root: string): CephPrograms {
  const [libraries = join(root, 'usr/lib')] = globSync(join(root, 'usr/lib/*-linux-gnu'));
  const paths = [
    libraries,
    libraries.replace('/usr/lib/', '/lib/'),
    join(libraries, 'ceph'),
    join(root, 'usr/lib/ceph'),
  ];
  const environment = {
    ...process.env,
    ...(root === '/'
      ? {}
      : { LD_LIBRARY_PATH: paths.join(':'), PYTHONPATH: join(root, 'usr/lib/python3/dist-packages') }),
  };
  return { bin: join(root, 'usr/bin'), libraries, environment };
}
