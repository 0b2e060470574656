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

/**
 * Writes lines of level info that differ in their time and one figure alone, such as those of one address. The logger would put
 * each together anew, which takes four times as long.
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

/** The parts of a logger that others may use to extend it. */
const STREAM: unique symbol = pino.symbols.streamSym as never;
const TIME: unique symbol = pino.symbols.timeSym as never;

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
