import { openStore } from './bundle/store.ts';
await using store = openStore();
const t = performance.now();
try { console.log(await store.importFrom('/tmp/demo1')); } catch (e) { console.log((e as {faults?: unknown}).faults ?? e); }
console.log('import', ((performance.now() - t) / 1000).toFixed(1), 's');
