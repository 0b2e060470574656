import { setPriority } from 'node:os';
import { confineImageLibrary } from '../pictures/image-library.ts';
import { serveJobs } from '../workers/serve-jobs.ts';
import { type FilmJob, type FilmResult, perform } from './jobs.ts';

// Worker process that opens films and sounds for playing. Its low priority lets page requests run before conversions.
setPriority(10);
confineImageLibrary();
serveJobs<FilmJob, FilmResult>(perform);
