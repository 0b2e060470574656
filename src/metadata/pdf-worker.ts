import { serveJobs } from '../processes/worker.ts';
import { type PdfPages, pdfPages } from './pdf-pages.ts';

serveJobs<string, PdfPages>(pdfPages);
