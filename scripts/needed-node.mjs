// `abs.mjs`, `node.mjs` and this file parse on every Node since 12, so that an old one is told in words what is needed.
import { readFileSync } from 'node:fs';

/**
 * Says whether this Node, and the one that npm runs on, are as new as `engines` in package.json asks. If not, it prints what is
 * needed and sets the exit status.
 *
 * The project runs on a Node of its own, but npm leaves out optional packages whose `engines` refuse the Node that runs npm,
 * such as the programs of sharp.
 */
export function isNodeNewEnough() {
  const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const needed = engines.node.replace('>=', '');
  const [, ofNpm] = /\bnode\/v([\d.]+)/.exec(process.env.npm_config_user_agent || '') || [];
  const tooOld = [process.versions.node, ofNpm].find((version) => version && !isAtLeast(version, needed));
  if (!tooOld) return true;
  console.error(`Node ${needed} or newer is needed, but this is Node ${tooOld}. Nothing was installed or started.`);
  process.exitCode = 1;
  return false;
}

function isAtLeast(version, needed) {
  const [major, minor] = version.split('.').map(Number);
  const [neededMajor, neededMinor] = needed.split('.').map(Number);
  return major > neededMajor || (major === neededMajor && minor >= neededMinor);
}
