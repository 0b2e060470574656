/** Maximum number of reads of one kind at a time, so that no kind takes all connections. */
const MOST_AT_ONCE = 2;

interface Read<Value> {
  readonly result: Promise<Value>;
  start(): void;
}

/**
 * Opens a reader of which at most two reads run at a time; the others wait in the order of their calls. Equal calls share
 * a read that hasn't begun, which therefore sees all that was committed before each of them.
 */
export function openSharedReader<Args extends readonly unknown[], Value>(
  read: (...args: Args) => Promise<Value>,
): (...args: Args) => Promise<Value> {
  const waiting = new Map<string, Read<Value>>();
  let running = 0;

  function next(): void {
    for (const [key, { start }] of waiting) {
      if (running >= MOST_AT_ONCE) return;
      waiting.delete(key);
      running += 1;
      start();
    }
  }

  function enqueue(key: string, args: Args): Read<Value> {
    const { promise, resolve } = Promise.withResolvers<Value>();
    const end = () => {
      running -= 1;
      next();
    };
    const start = () => {
      const value = read(...args);
      value.then(end, end);
      resolve(value);
    };
    const added = { result: promise, start };
    waiting.set(key, added);
    // Calls of one turn of the event loop can join.
    if (waiting.size === 1) setImmediate(next);
    return added;
  }

  return async (...args) => {
    const key = JSON.stringify(args);
    return await (waiting.get(key) ?? enqueue(key, args)).result;
  };
}
