import type { RepositoryPort } from '../../app/studyFaults/faultPorts';

/** What the YAML documents need beside the study. */
export interface YamlPorts {
  readonly repositories: RepositoryPort;
  /** Folder of the rubrics that ship. */
  readonly rubrics: string;
  /** A document has more to say: it is to be checked once more. */
  told(uri: string): void;
  failed(uri: string, error: unknown): void;
}
