import { serveJobs } from '../processes/worker.ts';
import { pdfPages } from './pdf-pages.ts';

serveJobs<string, number>(pdfPages);
