/** Maximum number of simultaneous requests of one task. Browsers send about six at once to a service over HTTP/1.1. */
const AT_ONCE = 4;

/**
 * Works on the items in their order, on a few at the same time. Rejects with the first error, after which it begins no further
 * item.
 */
export async function forEachLimited<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  let position = 0;

  async function workOn(): Promise<void> {
    try {
      for (let item = items[position]; position < items.length; item = items[position]) {
        position += 1;
        await work(item as T);
      }
    } catch (error) {
      position = items.length;
      throw error;
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, workOn));
}
