import { writeSync } from 'node:fs';
import pino, { type Logger } from 'pino';

/**
 * Opens a structured log that writes one JSON object per line to stderr. stdout is reserved for the output of commands.
 */
export function openLog(): Logger {
  return pino({ base: null, timestamp: isoTime }, gathered(2));
}

/**
 * Buffers the lines of one turn of the event loop and writes them together: under load, one write per line would cost
 * more than the request that it describes. Nothing is lost however the process or thread ends, except by SIGKILL.
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
      // Waits while the pipe is full. Ignores other errors: if the reader is gone, the service must still serve.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

/**
 * Creates a function that writes lines of level info which differ only in their time and one figure, for example the
 * requests of one address. Formatting each line with the logger would take four times as long.
 */
export function openLines(
  log: Logger,
  fields: Readonly<Record<string, unknown>>,
  figure: string,
  message: string,
): (value: number) => void {
  if (!log.isLevelEnabled('info')) return () => {};
  const inside = log as unknown as { [STREAM]: { write(line: string): void }; [TIME](): string };
  const same = JSON.stringify({ ...log.bindings(), ...fields }).slice(1, -1);
  const rest = `,${same},${JSON.stringify(figure)}:`;
  const end = `,"msg":${JSON.stringify(message)}}\n`;
  const start = `{"level":${pino.levels.values['info']}`;
  return (value) => {
    inside[STREAM].write(start + inside[TIME]() + rest + value + end);
  };
}

/** Symbols through which pino gives extensions access to a logger's internals. */
const STREAM: unique symbol = pino.symbols.streamSym as never;
const TIME: unique symbol = pino.symbols.timeSym as never;

let lastMillisecond = 0;
let lastTime = '';

/** Caches the formatted time, because many lines share a millisecond. */
function isoTime(): string {
  const now = Date.now();
  if (now !== lastMillisecond) {
    lastMillisecond = now;
    lastTime = `,"time":"${new Date(now).toISOString()}"`;
  }
  return lastTime;
}
