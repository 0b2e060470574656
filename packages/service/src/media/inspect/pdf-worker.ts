import { serveJobs } from '../workers/worker.ts';
import { type PdfPages, pdfPages } from './pdf-pages.ts';

serveJobs<string, PdfPages>(pdfPages);
