import { serveJobs } from '../workers/serve-jobs.ts';
import { openTagReader } from './exiftool.ts';
import { extract } from './extract.ts';
import type { ExtractAnswer, ExtractJob } from './extract-job.ts';

const { ABS_PERL: perl = '', ABS_SCRATCH: scratch = '', ABS_EXIFTOOL_SECONDS: seconds = '' } = process.env;
const exiftool = perl === '' ? undefined : openTagReader({ perl, scratch, seconds: Number(seconds) });

serveJobs<ExtractJob, ExtractAnswer>((job) => extract(job, exiftool));
