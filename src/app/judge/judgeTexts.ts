import type { Instance } from '../../core/instance/instance';
import type { JudgeText } from '../../core/review/judge/judgeParts';
import type { JudgePane } from '../../core/review/judge/judgeSees';
import { summariseTrajectory } from '../../core/review/judge/trajectorySummary';
import type { Prediction } from '../../core/run/prediction/prediction';
import type { Step } from '../../core/run/trajectory/step';
import type { FilePort } from '../../core/shared/files';
import { InputFault } from '../../core/shared/problem';
import type { InstanceRun } from '../../core/study/instanceRuns';
import { readInstance } from '../readDatasetInstance';
import { readPredictions } from '../readPredictions';
import { openTrajectory } from '../trajectory/openTrajectory';
import { readStep } from '../trajectory/readStep';
import { trajectoryHash } from '../trajectory/trajectoryHash';
import type { PlannedItem } from './judgeItems';
import type { JudgePorts, JudgeRequest } from './judgeRequest';

/** An item with its texts. */
export interface ReadItem {
  readonly item: PlannedItem;
  readonly instance: Instance;
  readonly texts: readonly JudgeText[];
  /** Numbers of the steps that are shown; null where the unit has none. */
  readonly steps: ReadonlySet<number> | null;
  readonly trajectoryHash: string | null;
}

const logTail = 40_000;
/** A trajectory of more steps is none that a judge can be shown; its end is left out. */
const mostSteps = 2000;

const testsText = (row: InstanceRun): string | null => {
  const status = row.evaluations[0]?.report?.tests_status;
  if (!status) return null;
  const lines = (name: 'FAIL_TO_PASS' | 'PASS_TO_PASS'): readonly string[] => [
    ...status[name].failure.map((test) => `${name} failed: ${test}`),
    ...status[name].success.map((test) => `${name} passed: ${test}`),
  ];
  return [...lines('FAIL_TO_PASS'), ...lines('PASS_TO_PASS')].join('\n');
};

const logText = async (files: FilePort, row: InstanceRun): Promise<string | null> => {
  const evaluation = row.evaluations[0];
  if (!evaluation?.hasLog) return null;
  return new TextDecoder().decode(await files.readTail(`${evaluation.folder}/test_output.txt`, logTail));
};

const answerText = ({ kind, patch, code }: Prediction): string | null => (kind === 'code' ? code : patch);

/** Reads the texts of items; what several items share is read once. */
export class JudgeTexts {
  private readonly instances = new Map<string, Promise<Instance | null>>();
  private readonly runs = new Map<string, Promise<readonly Prediction[]>>();

  constructor(
    private readonly ports: Pick<JudgePorts, 'files' | 'openTrajectory' | 'hashPieces'>,
    private readonly request: Pick<JudgeRequest, 'catalogue' | 'sees' | 'maxChars'>,
    private readonly signal: AbortSignal,
  ) {}

  async read(item: PlannedItem): Promise<ReadItem> {
    const instance = await this.instance(item.instanceId);
    const wanted = new Set<JudgePane>(this.request.sees);
    const texts: JudgeText[] = [];
    const add = (pane: JudgePane, title: string, text: string | null): void => {
      if (wanted.has(pane) && text !== null) texts.push({ pane, title, text });
    };
    add('statement', 'problem statement', instance.statement);
    add('gold', 'reference solution', instance.goldPatch);
    add('test_patch', 'tests', instance.testPatch);
    if (item.row !== null && wanted.has('model')) add('model', 'patch to be judged', await this.patchOf(item.row));
    if (item.row !== null && wanted.has('tests')) add('tests', 'test results', testsText(item.row));
    if (item.row !== null && wanted.has('log')) add('log', 'test output', await logText(this.ports.files, item.row));
    const trajectory = wanted.has('trajectory') ? await this.trajectory(item, texts) : null;
    if (trajectory !== null) texts.push(trajectory.text);
    return { item, instance, texts, steps: trajectory?.steps ?? null, trajectoryHash: trajectory?.hash ?? null };
  }

  async instance(id: string): Promise<Instance> {
    const dataset = this.request.catalogue.datasets.find(({ instances }) => instances.some((one) => one.id === id));
    const path = dataset?.path ?? '';
    if (!this.instances.has(id)) this.instances.set(id, readInstance(this.ports.files, path, id, this.signal));
    const found = await this.instances.get(id);
    if (!found) throw new InputFault(`${path} has no instance ${id} any more.`);
    return found;
  }

  async patchOf(row: InstanceRun): Promise<string | null> {
    const path = row.predictionsPath ?? '';
    if (!this.runs.has(path))
      this.runs.set(
        path,
        readPredictions(this.ports.files, path, this.signal).then(({ predictions }) => predictions),
      );
    const own = (await this.runs.get(path))?.filter(({ instanceId }) => instanceId === row.instanceId) ?? [];
    const several = own.length > 1 ? own.find(({ attempt }) => attempt === row.attempt) : own[0];
    return several ? answerText(several) : null;
  }

  /** In what the other texts leave, and in six tenths of all at least. */
  private async trajectory({ trajectoryPath }: PlannedItem, others: readonly JudgeText[]) {
    if (trajectoryPath === null) return null;
    const opened = await openTrajectory(this.ports.openTrajectory, trajectoryPath, { signal: this.signal });
    const steps: Step[] = [];
    for (const entry of opened.entries.slice(0, mostSteps)) steps.push(await readStep(opened, entry));
    const { maxChars } = this.request;
    const used = others.reduce((sum, one) => sum + one.text.length, 0);
    const { text, shown, of } = summariseTrajectory(steps, Math.max(Math.floor(maxChars * 0.6), maxChars - used - 100));
    const left = opened.entries.length - steps.length;
    const rest = left > 0 ? `\n## ${left} further steps are left out here` : '';
    return {
      text: {
        pane: 'trajectory' as const,
        title: 'steps of the run to be judged',
        text: `${text}${rest}`,
        of,
        fits: true,
      },
      steps: new Set(shown),
      hash: await trajectoryHash(this.ports.hashPieces, opened),
    };
  }
}
