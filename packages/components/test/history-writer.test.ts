import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { forRuns } from '../../core/test/support/fast-check.ts';
import { type HistoryBrowser, HistoryWriter } from '../src/page/history-writer.ts';

/** The history and the storage of a window, and its clock. */
function openWindow() {
  let entries: readonly { readonly state: unknown; readonly address: string }[] = [{ state: null, address: '#' }];
  let present = 0;
  let isRefusing = false;
  let isIgnoring = false;
  let changes = 0;
  let time = 0;
  let timers: readonly { readonly at: number; readonly run: () => void }[] = [];
  const stored = new Map<string, string>();

  function change(from: number, state: unknown, address: string): void {
    if (isRefusing) throw new DOMException('too many', 'SecurityError');
    if (isIgnoring) return;
    changes += 1;
    const entry = { state: structuredClone(state), address };
    const after = from === present ? entries.slice(present + 1) : [];
    entries = [...entries.slice(0, from), entry, ...after];
    present = from;
  }

  const browser: HistoryBrowser = {
    history: {
      get state() {
        return entries[present]?.state;
      },
      pushState: (state, _unused, address) => change(present + 1, state, String(address)),
      replaceState: (state, _unused, address) => change(present, state, String(address)),
    },
    storage: () =>
      ({
        getItem: (key: string) => stored.get(key) ?? null,
        setItem: (key: string, text: string) => void stored.set(key, text),
        removeItem: (key: string) => void stored.delete(key),
      }) as unknown as Storage,
    path: '/',
    isReload: true,
    now: () => time,
    after: (milliseconds, run) => {
      const timer = { at: time + milliseconds, run };
      timers = [...timers, timer];
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
  };
  return {
    browser,
    /** What the present entry says. */
    address: () => entries[present]?.address ?? '',
    changes: () => changes,
    refuse: (next: boolean) => {
      isRefusing = next;
    },
    /** Ignores changes until the page is loaded again, as browsers do while a reload begins. */
    ignore: () => {
      isIgnoring = true;
    },
    pass: (milliseconds: number) => {
      const end = time + milliseconds;
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= end).toSorted((one, other) => one.at - other.at);
        if (!next) break;
        timers = timers.filter((each) => each !== next);
        time = next.at;
        next.run();
      }
      time = end;
    },
    /** Goes back or forward; false if there is no such entry. */
    move: (by: number) => {
      if (!entries[present + by]) return false;
      present += by;
      return true;
    },
    /** Forgets the state of the present entry, as Chromium does if it was changed while a reload began. */
    forget: () => {
      entries = entries.with(present, { state: null, address: entries[present]?.address ?? '' });
    },
    /** Forgets the timers of a page that is left for good. */
    load: () => {
      timers = [];
      isIgnoring = false;
    },
  };
}

/** What a person and a browser may do. */
const step = fc.constantFrom(
  ...(['replace', 'push', 'back', 'forward', 'refuse', 'accept', 'wait'] as const),
  ...(['reload', 'slow reload', 'forgetful reload', 'show again'] as const),
);

test('whatever a browser refuses, each entry of the history gets what was last said of it', () => {
  forRuns(1000, fc.array(step, { maxLength: 40 }), (steps) => {
    const window = openWindow();
    let writer = new HistoryWriter(window.browser);
    let said: readonly string[] = ['#first'];
    let present = 0;
    writer.replace({}, '#first');
    for (const [number, each] of steps.entries()) {
      const address = `#${number}`;
      if (each === 'replace') {
        writer.replace({ number }, address);
        said = said.with(present, address);
      } else if (each === 'push') {
        const isMade = writer.push({ number }, address);
        if (isMade) said = [...said.slice(0, present + 1), address];
        if (isMade) present += 1;
      } else if (each === 'back' || each === 'forward') {
        const by = each === 'back' ? -1 : 1;
        if (window.move(by)) {
          present += by;
          writer.arrived();
        }
      } else if (each === 'refuse' || each === 'accept') window.refuse(each === 'refuse');
      else if (each === 'wait') window.pass(700);
      else {
        if (each === 'slow reload' || each === 'forgetful reload') {
          window.ignore();
          window.pass(700);
        }
        writer.leave();
        if (each === 'show again') writer.resume();
        else {
          if (each === 'forgetful reload') window.forget();
          window.load();
          writer = new HistoryWriter(window.browser);
        }
      }
      assert.equal(writer.address ?? window.address(), said[present], `${number} ${each}`);
    }
    // Other entries are completed when the person comes to them.
    window.refuse(false);
    window.pass(10_000);
    assert.equal(window.address(), said[present]);
  });
});

test('a text of 50 letters and a long way through a list change the history twice a second', () => {
  const window = openWindow();
  const writer = new HistoryWriter(window.browser);
  for (let letter = 1; letter <= 50; letter += 1) {
    writer.replace({}, `#q=${'x'.repeat(letter)}`);
    window.pass(100);
  }
  for (let position = 1; position <= 300; position += 1) {
    writer.replace({}, `#at=${position}`);
    window.pass(16);
  }
  window.pass(1000);
  assert.equal(window.address(), '#at=300');
  assert.ok(window.changes() <= 2 + (5000 + 4800) / 500, `${window.changes()}`);
});
