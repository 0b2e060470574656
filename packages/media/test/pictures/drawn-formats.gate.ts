/** One file for each of the commonest decoders; `formats.full.ts` draws all others. */
import { testFormats } from './drawn-formats.ts';
import { DAILY_FORMATS, FILES } from './sources-of-drawing.ts';

testFormats(
  'files of the commonest formats',
  FILES.filter(({ name }) => DAILY_FORMATS.includes(name)),
);
