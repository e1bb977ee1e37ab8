import type { Instance } from '../../core/instance/instance';
import type { FilePort } from '../../core/shared/files';
import type { StudyCatalogue } from '../../core/study/catalogue';
import type { HiddenFromRater } from '../../core/study/hiddenFromRater';
import type { InstanceRun } from '../../core/study/instanceRuns';
import type { OpenedTrajectory } from '../trajectory/openTrajectory';

/** A study as assistants may look at it. Nothing here writes or runs anything. */
export interface AssistantStudy {
  readonly catalogue: StudyCatalogue;
  /** As `instanceRuns` gives them. */
  readonly rows: ReadonlyMap<string, readonly InstanceRun[]>;
}

/** What the tools of assistants read by. */
export interface AssistantDesk {
  readonly files: FilePort;
  /** Throws InputFault where no study is open or its folder can't be read. */
  study(): Promise<AssistantStudy>;
  readInstance(datasetPath: string, instanceId: string): Promise<Instance | null>;
  /** The model patch of a predictions file; null where it has none. */
  readPatch(predictionsPath: string, instanceId: string): Promise<string | null>;
  /** `path`: one that the study lists. */
  openTrajectory(path: string): Promise<OpenedTrajectory>;
  /** What must not be told of an instance now; null: of what may be any. */
  hiddenOf(instanceId: string | null): Promise<HiddenFromRater>;
}
