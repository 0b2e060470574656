import { setPriority } from 'node:os';
import { confineImageLibrary } from '../pictures/image-library.ts';
import { serveJobs } from '../workers/worker.ts';
import { performConversion } from './jobs.ts';

// The process in which files are opened for converting. Whoever waits for a page comes before a download.
setPriority(5);
confineImageLibrary();
serveJobs(performConversion);
