import type { ServiceFile } from '@asset-browsing-service/client';
import { requestFile, type SaveRequest } from './save.ts';

/**
 * Requests a file and writes it as it arrives, to what was opened before, because the response of a place that cannot be
 * written would stay open. If that fails, nothing stays open. A file of more than `room` bytes is refused like one for which
 * the disk has no room.
 */
export async function writeFile(
  request: SaveRequest,
  writable: FileSystemWritableFileStream,
  room = Number.POSITIVE_INFINITY,
): Promise<ServiceFile> {
  try {
    const file = await requestFile(request);
    if (file.size !== undefined && file.size > room) {
      file.stream.cancel().catch(() => {});
      throw new DOMException('the file is larger than the free storage', 'QuotaExceededError');
    }
    await file.stream.pipeTo(writable, { signal: request.signal });
    return file;
  } catch (error) {
    await writable.abort(error).catch(() => {});
    throw error;
  }
}
