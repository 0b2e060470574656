// A reporter of Node's test runner: lines of tab-separated values for the summary of parts.sh.
import { relative } from 'node:path';

/** A text on one line: line ends and tabs would end a value. */
const oneLine = (text) => String(text).trimEnd().replaceAll('\t', ' ').replaceAll('\n', '␤');

/** The message of an error and the frames outside Node. */
function reason(error) {
  const { message = error, stack = '' } = error?.cause ?? error ?? {};
  const frames = String(stack)
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && !line.includes('node:'));
  return [message, ...frames.slice(0, 4)].join('\n');
}

const NONE = { pass: 0, fail: 0, skipped: 0 };

export default async function* report(events) {
  // The tests of one file come together, then its end: that of its process, or of its suite in a process of several files.
  let counts = { ...NONE };
  for await (const { type, data } of events) {
    const file = data.file && relative(process.cwd(), data.file);
    const isEnd = type === 'test:pass' || type === 'test:fail';
    const isSuite = data.details?.type === 'suite';
    if (isEnd && !isSuite) counts[data.skip !== undefined ? 'skipped' : type.slice('test:'.length)] += 1;
    const isEndOfFile = isEnd && isSuite && data.nesting === 0 && data.name.endsWith('.test.ts');
    if (isEndOfFile || (type === 'test:summary' && file && Object.values(counts).some((count) => count > 0))) {
      const milliseconds = Math.round(isEndOfFile ? data.details.duration_ms : data.duration_ms);
      const { pass: passed, fail: failed, skipped } = counts;
      yield `${['file', milliseconds, isEndOfFile ? data.name : file, passed, failed, skipped].join('\t')}\n`;
      counts = { ...NONE };
    }
    if (type === 'test:fail' && data.details.error?.failureType !== 'subtestsFailed') {
      yield `failed\t${file}:${data.line}\t${oneLine(data.name)}\t${oneLine(reason(data.details.error))}\n`;
    } else if (type === 'test:pass' && data.skip !== undefined) {
      yield `skipped\t${oneLine(data.skip === true ? 'without a reason' : data.skip)}\t${file}\n`;
    }
  }
}
