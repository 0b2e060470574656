/** Entry of a thread that ranks the texts of a new base and splits them into words, while another reads the next assets. */
import { type MessagePort, workerData } from 'node:worker_threads';
import { rankTexts } from '../../../../columnar/src/build-orders.ts';
import { openTexts, type TextShape } from '../../../../columnar/src/build-texts.ts';
import { answerCalls } from '../../../../core/src/concurrency/calls.ts';
import { TEXT_CALLS } from './text-calls.ts';

const { shape, port } = workerData as { readonly shape: TextShape; readonly port: MessagePort };
answerCalls(port, TEXT_CALLS, { texts: openTexts(shape, rankTexts) }, (error) => {
  throw error;
});
