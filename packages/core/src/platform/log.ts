import { writeSync } from 'node:fs';
import pino, { type Logger } from 'pino';
import { codeOf } from './system-errors.ts';

/** Opens a structured log of one JSON object per line on stderr; stdout is for the output of commands. */
export function openLog(): Logger {
  const stream = gathered(2);
  const log = pino({ base: null, timestamp: isoTime }, stream);
  streams.set(log, stream);
  return log;
}

interface LogStream {
  write(line: string): void;
}

/** Streams of the logs that `openLog` has opened. */
const streams = new WeakMap<Logger, LogStream>();

/**
 * Buffers the lines of one turn of the event loop and writes them together: under load, one write per line would cost
 * more than the request that it describes. Nothing is lost however the process or thread ends, except by SIGKILL.
 */
function gathered(descriptor: number): LogStream {
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
      if (codeOf(error) !== 'EAGAIN') return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

/**
 * Creates a function that writes lines of level info which differ only in their time and one figure, for example the
 * requests of one address. It writes lines of `openLog` itself: formatting each with the logger would take four times
 * as long.
 */
export function openLines(
  log: Logger,
  fields: Readonly<Record<string, unknown>>,
  figure: string,
  message: string,
): (value: number) => void {
  if (!log.isLevelEnabled('info')) return () => {};
  const stream = streams.get(log);
  if (stream === undefined) return (value) => log.info({ ...fields, [figure]: value }, message);
  const start = `{"level":${pino.levels.values['info']}`;
  const rest = `,${JSON.stringify(fields).slice(1, -1)},${JSON.stringify(figure)}:`;
  const end = `,"msg":${JSON.stringify(message)}}\n`;
  return (value) => stream.write(start + isoTime() + rest + value + end);
}

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
