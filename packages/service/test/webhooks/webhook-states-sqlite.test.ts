import { openSqlite } from '../catalogue/open-sqlite.ts';
import { webhookStatesContract } from './webhook-states.contract.ts';

webhookStatesContract('SQLite', async () => {
  const { writer, ...all } = await openSqlite();
  return { ...all, states: writer.webhooks };
});
