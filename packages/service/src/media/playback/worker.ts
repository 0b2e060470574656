import { setPriority } from 'node:os';
import { confineImageLibrary } from '../pictures/image-library.ts';
import { serveJobs } from '../workers/worker.ts';
import { type Answer, type Job, perform } from './jobs.ts';

// The process in which films and sounds are opened for playing. Whoever waits for a page comes before a conversion.
setPriority(10);
confineImageLibrary();
serveJobs<Job, Answer>(perform);
