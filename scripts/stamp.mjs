// Says of which commit this is. Runs on the Node of the machine, without dependencies.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Day and hash of a commit, as git writes them; it fills them into stamp.txt when it makes an archive. */
const FORMAT = '%cs.%H';
/** A day and as many characters of the hash as people need. */
const STAMP = /^\d{4}-\d\d-\d\d\.[0-9a-f]{8}/;

/**
 * Returns the version with the day and the hash of the commit, as in `0.1.0+2026-11-29.1524a34e`, a semantic version. It ends with
 * `.modified` where tracked files differ from the commit. Returns undefined where nothing tells the commit.
 */
export function stampedVersion(root) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const git = (...args) => spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' });
  const isCheckout = existsSync(join(root, '.git'));
  const text = isCheckout ? git('log', '-1', `--format=${FORMAT}`).stdout : stampOfArchive(root);
  const [stamp] = STAMP.exec(text ?? '') ?? [];
  if (stamp === undefined) return undefined;
  const isModified = isCheckout && git('diff', '--quiet', 'HEAD').status !== 0;
  return `${version}+${stamp}${isModified ? '.modified' : ''}`;
}

function stampOfArchive(root) {
  const file = join(root, 'scripts/stamp.txt');
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
