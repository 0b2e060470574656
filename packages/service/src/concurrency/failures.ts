/** The worker process crashed, ran out of memory or exceeded its memory limit while it was running the job. */
export class WorkerDied extends Error {
  override readonly name = 'WorkerDied';
}

/** The job exceeded its deadline, so its worker process was killed. */
export class WorkerTimeout extends Error {
  override readonly name = 'WorkerTimeout';
}

/**
 * The job was not started because the queue is full or because the job reached its maximum waiting time. The caller may
 * retry later.
 */
export class QueueFull extends Error {
  override readonly name: string = 'QueueFull';
}

/**
 * The worker process did not start in time, which says nothing about the job: the machine is overloaded, or the worker
 * can't start at all.
 */
export class WorkerNotStarted extends QueueFull {
  override readonly name = 'WorkerNotStarted';
}
