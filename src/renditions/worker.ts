import { serveJobs } from '../processes/worker.ts';
import { draw, type RenderAnswer, type RenderJob } from './draw.ts';
import { confineImageLibrary } from './loaders.ts';

// The render process: the only place where untrusted pictures are decoded.
confineImageLibrary();
serveJobs<RenderJob, RenderAnswer>(draw);
