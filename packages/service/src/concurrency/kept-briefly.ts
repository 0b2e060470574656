/**
 * Caches the result of `read` for `milliseconds`, counted from the call to `read`. Calls that arrive while `read` is
 * running share its result. Failures are not cached.
 */
export function keptBriefly<Value>(
  read: () => Promise<Value>,
  milliseconds: number,
  now: () => number = () => performance.now(),
): () => Promise<Value> {
  let kept: { readonly value: Promise<Value>; readonly asked: number } | undefined;
  let isReading = false;
  return () => {
    if (kept && (isReading || now() - kept.asked < milliseconds)) return kept.value;
    isReading = true;
    const value = read().finally(() => {
      isReading = false;
    });
    kept = { value, asked: now() };
    value.catch(() => {
      kept = undefined;
    });
    return value;
  };
}
