/** Thrown for an invalid command line that only the command itself can recognise, before it has begun any work. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
