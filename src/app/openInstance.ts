import type { Instance } from '../core/instance/instance';
import type { Sha256 } from '../core/shared/hash';
import { InputFault } from '../core/shared/problem';
import { folderName } from '../core/workspace/folderName';
import { planWorkspace, type WorkspacePlan } from '../core/workspace/plan';
import type { RepositorySource } from '../core/workspace/repositorySource';
import type { OnProgress, TieOrigin, Workspaces, WorkspaceTie } from '../core/workspace/workspaces';

export interface OpenInstancePorts {
  readonly workspaces: Workspaces;
  readonly sha256: Sha256;
}

export interface OpenInstanceRequest extends TieOrigin {
  readonly instance: Instance;
  readonly source: RepositorySource;
  /** The checkout's own folder, absolute; without it one below `workspaces.home`, by study and instance. */
  readonly dir?: string;
  readonly withTestPatch: boolean;
  /** Where a checkout with uncommitted work stands: tell and do nothing, open it as it is, or make another beside. */
  readonly onExisting: 'tell' | 'open' | 'second';
}

/** `changed`: files that differ from what was opened. Uncommitted work is never overwritten, whatever is asked. */
export type OpenInstanceResult =
  | {
      readonly kind: 'opened';
      readonly folder: string;
      readonly reused: boolean;
      readonly dirty: boolean;
      readonly changed: readonly string[];
    }
  | { readonly kind: 'dirty'; readonly folder: string; readonly changed: readonly string[] };

const mostFolders = 100;

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
  const plan = planWorkspace(request.instance, request, ports.sha256);
  if (!plan.ok) throw new InputFault(plan.error);
  const first = request.dir ?? defaultFolder(ports, request, plan.value);
  for (let count = 1; count <= mostFolders; count += 1) {
    const folder = count === 1 ? first : `${first}-${count}`;
    const result = await openAt(folder, { ports, request, plan: plan.value, onProgress, signal });
    if (result !== 'next') return result;
  }
  throw new InputFault(`${first} and ${mostFolders - 1} beside it are taken; remove some or choose another folder.`);
};

const defaultFolder = (ports: OpenInstancePorts, request: OpenInstanceRequest, plan: WorkspacePlan): string => {
  const root = request.studyRoot ?? request.datasetPath ?? '';
  const name = folderName(root.split(/[\\/]/).filter(Boolean).at(-1) ?? 'instances', ports.sha256);
  return `${ports.workspaces.home}/${name.slice(0, 40)}-${ports.sha256(root).slice(0, 8)}/${plan.folderName}`;
};

interface Opening {
  readonly ports: OpenInstancePorts;
  readonly request: OpenInstanceRequest;
  readonly plan: WorkspacePlan;
  readonly onProgress: OnProgress | undefined;
  readonly signal: AbortSignal | undefined;
}

const openAt = async (folder: string, opening: Opening): Promise<OpenInstanceResult | 'next'> => {
  const { ports, request, plan, onProgress, signal } = opening;
  const found = await ports.workspaces.find(folder, signal);
  if (found.kind === 'absent') {
    const made = await ports.workspaces.make(plan, folder, originOf(request), onProgress, signal);
    return made ? { kind: 'opened', folder, reused: false, dirty: false, changed: [] } : openAt(folder, opening);
  }
  if (found.kind === 'foreign' || !isSame(found.tie, plan)) return taken(folder, opening, found);
  const dirty = found.changed.length > 0;
  if (dirty && request.onExisting === 'tell') return { kind: 'dirty', folder, changed: found.changed };
  if (dirty && request.onExisting === 'second') return 'next';
  await ports.workspaces.tieAgain(folder, found.tie, originOf(request));
  return { kind: 'opened', folder, reused: true, dirty, changed: found.changed };
};

const originOf = ({ studyRoot, datasetPath }: OpenInstanceRequest): TieOrigin => ({ studyRoot, datasetPath });

const isSame = (tie: WorkspaceTie, plan: WorkspacePlan): boolean =>
  tie.instanceId === plan.instanceId &&
  tie.baseCommit === plan.baseCommit &&
  tie.withTestPatch === (plan.testPatch !== null);

/** A folder that someone named must be free or the same; a folder of ours may stand aside. */
const taken = (
  folder: string,
  { request }: Opening,
  found: { readonly kind: 'foreign' } | { readonly kind: 'workspace'; readonly tie: WorkspaceTie },
): 'next' => {
  if (request.dir === undefined || folder !== request.dir) return 'next';
  const what =
    found.kind === 'foreign'
      ? "isn't empty and isn't a workspace of Touchstone"
      : `holds ${found.tie.instanceId} at ${found.tie.baseCommit.slice(0, 12)}, ${found.tie.withTestPatch ? 'with' : 'without'} the test patch`;
  throw new InputFault(`${folder} ${what}. Nothing was changed; choose another folder.`);
};
