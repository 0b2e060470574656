import { serveJobs } from '../workers/worker.ts';
import { draw } from './draw.ts';
import { confineImageLibrary } from './image-library.ts';
import { loadFonts } from './sheet/fonts.ts';

// The render process: the only place where untrusted pictures are decoded.
confineImageLibrary();
// Beside the first picture rather than before the first text.
loadFonts().catch(() => {});
serveJobs(draw);
