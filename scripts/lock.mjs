// Runs on any Node from 18, without dependencies.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** A directory whose owner can't be asked counts as left behind after this time, in milliseconds. */
const LONGEST = 30 * 60_000;
/** Time between making the directory and writing its owner, generously. */
const SHORTEST = 10_000;

/**
 * Runs `work` while holding the lock directory, which one process at a time has. Waits while another one has it; `onWait` is
 * called once with its process ID. A directory that a killed process left is taken over.
 */
export async function withLock(directory, work, onWait) {
  let isWaiting = false;
  while (!take(directory)) {
    const owner = ownerOf(directory);
    if (isLeftBehind(directory, owner)) {
      takeAway(directory, owner);
      continue;
    }
    // Without an owner it was made this very moment.
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
    return false; // Gone meanwhile.
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

/** Renaming decides between several that want to take it away. Puts it back where a new owner was faster. */
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
