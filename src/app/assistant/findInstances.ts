import * as z from 'zod/mini';
import { outcomeClass, outcomeWords } from '../../core/evaluation/outcomeWords';
import type { InstanceSummary } from '../../core/study/catalogue';
import type { AssistantDesk, AssistantStudy } from './assistantDesk';
import { assistantTool } from './assistantTool';
import { outsideNote, quoted, shownOf } from './outsideText';

const schema = z.strictObject({
  query: z.optional(
    z.string().check(z.maxLength(200), z.describe('Words of the id, the repository or the title; all must occur')),
  ),
  run: z.optional(z.string().check(z.maxLength(300), z.describe('Only instances that this run answered'))),
  outcome: z.optional(
    z
      .enum(['resolved', 'unresolved', 'scored', 'none', 'not-evaluated'])
      .check(z.describe('Only instances with this outcome in the run (without a run: in any)')),
  ),
  limit: z._default(z.int().check(z.gte(1), z.lte(100), z.describe('Most instances told')), 20),
});

type Wanted = z.infer<typeof schema>;

const mostRuns = 12;

const matches = ({ id, repo, title }: InstanceSummary, words: readonly string[]): boolean => {
  const text = `${id}\n${repo ?? ''}\n${title ?? ''}`.toLowerCase();
  return words.every((word) => text.includes(word));
};

const rowsOf = ({ rows }: AssistantStudy, id: string, run: string | undefined) =>
  (rows.get(id) ?? []).filter(({ key, runId }) => run === undefined || key === run || runId === run);

/** An instance whose outcomes are hidden answers no question about outcomes. */
const hasOutcome = async (desk: AssistantDesk, study: AssistantStudy, id: string, { run, outcome }: Wanted) => {
  if (outcome === undefined) return true;
  if ((await desk.hiddenOf(id)).tests) return false;
  return rowsOf(study, id, run).some((row) => outcomeClass(row.outcome) === outcome);
};

const lineOf = async (
  desk: AssistantDesk,
  study: AssistantStudy,
  { id, repo, title }: InstanceSummary,
  run?: string,
) => {
  const { tests } = await desk.hiddenOf(id);
  const rows = rowsOf(study, id, run);
  const runs = rows.slice(0, mostRuns).map(({ key, outcome }) => (tests ? key : `${key}: ${outcomeWords(outcome)}`));
  const more = rows.length > mostRuns ? `; ${mostRuns} of ${rows.length} runs shown` : '';
  const words = rows.length === 0 ? 'no run answered it' : `${runs.join('; ')}${more}`;
  const hidden = tests ? ' (outcomes are hidden until the verdict is given)' : '';
  return `${id} (${repo ?? 'no repository'}): ${title === null ? 'no title' : quoted(title)}\n  ${words}${hidden}`;
};

const find = async (desk: AssistantDesk, wanted: Wanted, signal: AbortSignal): Promise<string> => {
  const study = await desk.study();
  const words = (wanted.query ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const found: InstanceSummary[] = [];
  for (const { instances } of study.catalogue.datasets)
    for (const each of instances) {
      signal.throwIfAborted();
      const answers = wanted.run === undefined || rowsOf(study, each.id, wanted.run).length > 0;
      if (answers && matches(each, words) && (await hasOutcome(desk, study, each.id, wanted))) found.push(each);
    }
  const shown = found.slice(0, wanted.limit);
  const lines: string[] = [];
  for (const each of shown) lines.push(await lineOf(desk, study, each, wanted.run));
  const runs = study.catalogue.runs.slice(0, 30).map(({ id, model }) => `${id} (${model ?? 'model not named'})`);
  return [
    outsideNote,
    `Study ${study.catalogue.studyId}. Runs: ${runs.join(', ') || 'none'}; ${shownOf(runs.length, study.catalogue.runs.length, 'run')}.`,
    `${shownOf(shown.length, found.length, 'instance')}.`,
    ...lines,
  ].join('\n');
};

/** Instances by words, run and outcome. */
export const findInstancesTool = assistantTool({
  name: 'find_instances',
  title: 'Find instances',
  description:
    'Finds instances (tasks) of the open Touchstone study by words, run and outcome, and tells how each run did on them. Ask this first: other tools take the ids and run names that it gives.',
  schema,
  reads: ({ query, run, outcome }) => {
    const by = [query && `words ${quoted(query)}`, run && `run ${quoted(run)}`, outcome && `outcome ${outcome}`];
    const words = by.filter((each) => each !== undefined && each !== '').join(', ');
    return `The list of the study's instances${words === '' ? '' : ` (${words})`} with their titles and the outcomes of runs.`;
  },
  call: find,
});
