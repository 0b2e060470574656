import pino, { type Logger } from 'pino';

/** Structured logs, one JSON object a line, on stderr: stdout belongs to what a command says. */
export function openLog(): Logger {
  return pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ dest: 2, sync: true }));
}
