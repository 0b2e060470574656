/** Files of all formats, apart from those of `drawn-formats.gate.ts`. */
import { testFormats } from './drawn-formats.ts';
import { DAILY_FORMATS, FILES } from './sources-of-drawing.ts';

testFormats(
  'files of rarer formats',
  FILES.filter(({ name }) => !DAILY_FORMATS.includes(name)),
);
