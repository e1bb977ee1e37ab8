import { parsePatch } from '../../core/patch/parsePatch';
import { patchFigures } from '../../core/patch/patchFigures';
import type { TouchstoneEvent } from '../../core/review/events/event';
import type { FilePort } from '../../core/shared/files';
import type { StudyCatalogue } from '../../core/study/catalogue';
import { type InstanceRun, instanceRuns } from '../../core/study/instanceRuns';
import type { PlacedAnswer } from '../../core/study/judges/joinJudge';
import { type JudgeReport, type JudgeToMeasure, judgeReport } from '../../core/study/judges/report/judgeReport';
import type { Label, MeasuredItem, PersonSays } from '../../core/study/judges/report/measuredItem';
import { readPredictions } from '../readPredictions';
import { type VerdictSummary, verdictsOf } from '../readVerdicts';
import { readStudy } from '../studyFile';
import type { JudgeFilePorts } from './readJudgeFile';
import { type ReadJudge, readJudges } from './studyJudges';

export interface JudgeReportPorts extends JudgeFilePorts {
  /** Every event below the study's folder. */
  readonly readEvents: (root: string) => AsyncIterable<TouchstoneEvent>;
}

const keyOf = (instanceId: string, runId: string | null, attempt: number | null): string =>
  JSON.stringify([instanceId, runId, attempt]);

const testsOf = ({ outcome }: InstanceRun): Label | null =>
  outcome?.kind === 'resolved' ? 'right' : outcome?.kind === 'unresolved' ? 'wrong' : null;

const isShare = (value: unknown): value is number => typeof value === 'number' && value > 0 && value <= 1;

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

/** Sampling probabilities by instance and patch, as the events that presented the items keep them. */
const probabilitiesOf = (events: readonly TouchstoneEvent[]): ReadonlyMap<string, number> => {
  const found = new Map<string, number>();
  for (const { type, body } of events) {
    if (type !== 'assign' && type !== 'item.open') continue;
    const of = fieldsOf(body['of']);
    const { probability } = body;
    if (isShare(probability)) found.set(JSON.stringify([of['instance'], of['patch'] ?? null]), probability);
  }
  return found;
};

/** Lines of every patch by file and instance; a file that can't be read has none. */
const linesOf = async (files: FilePort, path: string, signal: AbortSignal | undefined) => {
  const lines = new Map<string, number>();
  const read = await readPredictions(files, path, signal).catch(() => null);
  signal?.throwIfAborted();
  for (const prediction of read?.predictions ?? []) {
    const { added, removed } = patchFigures(parsePatch(prediction.patch ?? ''));
    lines.set(prediction.instanceId, added + removed);
  }
  return lines;
};

class Items {
  private readonly lines = new Map<string, Promise<ReadonlyMap<string, number>>>();

  constructor(
    private readonly files: FilePort,
    private readonly people: VerdictSummary,
    private readonly probabilities: ReadonlyMap<string, number>,
    private readonly adjudicators: ReadonlySet<string>,
    private readonly signal: AbortSignal | undefined,
  ) {}

  async of(run: InstanceRun): Promise<MeasuredItem> {
    const { instanceId, runId, attempt, patchHash, predictionsPath } = run;
    const said = this.people.of(instanceId, patchHash)?.raters ?? [];
    const people = said
      .filter(({ phase }) => phase !== 'training')
      .map(({ rater, overall }): PersonSays => ({ rater, overall, isAdjudicator: this.adjudicators.has(rater) }));
    return {
      ...{ key: keyOf(instanceId, runId, attempt), instanceId, runId, people },
      tests: testsOf(run),
      lines: people.length === 0 ? null : await this.linesIn(predictionsPath, instanceId),
      probability: this.probabilities.get(JSON.stringify([instanceId, patchHash])) ?? null,
    };
  }

  private async linesIn(path: string | null, instanceId: string): Promise<number | null> {
    if (path === null) return null;
    const lines = this.lines.get(path) ?? linesOf(this.files, path, this.signal);
    this.lines.set(path, lines);
    return (await lines).get(instanceId) ?? null;
  }
}

const answerOf = ({
  answer,
  instanceId,
  runId,
  attempt,
  contradictions,
}: PlacedAnswer): JudgeToMeasure['answers'][number] => ({
  key: keyOf(instanceId, runId, attempt),
  overall:
    answer.overall === null
      ? null
      : typeof answer.overall === 'string'
        ? answer.overall
        : JSON.stringify(answer.overall),
  said: answer.said,
  rationale: answer.rationale,
  contradictions,
  place: `${answer.place.file} ${answer.place.words}`,
  sawAPart: answer.saw?.of != null && answer.saw.characters < answer.saw.of,
});

const toMeasure = ({ id, join, fault }: ReadJudge): JudgeToMeasure => ({
  id,
  fault,
  answers: join.joined.map(answerOf),
});

const adjudicatorsOf = async (files: FilePort, { studyFile }: StudyCatalogue): Promise<ReadonlySet<string>> => {
  const read = studyFile === null ? null : await readStudy(files, studyFile);
  const named = read?.study?.raters.filter(({ role }) => role === 'adjudicator') ?? [];
  return new Set(named.map(({ id }) => id));
};

/** The judges of a study against its people and tests, from the files and events as they are now. */
export const studyJudgeReport = async (
  ports: JudgeReportPorts,
  catalogue: StudyCatalogue,
  seed: number,
  signal?: AbortSignal,
): Promise<JudgeReport> => {
  const events: TouchstoneEvent[] = [];
  for await (const event of ports.readEvents(catalogue.root)) events.push(event);
  const adjudicators = await adjudicatorsOf(ports.files, catalogue);
  const summary = await verdictsOf(each(events));
  const gather = new Items(ports.files, summary, probabilitiesOf(events), adjudicators, signal);
  const items: MeasuredItem[] = [];
  for (const rows of instanceRuns(catalogue).values())
    for (const row of rows) if (row.kind === 'prediction') items.push(await gather.of(row));
  const judges = await readJudges(ports, catalogue, signal);
  return judgeReport(items, judges.map(toMeasure), seed);
};

async function* each<T>(all: readonly T[]): AsyncGenerator<T> {
  yield* all;
}
