import { serveCalls } from '../workers/serve-calls.ts';
import { recogniseCalls } from './recognise-calls.ts';

serveCalls(recogniseCalls);
