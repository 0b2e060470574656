import { serveCalls } from '../workers/serve-calls.ts';
import { openTagReader } from './exiftool.ts';
import { extract } from './extract.ts';
import type { ExtractCalls } from './extract-job.ts';

const { ABS_PERL: perl = '', ABS_SCRATCH: scratch = '', ABS_EXIFTOOL_SECONDS: seconds = '' } = process.env;
const exiftool = perl === '' ? undefined : openTagReader({ perl, scratch, seconds: Number(seconds) });

const calls: ExtractCalls = { extract: (job) => extract(job, exiftool) };
serveCalls(calls);
