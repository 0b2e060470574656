import { serveCalls } from '../workers/serve-calls.ts';
import { textCalls } from './text-calls.ts';

serveCalls(textCalls);
