import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../../../core/test/support/until.ts';
import type { AuditEntry, AuditLog } from '../../src/auth/audit-log.ts';

/** An open log, and what it has written so far. */
interface OpenLog extends AsyncDisposable {
  readonly log: AuditLog;
  written(): readonly Readonly<Record<string, unknown>>[];
}

/** What every audit log promises. */
export function auditLogContract(name: string, open: () => Promise<OpenLog>): void {
  describe(name, () => {
    test('writes entries soon, in order, and whole', async () => {
      await using audit = await open();
      const entries: AuditEntry[] = [
        { event: 'sign_in_failed', address: '192.0.2.1', endpoint: 'press' },
        { event: 'token_created', user: 3, details: { name: 'two\nlines "and" marks', isNew: true, count: 7 } },
        { event: 'cache_flushed' },
      ];
      for (const entry of entries) assert.equal(audit.log.record(entry), undefined);
      await until(() => audit.written().length === entries.length);
      const expected = entries.map(({ details, ...entry }) => ({ ...entry, ...details }));
      const written = audit.written().map(({ time, ...entry }) => entry);
      assert.deepEqual(written, expected);
      for (const { time } of audit.written()) assert.match(String(time), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    });
  });
}
