import { openMemoryResults } from '../../src/http/response-cache/results-memory.ts';
import { resultCacheContract } from './result-cache.contract.ts';

resultCacheContract('memory', async ({ now }) => openMemoryResults({ megabytes: 1, now }));
