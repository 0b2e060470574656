import { setPriority } from 'node:os';
import { confineImageLibrary } from '../pictures/image-library.ts';
import { serveJobs } from '../workers/serve-jobs.ts';
import { performConversion } from './jobs.ts';

// Worker process that opens files for conversion. Its low priority lets page requests run before downloads.
setPriority(5);
confineImageLibrary();
serveJobs(performConversion);
