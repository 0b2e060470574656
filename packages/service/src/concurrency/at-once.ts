/**
 * Calls `work` for every item, at most `atOnce` calls at a time, in order of the items. Rejects with the first failure, or with
 * the signal's reason, once the calls under way have ended; no further ones are begun.
 */
export async function forEachAtOnce<T>(
  items: Iterable<T>,
  { atOnce, signal }: { atOnce: number; signal: AbortSignal },
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  let failure: { readonly error: unknown } | undefined;
  const lane = async (): Promise<void> => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) {
      if (failure || signal.aborted) return;
      try {
        await work(next.value);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  if (failure) throw failure.error;
  signal.throwIfAborted();
}
