/** The worker process crashed, ran out of memory or exceeded its memory limit while it was running the job. */
export class WorkerDied extends Error {
  override readonly name = 'WorkerDied';
}

/** The job exceeded its deadline, so its worker process was killed. */
export class WorkerTimeout extends Error {
  override readonly name = 'WorkerTimeout';
}

/** The job was not started: the queue is full, or it waited as long as it may. The caller may retry later. */
export class QueueFull extends Error {
  override readonly name: string = 'QueueFull';
}

/** The queue of slow jobs is full, or a job waited in it as long as it may, so it will not be empty in a second. */
export class SlowQueueFull extends QueueFull {
  override readonly name = 'SlowQueueFull';
}

/** The worker did not start in time, which says nothing about the job: it can't start, or the machine is busy. */
export class WorkerNotStarted extends QueueFull {
  override readonly name = 'WorkerNotStarted';
}

/** The disk has no room for the result. It says nothing about the job. */
export class NoRoom extends QueueFull {
  override readonly name = 'NoRoom';
}
