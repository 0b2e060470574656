import type { DescriptiveMetadata, FileFacts } from '../../domain/facts.ts';

/** Job of an extraction worker. */
export interface ExtractJob {
  readonly path: string;
  readonly name: string;
  readonly sidecar?: string;
  readonly words: boolean;
  /** `type` reads only the category and media type. Used after a file has killed a worker. */
  readonly only?: 'type';
}

/** Result of an extraction worker. */
export interface ExtractAnswer extends Extracted {
  /** Why a PDF must be opened. That is a separate job, so that a crash does not lose what was already read. */
  readonly toOpen?: 'pages' | 'doubt';
}

/** Facts and descriptive metadata of a file. */
export interface Extracted {
  readonly facts: FileFacts;
  /** Absent if reading failed, so that nothing is known about the descriptive metadata. */
  readonly words?: DescriptiveMetadata;
  /** One sentence for the operator if the file is damaged or is not what its extension claims. */
  readonly warning?: string;
}
