/** A reporter of Playwright: the same lines for the summary of parts.sh as those of node-report.mjs. */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';

const oneLine = (text: string) => text.trimEnd().replaceAll('\t', ' ').replaceAll('\n', '␤');

export default class BrowserReport implements Reporter {
  readonly #files = new Map<string, { milliseconds: number; passed: number; failed: number; skipped: number }>();
  readonly #lines: string[] = [];

  onBegin(_config: FullConfig, _suite: Suite): void {}

  onTestEnd({ title, location, annotations }: TestCase, { status, duration, error }: TestResult): void {
    const path = relative(process.cwd(), location.file);
    const file = this.#files.get(path) ?? { milliseconds: 0, passed: 0, failed: 0, skipped: 0 };
    this.#files.set(path, file);
    file.milliseconds += duration;
    if (status === 'passed') file.passed += 1;
    else if (status === 'skipped') {
      file.skipped += 1;
      this.#lines.push(
        `skipped\t${annotations.find(({ type }) => type === 'skip')?.description ?? 'without a reason'}\t${path}`,
      );
    } else {
      file.failed += 1;
      this.#lines.push(`failed\t${path}:${location.line}\t${oneLine(title)}\t${oneLine(error?.message ?? status)}`);
    }
  }

  onEnd(): void {
    for (const [path, { milliseconds, passed, failed, skipped }] of this.#files)
      this.#lines.push(['file', milliseconds, path, passed, failed, skipped].join('\t'));
    writeFileSync(process.env['TEST_REPORT'] ?? '/dev/null', `${this.#lines.join('\n')}\n`);
  }
}
