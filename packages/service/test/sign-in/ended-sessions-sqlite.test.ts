import { openSqlite } from '../catalogue/open-sqlite.ts';
import { endedSessionsContract } from './ended-sessions.contract.ts';

endedSessionsContract('SQLite', openSqlite);
