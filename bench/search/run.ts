/** `npm run bench:search`: our index beside tuned SQLite over the same assets, question by question in turns. */
import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { viewerFor } from '../../src/domain/permissions.ts';
import { generatedCatalogue } from './catalogue.ts';
import { openColumnar } from './columnar.ts';
import { FOLDER } from './generator.ts';
import { drawQuestions } from './shapes.ts';
import { openSqlitePeer } from './sqlite-peer.ts';

const { values } = parseArgs({
  options: {
    assets: { type: 'string', default: '1000000' },
    questions: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
    folder: { type: 'string', default: join(tmpdir(), 'abs-bench-search') },
  },
});
const assets = Number(values.assets);
const { signal } = new AbortController();
const report = (figure: string, text: string) => console.log(`${figure.padEnd(56)} ${text}`);
const median = (numbers: readonly number[]) => at(numbers, 0.5);
const at = (numbers: readonly number[], share: number) =>
  [...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? Number.NaN;

const directory = await generatedCatalogue(values.folder, assets);
using peer = openSqlitePeer(values.folder, assets);

const file = join(directory, 'search.index');
rmSync(file, { force: true });
let start = performance.now();
{
  await using _ = await openColumnar(directory);
  report('build from the catalogue, at most 25 s', `${seconds(start)} s`);
  // The file is written after the first view.
  while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 50));
}
start = performance.now();
await using columns = await openColumnar(directory);
report('start with the index file, at most 1.5 s', `${seconds(start)} s`);

const viewer = viewerFor(columns.catalogue.model(), { id: undefined, groups: [] });
const questions = drawQuestions(Number(values.questions), viewer);
const times = { columns: new Map<string, number[]>(), peer: new Map<string, number[]>() };
for (let round = 0; round <= Number(values.rounds); round++) {
  for (const { shape, query } of questions) {
    const ours = await timed(() => columns.ask(query));
    const theirs = await timed(() => peer.ask(query));
    assert.equal(ours.answer.total, theirs.answer.total, `${shape}: ${JSON.stringify(query.all)}`);
    if (query.sort[0]?.by !== 'score') assert.deepEqual(ours.answer.ids, theirs.answer.ids, shape);
    if (round === 0) continue; // to warm up
    times.columns.getOrInsertComputed(shape, () => []).push(ours.milliseconds);
    times.peer.getOrInsertComputed(shape, () => []).push(theirs.milliseconds);
  }
}

console.log(
  `\n${'shape'.padEnd(16)}${'columns p50'.padStart(12)}${'p95'.padStart(8)}${'SQLite p50'.padStart(12)}${'ratio'.padStart(8)}`,
);
for (const [shape, ours] of times.columns) {
  const theirs = times.peer.get(shape) ?? [];
  const ratio = median(theirs) / median(ours);
  const cells = [
    median(ours).toFixed(2).padStart(12),
    at(ours, 0.95).toFixed(2).padStart(8),
    median(theirs).toFixed(2).padStart(12),
  ];
  console.log(`${shape.padEnd(16)}${cells.join('')}${`${ratio.toFixed(1)}x`.padStart(8)}`);
}
const perSecond = (all: ReadonlyMap<string, readonly number[]>) => {
  const each = [...all.values()].flat();
  return each.length / (each.reduce((sum, milliseconds) => sum + milliseconds, 0) / 1000);
};
const [ours, theirs] = [perSecond(times.columns), perSecond(times.peer)];
report(
  '\nmix, at least 600 q/s and 12 times the peer',
  `${ours.toFixed(0)} q/s, ${(ours / theirs).toFixed(1)} times ${theirs.toFixed(1)} q/s`,
);

const count = { type: FOLDER, recursive: true, references: false, viewer };
const once = await timed(() => columns.index.countByNode(count, { signal }));
const again = await timed(() => columns.index.countByNode(count, { signal }));
report(
  'recursive counts of 20,000 folders, 200 ms then 10 ms',
  `${once.milliseconds.toFixed(0)} ms then ${again.milliseconds.toFixed(2)} ms`,
);
report('memory of this process, with the peer', `${Math.round(process.memoryUsage().rss / 1e6)} MB`);

async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; milliseconds: number }> {
  const from = performance.now();
  const answer = await work();
  return { answer, milliseconds: performance.now() - from };
}

function seconds(from: number): string {
  return ((performance.now() - from) / 1000).toFixed(1);
}
