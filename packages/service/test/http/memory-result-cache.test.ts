import { openMemoryResultCache } from '../../src/http/response-cache/result-cache.ts';
import { resultCacheContract } from './result-cache.contract.ts';

resultCacheContract('memory', async ({ now }) => openMemoryResultCache({ megabytes: 1, now }));
