import { loadFonts } from '../inspect/fonts.ts';
import { confineImageLibrary } from '../inspect/image-library.ts';
import { serveCalls } from '../workers/serve-calls.ts';
import { pictureCalls } from './picture-calls.ts';

// Entry point of the render process, the only place where untrusted pictures are decoded.
confineImageLibrary();
// Loads the fonts while the first picture is drawn, so that the first text need not wait for them.
loadFonts().catch(() => {});
serveCalls(pictureCalls);
