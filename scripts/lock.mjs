// Runs on the Node of the machine, without dependencies.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Age in milliseconds after which a lock counts as abandoned if its owner can't be checked. */
const LONGEST = 30 * 60_000;
/** Generous limit in milliseconds for the time between creating the directory and writing its owner. */
const SHORTEST = 10_000;

/**
 * Runs `work` while holding the lock directory, which only one process can hold. If another process holds it, calls
 * `onWait` once with its process ID and waits. Takes over a directory left by a killed process.
 */
export async function withLock(directory, work, onWait) {
  let isWaiting = false;
  while (!take(directory)) {
    const owner = ownerOf(directory);
    if (isLeftBehind(directory, owner)) {
      takeAway(directory, owner);
      continue;
    }
    // A directory without an owner was created only a moment ago.
    if (owner && !isWaiting) {
      onWait(owner.pid);
      isWaiting = true;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const release = () => rmSync(directory, { recursive: true, force: true });
  process.on('exit', release);
  try {
    return await work();
  } finally {
    release();
    process.off('exit', release);
  }
}

function take(directory) {
  try {
    mkdirSync(directory);
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
  writeFileSync(join(directory, 'owner'), JSON.stringify({ pid: process.pid, host: hostname() }));
  return true;
}

function ownerOf(directory) {
  try {
    return JSON.parse(readFileSync(join(directory, 'owner'), 'utf8'));
  } catch {
    return undefined;
  }
}

function isLeftBehind(directory, owner) {
  if (owner?.host === hostname()) return !isAlive(owner.pid);
  let age;
  try {
    age = Date.now() - statSync(directory).mtimeMs;
  } catch {
    return false; // The directory has just been removed.
  }
  return age > (owner ? LONGEST : SHORTEST);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * Removes an abandoned lock directory. Renaming it first ensures that only one of several processes succeeds. Renames
 * it back if a new owner has taken it meanwhile.
 */
function takeAway(directory, owner) {
  const aside = `${directory}.${process.pid}`;
  try {
    renameSync(directory, aside);
    if (ownerOf(aside)?.pid === owner?.pid) rmSync(aside, { recursive: true, force: true });
    else renameSync(aside, directory);
  } catch {
    // Another process was faster.
  }
}
