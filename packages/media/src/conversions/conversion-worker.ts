import { setPriority } from 'node:os';
import { confineImageLibrary } from '../inspect/image-library.ts';
import { serveCalls } from '../workers/serve-calls.ts';
import { conversionCalls } from './conversion-calls.ts';

// Worker process that opens files for conversion. Its low priority lets page requests run before downloads.
setPriority(5);
confineImageLibrary();
serveCalls(conversionCalls);
