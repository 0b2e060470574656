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

export default async function* report(events) {
  for await (const { type, data } of events) {
    const file = data.file && relative(process.cwd(), data.file);
    if (type === 'test:summary' && file) {
      const { passed, failed, cancelled, skipped } = data.counts;
      yield `${['file', Math.round(data.duration_ms), file, passed, failed + cancelled, skipped].join('\t')}\n`;
    } else if (type === 'test:fail' && data.details.error?.failureType !== 'subtestsFailed') {
      yield `failed\t${file}:${data.line}\t${oneLine(data.name)}\t${oneLine(reason(data.details.error))}\n`;
    } else if (type === 'test:pass' && data.skip !== undefined) {
      yield `skipped\t${oneLine(data.skip === true ? 'without a reason' : data.skip)}\t${file}\n`;
    }
  }
}
