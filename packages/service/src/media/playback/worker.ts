import { setPriority } from 'node:os';
import { confineImageLibrary } from '../pictures/image-library.ts';
import { serveJobs } from '../workers/worker.ts';
import { type Answer, type Job, perform } from './jobs.ts';

// Worker process that opens films and sounds for playing. Its low priority lets page requests run before conversions.
setPriority(10);
confineImageLibrary();
serveJobs<Job, Answer>(perform);
