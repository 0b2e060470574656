import { writeSync } from 'node:fs';
import pino, { type Logger } from 'pino';

/** Structured logs, one JSON object a line, on stderr: stdout belongs to what a command says. */
export function openLog(): Logger {
  return pino({ base: null, timestamp: isoTime }, gathered(2));
}

/**
 * Writes lines together that are logged in one turn of the event loop: under load a write for each would cost more than the
 * request it tells of. Whatever way the process or thread ends, short of a kill, nothing is lost.
 */
function gathered(descriptor: number): { write(line: string): void } {
  let lines = '';
  const flush = () => {
    const text = lines;
    lines = '';
    if (text !== '') writeWhole(descriptor, Buffer.from(text));
  };
  process.on('exit', flush);
  return {
    write(line) {
      if (lines === '') setImmediate(flush);
      lines += line;
    },
  };
}

function writeWhole(descriptor: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      // A full pipe is worth waiting for; a reader that is gone is no reason to stop serving.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

let lastMillisecond = 0;
let lastTime = '';

/** Many lines share a millisecond. */
function isoTime(): string {
  const now = Date.now();
  if (now !== lastMillisecond) {
    lastMillisecond = now;
    lastTime = `,"time":"${new Date(now).toISOString()}"`;
  }
  return lastTime;
}
