import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { duration, openProgress } from '../../src/cli/progress.ts';

/** A stream that collects each write; a terminal if columns are given. */
class Screen extends Writable {
  readonly writes: string[] = [];
  readonly isTTY: boolean;
  columns: number;

  constructor(columns = 0) {
    super({ decodeStrings: false });
    this.columns = columns;
    this.isTTY = columns > 0;
  }

  override _write(chunk: string, _encoding: BufferEncoding, done: () => void): void {
    this.writes.push(chunk);
    done();
  }

  /** The visible text, after carriage returns and erasures. */
  get lines(): readonly string[] {
    return this.writes
      .join('')
      .replaceAll('\x1b[?7l', '')
      .replaceAll('\x1b[?7h', '')
      .split('\n')
      .map((line) =>
        line.split('\r').reduce((shown, part) => part.replaceAll('\x1b[K', '') || (part === '' ? shown : ''), ''),
      );
  }
}

function open(columns?: number) {
  const stream = new Screen(columns);
  const clock = { now: 0 };
  return { stream, clock, progress: openProgress({ stream, label: 'Importing', now: () => clock.now }) };
}

test('a terminal shows warnings above one line with bar, share, rate and time left, and nothing after the end', () => {
  const { stream, clock, progress } = open(100);
  clock.now = 2000;
  progress.update(50, 200, 'a.jpg');
  const bar = 'Importing [######------------------] 50/200 25%, 25/s, 6 s left a.jpg';
  assert.deepEqual(stream.lines, [bar]);
  progress.warn('b.jpg: damaged');
  assert.deepEqual(stream.lines, ['b.jpg: damaged', bar]);
  progress.done('200 assets');
  progress.update(1, 1);
  progress.done('again');
  assert.deepEqual(stream.lines, ['b.jpg: damaged', '200 assets', '']);
});

test('a terminal is updated at most ten times a second, in one write each', () => {
  const { stream, clock, progress } = open(80);
  for (clock.now = 0; clock.now <= 1000; clock.now += 1) progress.update(clock.now, 1000);
  assert.ok(stream.writes.length <= 11, `${stream.writes.length} writes`);
  assert.ok(stream.writes.every((text) => text.startsWith('\r') && text.endsWith('\x1b[K\x1b[?7h')));
});

test('the terminal is asked to cut a line that is too long, and control characters of a file name are left out', () => {
  const { stream, progress } = open(20);
  const note = `${'写真'.repeat(80)}a\nb\x1b[2J`;
  progress.update(1, 2, note);
  const [write] = stream.writes;
  const line = `Importing [############------------] 1/2 50% ${'写真'.repeat(80)}a b [2J`;
  assert.equal(write, `\r\x1b[?7l${line}\x1b[K\x1b[?7h`);
});

test('other streams get whole lines, at most one in two seconds, and the last', () => {
  const { stream, clock, progress } = open();
  for (clock.now = 0; clock.now <= 5000; clock.now += 10) progress.update(clock.now / 10, 500);
  progress.warn('b.jpg: damaged');
  progress.done('500 assets');
  assert.deepEqual(stream.lines, [
    ...['Importing: 200/500 40%, 100/s, 3 s left', 'Importing: 400/500 80%, 100/s, 1 s left', 'b.jpg: damaged'],
    ...['500 assets', ''],
  ]);
  assert.doesNotMatch(stream.writes.join(''), /\p{Cc}(?<!\n)/u);
});

test('durations are readable', () =>
  assert.deepEqual([0.2, 8, 150, 7500].map(duration), ['1 s', '8 s', '3 min', '2 h 5 min']));
