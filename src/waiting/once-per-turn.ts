/**
 * Reads a value once in a turn of the event loop. Requests that are read together are answered from one state of the catalogue:
 * all of them had arrived when it was asked for.
 */
export function oncePerTurn<Value>(read: () => Value): () => Value {
  let value: { readonly of: Value } | undefined;
  const forget = () => {
    value = undefined;
  };
  return () => {
    if (value === undefined) {
      value = { of: read() };
      setImmediate(forget);
    }
    return value.of;
  };
}
