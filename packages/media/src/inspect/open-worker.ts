import { serveCalls } from '../workers/serve-calls.ts';
import { openCalls } from './open-calls.ts';

serveCalls(openCalls);
