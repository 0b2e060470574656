import { setPriority } from 'node:os';
import { serveJobs } from '../processes/worker.ts';
import { confineImageLibrary } from '../renditions/loaders.ts';
import { performConversion } from './jobs.ts';

// The process in which files are opened for converting. Whoever waits for a page comes before a download.
setPriority(5);
confineImageLibrary();
serveJobs(performConversion);
