import { serveCalls } from '../workers/serve-calls.ts';
import { pdfCalls } from './pdf-pages.ts';

serveCalls(pdfCalls);
