#!/usr/bin/env node
import { existsSync } from 'node:fs';

// A checkout has sources, and installs and builds what is missing. The installed package has only the build.
const isCheckout = existsSync(new URL('../src', import.meta.url));
if (!isCheckout && Number.parseInt(process.versions.node, 10) < 26) {
  console.error(`abs needs Node 26 or later; this is Node ${process.versions.node}.`);
  process.exit(1);
}
// npx starts the program in a shell, which dies of a signal without passing it on.
if (process.env.npm_command === 'exec') {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}
import(isCheckout ? '../../../scripts/abs.mjs' : '../dist/service/src/cli/entry.js');
