/**
 * Shares one result of `read` among all who ask within `milliseconds` after it was asked for, and among those who ask while it is
 * read. A failure is shared only until it is known.
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
