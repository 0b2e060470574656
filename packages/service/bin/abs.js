#!/usr/bin/env node
import { existsSync } from 'node:fs';

// A checkout has sources, and installs and builds what is missing. The installed package has only the build.
const isCheckout = existsSync(new URL('../src', import.meta.url));
if (!isCheckout && Number.parseInt(process.versions.node, 10) < 26) {
  console.error(`abs needs Node 26 or later; this is Node ${process.versions.node}.`);
  process.exit(1);
}
import(isCheckout ? '../../../scripts/abs.mjs' : '../dist/service/src/cli/entry.js');
