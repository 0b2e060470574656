/** The result of `work`; or, as soon as the signal aborts, its reason: the work goes on unheard. */
export async function orLeave<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const left = Promise.withResolvers<never>();
  const leave = () => left.reject(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([work, left.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
