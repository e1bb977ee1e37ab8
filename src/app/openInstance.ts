import type { Instance } from '../core/instance/instance';
import type { Sha256 } from '../core/shared/hash';
import { InputFault } from '../core/shared/problem';
import { folderName } from '../core/workspace/folderName';
import { planWorkspace, type WorkspacePlan, type WorkspaceStart } from '../core/workspace/plan';
import type { RepositorySource } from '../core/workspace/repositorySource';
import type { OnProgress, TieOrigin, Workspaces, WorkspaceTie } from '../core/workspace/workspaces';
import { type OpenInstanceResult, openFolder } from './openInstanceFolder';

export interface OpenInstancePorts {
  readonly workspaces: Workspaces;
  readonly sha256: Sha256;
}

/** What every way of opening is told. */
export interface OpenRequest extends TieOrigin {
  readonly instance: Instance;
  /** The checkout's own folder, absolute; without it one below `workspaces.home`, by study and instance. */
  readonly dir?: string;
  readonly withTestPatch: boolean;
  /** Where a checkout with uncommitted work stands: tell and do nothing, open it as it is, or make another beside. */
  readonly onExisting: 'tell' | 'open' | 'second';
}

export interface OpenInstanceRequest extends OpenRequest {
  readonly source: RepositorySource;
  /** What the work begins with; absent: base. */
  readonly start?: WorkspaceStart;
}

/**
 * Opens an instance as a workspace: makes its checkout, or gives the one that was made before. Throws InputFault and
 * EnvironmentFault; then, and where the signal ends it, nothing half made is left.
 */
export const openInstance = async (
  ports: OpenInstancePorts,
  request: OpenInstanceRequest,
  onProgress?: OnProgress,
  signal?: AbortSignal,
): Promise<OpenInstanceResult> => {
  const planned = planWorkspace(request.instance, request, ports.sha256);
  if (!planned.ok) throw new InputFault(planned.error);
  const plan = planned.value;
  const origin = originOf(request);
  const opening = {
    workspaces: ports.workspaces,
    folder: request.dir ?? defaultFolder(ports, request, plan.folderName),
    isNamed: request.dir !== undefined,
    origin,
    onExisting: request.onExisting,
    isSame: (tie: WorkspaceTie) => isSame(tie, plan),
    make: async (folder: string) =>
      (await ports.workspaces.make(plan, folder, origin, onProgress, signal)) ? [] : null,
  };
  return openFolder(opening, signal);
};

/** A folder below the workspaces' own, by study and instance. */
export const defaultFolder = (ports: OpenInstancePorts, request: TieOrigin, name: string): string => {
  const root = request.studyRoot ?? request.datasetPath ?? '';
  const study = folderName(root.split(/[\\/]/).filter(Boolean).at(-1) ?? 'instances', ports.sha256);
  return `${ports.workspaces.home}/${study.slice(0, 40)}-${ports.sha256(root).slice(0, 8)}/${name}`;
};

export const originOf = ({ studyRoot, datasetPath }: TieOrigin): TieOrigin => ({ studyRoot, datasetPath });

const isSame = (tie: WorkspaceTie, plan: WorkspacePlan): boolean =>
  tie.image === undefined &&
  tie.instanceId === plan.instanceId &&
  tie.baseCommit === plan.baseCommit &&
  tie.start?.of === plan.start?.of &&
  tie.withTestPatch === (plan.testPatch !== null);
