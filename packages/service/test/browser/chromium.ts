import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The command that starts a Chromium on this machine (`CHROMIUM` names another one), or undefined without one. */
export const chromium = [process.env['CHROMIUM'], 'chromium', 'chromium-browser', 'google-chrome'].find((command) => {
  try {
    return command !== undefined && execFileSync(command, ['--version'], { stdio: 'pipe' }).length > 0;
  } catch {
    return false;
  }
});

const PATIENCE_MS = 10_000;

/** One page in a headless Chromium. The opener closes it. */
export interface Page extends AsyncDisposable {
  /** Errors and warnings of the console and the browser so far. */
  readonly complaints: readonly string[];
  open(address: string): Promise<void>;
  /** The value of an expression in the page; waits for a promise. */
  read(expression: string): Promise<unknown>;
  /** Waits until the expression holds; after 10 seconds an error that says what the page shows instead. */
  until(expression: string): Promise<void>;
  press(key: string): Promise<void>;
  /** A command of the DevTools protocol. */
  send(method: string, params?: object): Promise<Record<string, unknown>>;
}

interface Message {
  id?: number;
  method?: string;
  params?: {
    message?: { text?: string };
    entry?: { text?: string; level?: string };
    exceptionDetails?: { text?: string };
  };
  result?: Record<string, unknown>;
  error?: { message: string };
}

/** Starts Chromium with a profile of its own and opens an empty page in it. Throws if it does not start. */
export async function openPage(command: string): Promise<Page> {
  await using stack = new AsyncDisposableStack();
  const profile = await mkdtemp(join(tmpdir(), 'page-'));
  stack.defer(() => rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  const flags = [
    '--headless=new',
    '--window-size=1280,900',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
  ];
  flags.push('--disable-component-update', '--disable-sync', '--remote-debugging-port=0', `--user-data-dir=${profile}`);
  // As root, for example in a container, Chromium refuses to start with its sandbox.
  if (process.getuid?.() === 0) flags.push('--no-sandbox');
  const browser = spawn(command, flags, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise((resolve) => browser.once('close', resolve));
  stack.defer(async () => {
    browser.kill('SIGKILL');
    await ended;
  });

  const socket = new WebSocket(await pageAddress(browser.stderr));
  stack.defer(() => socket.close());
  const waiting = new Map<number, (message: Message) => void>();
  const complaints: string[] = [];
  let last = 0;
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error('Chromium does not listen'));
  });
  socket.onmessage = ({ data }) => {
    const message: Message = JSON.parse(String(data));
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    else if (message.method === 'Runtime.exceptionThrown') complaints.push(JSON.stringify(message.params));
    else if (message.method === 'Log.entryAdded') complaints.push(JSON.stringify(message.params?.entry));
  };
  const send: Page['send'] = async (method, params = {}) => {
    last += 1;
    const id = last;
    const answer = new Promise<Message>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { result, error } = await answer;
    waiting.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  };
  const read: Page['read'] = async (expression) => {
    const { result, exceptionDetails } = await send('Runtime.evaluate', {
      expression,
      returnByValue: true,
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`);
    return (result as { value?: unknown }).value;
  };
  for (const domain of ['Page', 'Runtime', 'Log']) await send(`${domain}.enable`);

  const owned = stack.move();
  return {
    complaints,
    send,
    read,
    open: async (address) => {
      await send('Page.navigate', { url: address });
    },
    until: async (expression) => {
      const holds = `new Promise((done) => {
        const end = performance.now() + ${PATIENCE_MS};
        (function look() {
          if (${expression}) done(true); else if (performance.now() > end) done(false); else setTimeout(look, 20);
        })();
      })`;
      if (await read(holds)) return;
      const shown = await read('location.href + ": " + document.body?.innerText.slice(0, 500)');
      throw new Error(`not within ${PATIENCE_MS} ms: ${expression}; ${shown}`);
    },
    press: async (key) => {
      const text = key === 'Enter' ? '\r' : key.length === 1 ? key : undefined;
      const code = {
        Enter: 13,
        Escape: 27,
        End: 35,
        Home: 36,
        ArrowLeft: 37,
        ArrowUp: 38,
        ArrowRight: 39,
        ArrowDown: 40,
      }[key];
      await send('Input.dispatchKeyEvent', { type: 'keyDown', key, text, windowsVirtualKeyCode: code });
      await send('Input.dispatchKeyEvent', { type: 'keyUp', key, windowsVirtualKeyCode: code });
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Chromium prints its debugging address on standard error; the first page is in its list of targets. */
async function pageAddress(errors: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: errors })) {
    const port = /listening on ws:\/\/[^:]+:(\d+)/.exec(line)?.[1];
    if (port === undefined) continue;
    // A full pipe would stop the browser.
    errors.resume();
    const reply = await fetch(`http://127.0.0.1:${port}/json/new?about:blank`, { method: 'PUT' });
    return ((await reply.json()) as { webSocketDebuggerUrl: string }).webSocketDebuggerUrl;
  }
  throw new Error('Chromium ended before it listened');
}
