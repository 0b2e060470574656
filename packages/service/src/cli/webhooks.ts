import { openExistingStorage, type Storage } from '../app/storage.ts';
import { loadConfig } from '../config/load.ts';
import type { Config } from '../config/settings.ts';
import type { Webhook } from '../config/webhooks.ts';
import { sendMessage } from '../webhooks/send.ts';
import { signedHeaders } from '../webhooks/signature.ts';
import { NOT_BEGUN } from '../webhooks/store/webhook-state.ts';
import type { CommandLine } from './command-line.ts';
import { UsageError } from './usage-error.ts';

/** Runs `abs webhooks list|test|retry`. */
export async function run({ operands: [action = '', id], settings }: CommandLine): Promise<number> {
  if (!['list', 'test', 'retry'].includes(action)) throw new UsageError(`${action} is not one of list, test, retry`);
  if (action === 'list' && id !== undefined) throw new UsageError('list takes nothing more');
  if (action !== 'list' && id === undefined) throw new UsageError(`${action} needs ID`);
  const config = loadConfig({ options: settings });
  const hook = id === undefined ? undefined : hookOf(id, config);
  if (action === 'test' && hook) return await sendTest(hook);
  await using storage = await openExistingStorage(config);
  if (!hook) return await list(config, storage);
  if (!(await storage.writer.webhooks.retry(hook.id))) throw new Error(`${hook.id} has nothing to send again`);
  console.error(`${hook.id} sends again what it could not send; running servers begin within a few seconds`);
  return 0;
}

function hookOf(id: string, { webhooks }: Config): Webhook {
  const hook = webhooks.find((each) => each.id === id);
  if (hook) return hook;
  const known = webhooks.map((each) => each.id).join(', ') || 'none';
  throw new UsageError(`there is no webhook ${id}; the settings have ${known}`);
}

/** Prints one line for each webhook of the settings. */
async function list({ webhooks }: Config, { writer }: Storage): Promise<number> {
  const states = await writer.webhooks.list();
  console.log('ID               STATE    TRIES  NEXT TRY           ADDRESS');
  for (const { id, url } of webhooks) {
    const { cursor, message, isOff } = states.get(id) ?? NOT_BEGUN;
    const state = isOff ? 'off' : message?.failures ? 'failing' : cursor === undefined ? 'new' : 'well';
    const due =
      message && message.failures > 0 && !isOff ? `${new Date(message.due).toISOString().slice(0, 16)}Z` : '-';
    const cells = [id.padEnd(15), state.padEnd(7), String(message?.failures ?? 0).padEnd(5), due.padEnd(17), url];
    console.log(cells.join('  '));
  }
  return 0;
}

/** Sends a message without changes, and says what came of it. */
async function sendTest(hook: Webhook): Promise<number> {
  const now = Date.now();
  const body = JSON.stringify({ type: 'catalogue.test', timestamp: new Date(now).toISOString(), data: {} });
  const headers = signedHeaders({ id: `msg_test_${now}`, body }, hook.secrets, Math.floor(now / 1000));
  const outcome = await sendMessage(hook, { headers: { ...headers }, body }, new AbortController().signal);
  if (outcome.kind === 'accepted') {
    console.error(`${hook.id} has accepted the message`);
    return 0;
  }
  throw new Error(`${hook.id}: ${outcome.kind === 'gone' ? 'it answered 410' : outcome.reason}`);
}
