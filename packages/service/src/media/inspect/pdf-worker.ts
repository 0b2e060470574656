import { serveJobs } from '../workers/serve-jobs.ts';
import { type PdfPages, pdfPages } from './pdf-pages.ts';

serveJobs<string, PdfPages>(pdfPages);
