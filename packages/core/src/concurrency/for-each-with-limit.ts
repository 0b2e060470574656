/**
 * Calls `work` for every item in order, with at most `atOnce` calls running at a time. Stops starting calls after the
 * first failure or when the signal aborts, waits for the running calls, and then rejects with that failure or with the
 * signal's reason.
 */
export async function forEachWithLimit<T>(
  items: Iterable<T>,
  { atOnce, signal }: { atOnce: number; signal: AbortSignal },
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  let failure: { readonly error: unknown } | undefined;
  const runNext = async (): Promise<void> => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) {
      if (failure || signal.aborted) return;
      try {
        await work(next.value);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runNext));
  if (failure) throw failure.error;
  signal.throwIfAborted();
}
