import type { IndexedState } from '../../../columnar/src/index-source.ts';
import type { DuplicateGroup } from '../../../columnar/src/search-index.ts';
import { findAllDuplicates } from '../app/all-duplicates.ts';
import { openExistingStorage } from '../app/storage.ts';
import { loadConfig } from '../config/load.ts';
import type { CommandLine } from './command-line.ts';
import { listenForInterruption } from './interruption.ts';

/** Assets that are read at once. */
const BATCH = 1000;

/** Runs `abs duplicates`: the groups of `node.do?duplicates`, among all assets. */
export async function run({ json, settings }: CommandLine): Promise<number> {
  const config = loadConfig({ options: settings });
  await using stack = new AsyncDisposableStack();
  const { signal } = stack.use(listenForInterruption(() => 'nothing was changed'));
  const { indexSource } = stack.use(await openExistingStorage(config));
  const state = stack.use(await indexSource.open());
  const { groups, pending } = await findAllDuplicates(state, config.similar.duplicateDistance, signal);
  if (json) await printJson(groups, pending, state);
  else await printTable(groups, pending, state);
  return 0;
}

async function printJson(groups: readonly DuplicateGroup[], pending: number, state: IndexedState): Promise<void> {
  console.log(`{"pending":${pending},"groups":[`);
  let rest = groups.length;
  for await (const { kind, assets } of described(groups, state)) {
    rest -= 1;
    console.log(`${JSON.stringify({ kind, assets })}${rest > 0 ? ',' : ''}`);
  }
  console.log(']}');
}

async function printTable(groups: readonly DuplicateGroup[], pending: number, state: IndexedState): Promise<void> {
  console.log('KIND   ASSET      BYTES        NAME');
  for await (const { kind, assets } of described(groups, state)) {
    for (const [place, { id, size, name }] of assets.entries()) {
      const cells = [(place === 0 ? kind : '').padEnd(5), String(id).padEnd(9), String(size).padEnd(11), name];
      console.log(cells.join('  '));
    }
  }
  if (pending > 0)
    console.error(`${pending} pictures can't be compared yet: a server looks at them, or abs import --render`);
}

/** Yields the groups with what is shown of their assets; reads those of many groups together. */
async function* described(groups: readonly DuplicateGroup[], state: IndexedState) {
  for (let from = 0; from < groups.length; ) {
    let to = from;
    const ids = new Set<number>();
    while (to < groups.length && (to === from || ids.size < BATCH))
      for (const id of groups[to++]?.ids ?? []) ids.add(id);
    const known = new Map<number, { readonly id: number; readonly name: string; readonly size: number }>();
    const wanted = [...ids];
    for (let at = 0; at < wanted.length; at += BATCH) {
      for (const { id, active } of await state.assetsOf(wanted.slice(at, at + BATCH))) {
        known.set(id, { id, name: active.name, size: active.size ?? 0 });
      }
    }
    for (const { kind, ids: own } of groups.slice(from, to)) {
      yield { kind, assets: own.flatMap((id) => known.get(id) ?? []) };
    }
    from = to;
  }
}
