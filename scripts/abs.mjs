#!/usr/bin/env node
// The command `abs` in a checkout.
import { isNodeNewEnough } from './needed-node.mjs';

if (isNodeNewEnough()) import('./start-abs.mjs');
