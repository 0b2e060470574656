/**
 * Carries messages between the threads of a service. Each thread has a handle of its own. Messages are plain data. One
 * that is published while a handle opens or closes may not reach it.
 */
export interface Bus extends Disposable {
  /** Sends a message to the subscribers of a topic at all other handles. Returns at once. */
  publish(topic: string, message: unknown): void;
  /** Calls `listener` with each message to a topic; the messages of one handle arrive in their order. */
  subscribe(topic: string, listener: (message: unknown) => void): void;
}
