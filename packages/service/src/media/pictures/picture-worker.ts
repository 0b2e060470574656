import { serveJobs } from '../workers/serve-jobs.ts';
import { draw } from './draw.ts';
import { confineImageLibrary } from './image-library.ts';
import { loadFonts } from './sheet/fonts.ts';

// Entry point of the render process, the only place where untrusted pictures are decoded.
confineImageLibrary();
// Loads the fonts while the first picture is drawn, so that the first text need not wait for them.
loadFonts().catch(() => {});
serveJobs(draw);
