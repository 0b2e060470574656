import { confineImageLibrary } from '../media/image-library.ts';
import { serveJobs } from '../processes/worker.ts';
import { draw } from './draw.ts';
import { loadFonts } from './sheet/fonts.ts';

// The render process: the only place where untrusted pictures are decoded.
confineImageLibrary();
// Beside the first picture rather than before the first text.
loadFonts().catch(() => {});
serveJobs(draw);
