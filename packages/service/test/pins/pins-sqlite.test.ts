import { openSqlite } from '../catalogue/open-sqlite.ts';
import { pinsContract } from './pins.contract.ts';

pinsContract('SQLite', openSqlite);
