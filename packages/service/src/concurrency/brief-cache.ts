/**
 * Caches the result of `read` for `milliseconds`, counted from the call to `read`. Calls that arrive while `read` is
 * running share its result. Failures are not cached.
 */
export function cachedBriefly<Value>(
  read: () => Promise<Value>,
  milliseconds: number,
  now: () => number = () => performance.now(),
): () => Promise<Value> {
  let cached: { readonly value: Promise<Value>; readonly asked: number } | undefined;
  let isReading = false;
  return () => {
    if (cached && (isReading || now() - cached.asked < milliseconds)) return cached.value;
    isReading = true;
    const value = read().finally(() => {
      isReading = false;
    });
    cached = { value, asked: now() };
    value.catch(() => {
      cached = undefined;
    });
    return value;
  };
}
