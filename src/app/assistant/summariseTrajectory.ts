import * as z from 'zod/mini';
import { suggestFailureModes } from '../../core/run/trajectory/signals/failureSignals';
import type { StepEntry } from '../../core/run/trajectory/trajectoryIndex';
import type { HiddenFromRater } from '../../core/study/hiddenFromRater';
import { instanceRuns } from '../../core/study/instanceRuns';
import { pathBelow } from '../../core/study/studyPath';
import { comparedFacts } from '../trajectory/comparedFacts';
import type { OpenedTrajectory } from '../trajectory/openTrajectory';
import { trajectoryPlace } from '../trajectory/trajectoryPlace';
import { trajectorySignals } from '../trajectory/trajectorySignals';
import type { AssistantDesk, AssistantStudy } from './assistantDesk';
import { assistantTool } from './assistantTool';
import { instanceOfPath, trajectoryPathOf } from './findRuns';
import { outsideNote, outsideText, quoted, shownOf } from './outsideText';

export const trajectoryFields = {
  trajectory: z.optional(
    z.string().check(z.maxLength(1000), z.describe('Path of the trajectory in the study, as the tools name it')),
  ),
  instance: z.optional(z.string().check(z.maxLength(500), z.describe('In place of the path: its instance'))),
  run: z.optional(z.string().check(z.maxLength(500), z.describe('In place of the path: its run'))),
};

const schema = z.strictObject({
  ...trajectoryFields,
  from: z._default(z.int().check(z.gte(1), z.describe('First step told')), 1),
  count: z._default(z.int().check(z.gte(1), z.lte(200), z.describe('Most steps told')), 60),
});

/** In words for people, what was named. */
export const choiceWords = (choice: {
  trajectory?: string | undefined;
  instance?: string | undefined;
  run?: string | undefined;
}): string =>
  choice.trajectory === undefined
    ? `the trajectory of run ${quoted(choice.run ?? 'any')} on ${quoted(choice.instance ?? 'any instance')}`
    : `the trajectory ${quoted(choice.trajectory)}`;

const known = (value: number | null): string => (value === null ? 'not recorded' : value.toLocaleString('en-US'));

const headLines = (study: AssistantStudy, { path, found, head, entries }: OpenedTrajectory): readonly string[] => {
  const { totals } = head;
  const cost = totals.costUsd === null ? 'not recorded' : `$${totals.costUsd.toFixed(4)} (${totals.costSource})`;
  const errors = entries.filter(({ isError }) => isError).length;
  return [
    `${pathBelow(study.catalogue.root, path) ?? path}: ${found.format.title}; instance ${head.instanceId === null ? 'not said' : quoted(head.instanceId)}.`,
    `Status: ${head.status}${head.rawStatus === null ? '' : ` (${quoted(head.rawStatus)})`}. ${entries.length} steps, ${errors} with an error.`,
    `Calls of the model: ${known(totals.apiCalls)}; tokens in ${known(totals.prompt)}, out ${known(totals.completion)}; cost ${cost}${totals.incomplete ? '; incomplete' : ''}.`,
    ...head.warnings.slice(0, 10).map((warning) => `Note: ${quoted(warning, 300)}`),
  ];
};

const stepLine = ({ idx, role, kind, isError, exitCode, preview }: StepEntry): string => {
  const what = kind === 'text' && role !== 'agent' ? role : kind;
  const end = exitCode === null ? '' : ` exit ${exitCode}`;
  return `${idx} ${what}${isError ? ' ERROR' : ''}${end}: ${preview}`;
};

const signalLines = async (
  desk: AssistantDesk,
  { catalogue }: AssistantStudy,
  opened: OpenedTrajectory,
  hidden: HiddenFromRater,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  if (hidden.signals) return ['Signals of failure are hidden until the verdict is given.'];
  const study = { catalogue, rows: instanceRuns(catalogue) };
  const place = await trajectoryPlace(
    { files: desk.files, readInstance: desk.readInstance },
    study,
    opened.path,
    opened.head,
  );
  const { signals } = await trajectorySignals(opened, await comparedFacts(desk.files, place), signal);
  const found = suggestFailureModes(signals, { hidden }).flatMap(({ mode, signals: all }) =>
    all.map(({ strength, text, steps }) => {
      const where = steps.length === 0 ? '' : ` Steps ${steps.slice(0, 10).join(', ')}.`;
      return `  ${mode}, ${strength}: ${text}${where}`;
    }),
  );
  return found.length === 0
    ? ['No signal of a failure.']
    : ['Signals of failure: cheap hints of what to look at, never a verdict.', ...found.slice(0, 30)];
};

/** The trajectory that is named, and what may not be told of its instance. */
export const openChosen = async (
  desk: AssistantDesk,
  choice: Parameters<typeof trajectoryPathOf>[1],
): Promise<{ readonly study: AssistantStudy; readonly opened: OpenedTrajectory; readonly hidden: HiddenFromRater }> => {
  const study = await desk.study();
  const path = trajectoryPathOf(study, choice);
  const opened = await desk.openTrajectory(path);
  const instance = instanceOfPath(study, path) ?? opened.head.instanceId;
  return { study, opened, hidden: await desk.hiddenOf(instance) };
};

const summarise = async (desk: AssistantDesk, input: z.infer<typeof schema>, signal: AbortSignal): Promise<string> => {
  const { study, opened, hidden } = await openChosen(desk, input);
  const steps = opened.entries.slice(input.from - 1, input.from - 1 + input.count);
  return [
    outsideNote,
    ...headLines(study, opened),
    ...(await signalLines(desk, study, opened, hidden, signal)),
    `${shownOf(steps.length, opened.entries.length, 'step')}, from step ${input.from}. read_step tells one in full.`,
    outsideText('steps: number, what it does, first line', steps.map(stepLine).join('\n'), 60_000),
  ].join('\n');
};

/** How a trajectory went, a line a step. */
export const summariseTrajectoryTool = assistantTool({
  name: 'summarise_trajectory',
  title: 'Summarise a trajectory',
  description:
    'Tells how an agent worked on an instance: how it ended, what it took, signals of failure, and its steps with what each does (shell, read, edit, search, test, submit) and which failed. Name it by instance and run, or by its path.',
  schema,
  reads: (input) => `How ${choiceWords(input)} went: its figures and the first line of each step.`,
  call: summarise,
});
