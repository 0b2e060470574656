import { serveJobs } from '../processes/worker.ts';
import { draw } from './draw.ts';
import { confineImageLibrary } from './loaders.ts';

// The render process: the only place where untrusted pictures are decoded.
confineImageLibrary();
serveJobs(draw);
