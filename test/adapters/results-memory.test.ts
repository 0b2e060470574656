import { openMemoryResults } from '../../src/adapters/results-memory.ts';
import { resultCacheContract } from '../contracts/result-cache.ts';

resultCacheContract('memory', async ({ now }) => openMemoryResults({ megabytes: 1, now }));
