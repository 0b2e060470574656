/** Other programs that open ZIP files. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** Lists the content of each archive in a folder: name -> SHA-256, by Python's zipfile, which checks every CRC-32. */
const READ_ALL = `
import hashlib, json, os, sys, zipfile
for name in sorted(os.listdir(sys.argv[1])):
    members = {}
    with zipfile.ZipFile(os.path.join(sys.argv[1], name)) as archive:
        for member in archive.infolist():
            digest = hashlib.sha256()
            with archive.open(member) as file:
                while part := file.read(1 << 20):
                    digest.update(part)
            members[member.filename] = digest.hexdigest()
    print(json.dumps([name, members]))
`;

/** Members of an archive: name -> SHA-256. */
export type Members = Readonly<Record<string, string>>;

function isThere(program: string, ...args: readonly string[]): boolean {
  const { status, error } = spawnSync(program, args, { stdio: 'ignore' });
  return error === undefined && status === 0;
}

const HAS = {
  unzip: isThere('unzip', '-v'),
  '7z': isThere('7z', 'i'),
  python3: isThere('python3', '-c', 'import zipfile'),
} as const;

/** The programs missing on this machine; empty if all are present. */
export const missingUnpackers = Object.entries(HAS)
  .filter(([, isHere]) => !isHere)
  .map(([name]) => name);

function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ends with ${status}: ${stdout.slice(-2000)}${stderr.slice(-2000)}`);
  return stdout;
}

/** Has every available program test all archives of a folder; returns what Python found in each. Throws if one is refused. */
export function openAll(folder: string): ReadonlyMap<string, Members> {
  if (HAS.unzip) run('unzip', ['-tqq', join(folder, '*.zip')]);
  if (HAS['7z']) run('7z', ['t', '-bso0', join(folder, '*.zip')]);
  const lines = HAS.python3 ? run('python3', ['-c', READ_ALL, folder]).trim().split('\n') : [];
  return new Map(lines.filter((line) => line !== '').map((line) => JSON.parse(line) as [string, Members]));
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
