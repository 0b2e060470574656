import type { DescriptiveMetadata, FileFacts } from '../../domain/facts.ts';

/** What a worker process is asked. */
export interface ExtractJob {
  readonly path: string;
  readonly name: string;
  readonly sidecar?: string;
  readonly words: boolean;
  /** `type`: nothing but the category, for a file on which a worker has died. */
  readonly only?: 'type';
}

/** What a worker process answers. */
export interface ExtractAnswer extends Extracted {
  /** Of a PDF that is to be opened, in a job of its own: whom that kills has lost nothing that was read. */
  readonly toOpen?: 'pages' | 'doubt';
}

/** What a file says about itself. */
export interface Extracted {
  readonly facts: FileFacts;
  /** Absent where reading was given up, so that nothing is known of them. */
  readonly words?: DescriptiveMetadata;
  /** One sentence for the operator when the file is damaged or unreadable as what it claims to be. */
  readonly warning?: string;
}
