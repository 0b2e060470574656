/** The worker process crashed, ran out of memory or passed its memory cap while it had the job. */
export class WorkerDied extends Error {
  override readonly name = 'WorkerDied';
}

/** The job's time was up; its worker process was killed. */
export class WorkerTimeout extends Error {
  override readonly name = 'WorkerTimeout';
}

/** The job was not begun: as many as allowed wait before it, or it has waited as long as it may. The caller may try again later. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}
