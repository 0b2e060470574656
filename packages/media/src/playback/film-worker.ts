import { setPriority } from 'node:os';
import { confineImageLibrary } from '../inspect/image-library.ts';
import { serveCalls } from '../workers/serve-calls.ts';
import { filmCalls } from './film-calls.ts';

// Worker process that opens films and sounds for playing. Its low priority lets page requests run before conversions.
setPriority(10);
confineImageLibrary();
serveCalls(filmCalls);
