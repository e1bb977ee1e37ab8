import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { readJudges } from '../../app/judge/studyJudges';
import { openStudy } from '../../app/openStudy';
import { queueFacts, suspicionsOfRow, waitsFor } from '../../app/queueGather';
import { readInstance } from '../../app/readDatasetInstance';
import { readPredictions } from '../../app/readPredictions';
import { verdictsOf } from '../../app/readVerdicts';
import { StudyRows } from '../../app/studyRows';
import { outcomeWords } from '../../core/evaluation/outcomeWords';
import { counted } from '../../core/shared/counted';
import { instanceRuns } from '../../core/study/instanceRuns';
import { type DrawnItem, drawQueue } from '../../core/study/queues/drawQueue';
import { type QueueFacts, type QueueId, queueIds, queueWords, standsIn } from '../../core/study/queues/queueFacts';
import { nodeFiles } from '../../io/files/nodeFiles';
import { readEvents } from '../../io/store/readEvents';
import { sha256 } from '../../io/store/sha256';
import { openTrajectoryFiles } from '../../io/trajectories/openTrajectoryFiles';
import { jsonText } from '../jsonText';
import { positiveWhole } from '../numberOptions';
import { printable } from '../printable';
import { table } from './textTable';
import { writeLine } from './writeLine';

interface QueueOptions {
  readonly study: string;
  readonly queue?: QueueId;
  readonly mix?: number;
  readonly rater?: string;
  readonly json?: boolean;
}

const texts = {
  readInstance: (path: string, id: string) => readInstance(nodeFiles, path, id),
  readPatch: async (path: string, id: string) => {
    const { predictions } = await readPredictions(nodeFiles, path);
    return predictions.find(({ instanceId }) => instanceId === id)?.patch ?? null;
  },
};

/** Everything that there is to judge, with what is known of it; `waiting` of the rater, or of anybody. */
const gather = async (folder: string, rater: string | undefined) => {
  const catalogue = await openStudy({ files: nodeFiles, sha256 }, folder);
  const rows = new StudyRows(catalogue, instanceRuns(catalogue), () => '');
  const people = await verdictsOf(readEvents(folder));
  const judges = await readJudges({ files: nodeFiles, openTrajectory: openTrajectoryFiles }, catalogue);
  const all: QueueFacts[] = [];
  for (const facts of queueFacts(rows.toJudge(), people, judges)) {
    const suspicions = await suspicionsOfRow(texts, facts.row, rows.datasetOf(facts.row.instanceId));
    all.push({ ...facts, suspicions });
  }
  const isWaiting = rater === undefined ? () => true : waitsFor(people, rater);
  return { all, isWaiting, seed: String(catalogue.seed ?? catalogue.studyId) };
};

const voices = ({ judges, people }: QueueFacts): string =>
  [
    judges.length === 0 ? '' : `judges ${judges.join(' ')}`,
    people.length === 0 ? '' : `people ${people.map((each) => each ?? 'neither').join(' ')}`,
  ]
    .filter((words) => words !== '')
    .join('; ');

const itemJson = ({ row, probability }: DrawnItem, { judges, people, suspicions }: QueueFacts) => ({
  ...{ instanceId: row.instanceId, run: row.runId, attempt: row.attempt, outcome: row.outcome, probability },
  ...{ judges, people, suspicions },
});

const printItems = async (drawn: readonly (readonly [DrawnItem, QueueFacts])[], json: boolean): Promise<void> => {
  if (json) {
    for (const [item, facts] of drawn) await writeLine(jsonText(itemJson(item, facts)));
    return;
  }
  const cells = drawn.map(([{ row, probability }, facts]) => [
    printable(row.instanceId),
    printable(row.key),
    outcomeWords(row.outcome),
    printable(voices(facts)),
    facts.suspicions.join(', '),
    probability === 1 ? '' : `p ${probability}`,
  ]);
  if (cells.length > 0) await writeLine(table(cells));
  await writeLine(counted(drawn.length, 'item'));
};

const run = async ({ study, queue, mix = 0, rater, json = false }: QueueOptions): Promise<void> => {
  const { all, isWaiting, seed } = await gather(resolve(study), rater);
  const waiting = all.filter(({ row }) => isWaiting(row));
  if (queue === undefined) {
    const counts = queueIds.map((id) => ({ queue: id, items: waiting.filter((each) => standsIn(id, each)).length }));
    if (json) await writeLine(jsonText(counts, 2));
    else await writeLine(table(counts.map(({ queue: id, items }) => [id, String(items), queueWords[id].why])));
    return;
  }
  const byRow = new Map(all.map((facts) => [facts.row, facts]));
  const drawn = drawQueue(all, { queue, mix: mix / 100, seed, sha256 });
  const items = drawn.flatMap((item) => {
    const facts = byRow.get(item.row);
    return facts && isWaiting(item.row) ? [[item, facts] as const] : [];
  });
  await printItems(items, json);
};

/** `touchstone queue`: what is to be judged, by queues, with what speaks for it. It hides nothing. */
export const addQueueCommand = (program: Command): void => {
  program
    .command('queue')
    .description(
      'what is to be judged, by queues; with --queue its items, in order and with what is known of them (not blind)',
    )
    .option('--study <folder>', 'the study', '.')
    .addOption(new Option('--queue <name>', 'the items of one queue').choices(queueIds))
    .option('--mix <percent>', 'agreeing items among those that disagree', positiveWhole)
    .option('--rater <id>', 'what waits for this rater alone')
    .option('--json', 'print JSON: one document of counts, a line for each item')
    .action((_options: unknown, command: Command) => run(command.optsWithGlobals<QueueOptions>()));
};
