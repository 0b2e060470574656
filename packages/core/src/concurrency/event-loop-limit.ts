/**
 * Returns a function that lets at most `most` callers proceed in each turn of the event loop. Further ones wait for the
 * next turns, in their order.
 */
export function openEventLoopLimit(most: number): () => Promise<void> {
  const waiting: (() => void)[] = [];
  let left = most;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      left = most;
      const now = waiting.splice(0, most);
      left -= now.length;
      if (now.length > 0) schedule();
      for (const proceed of now) proceed();
    });
  }

  return () => {
    schedule();
    if (left === 0) return new Promise((proceed) => waiting.push(proceed));
    left -= 1;
    return Promise.resolve();
  };
}
