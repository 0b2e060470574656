import type { DescriptiveMetadata } from '../../../core/src/domain/descriptive-metadata.ts';
import type { FileProperties } from '../../../core/src/domain/file-properties.ts';

export type ExtractCalls = {
  extract(job: ExtractJob): Promise<ExtractAnswer>;
};

export interface ExtractJob {
  readonly path: string;
  readonly name: string;
  readonly sidecar?: string;
  readonly metadata: boolean;
  /** `type` reads only the category and media type. Used after a file has killed a worker. */
  readonly only?: 'type';
}

export interface ExtractAnswer extends Extracted {
  /**
   * Why a file must be opened: to count the pages of a PDF, or because it may be damaged or transparent. That is a separate
   * job, so that a crash does not lose what was already read.
   */
  readonly toOpen?: 'pages' | 'doubt' | 'damage' | 'alpha';
  /** Sentences about its validity and its sidecar. */
  readonly besides?: readonly string[];
}

/** Properties and descriptive metadata of a file. */
export interface Extracted {
  readonly properties: FileProperties;
  /** Absent if reading failed, so that nothing is known about the descriptive metadata. */
  readonly metadata?: DescriptiveMetadata;
  /** For the operator: a sentence if the file is damaged or is not what its extension claims, then those about its validity and its sidecar. */
  readonly warning?: string;
}
