import type { ComponentChildren } from 'preact';
import { costWords, durationWords } from '../../src/core/run/trajectory/factWords';
import type { TextPart } from '../../src/core/run/trajectory/stepTexts';
import type { ListedStep, LongText, ShownCall, ShownObservation, ShownStep } from '../../src/protocol/trajectory';
import { useHitMarks } from './hitMarks';
import { FailureIcon, WarningIcon } from './icons';
import { Marked, TextBlock } from './textBlock';
import { count, kindWords } from './words';

type More = (part: TextPart, from: number, count: number) => Promise<string | null>;

/** What can be done with the step's parts. */
export interface StepActions {
  readonly more: More;
  /** Grows with each "Unfold all". */
  readonly unfolded: number;
  readonly unfoldAll: () => void;
  readonly copy: (part: TextPart) => void;
  readonly openDocument: () => void;
  readonly openFile: () => void;
}

interface Action {
  readonly words: string;
  readonly act: () => void;
}

interface PartProps {
  readonly title: string;
  readonly beside?: string;
  readonly actions?: readonly Action[];
  readonly children: ComponentChildren;
}

const Part = ({ title, beside, actions = [], children }: PartProps) => (
  <div class="parts">
    {actions.length > 0 && (
      <span class="actions">
        {actions.map(({ words, act }) => (
          <button key={words} type="button" class="link" onClick={act}>
            {words}
          </button>
        ))}
      </span>
    )}
    <details class="part" open>
      <summary>
        <h3>{title}</h3> {beside && <span class="quiet">{beside}</span>}
      </summary>
      {children}
    </details>
  </div>
);

interface TextProps {
  readonly value: LongText;
  readonly as: 'code' | 'diff' | 'prose';
  readonly kind: TextPart['kind'];
  readonly at?: number;
  readonly argument?: number;
  readonly does: StepActions;
}

/** One text of the step with its matches. */
const Text = ({ value, as, kind, at = 0, argument = 0, does }: TextProps) => (
  <TextBlock
    value={value}
    as={as}
    marks={useHitMarks(kind, at, argument)}
    unfolded={does.unfolded}
    more={(from, wanted) => does.more({ kind, at, argument }, from, wanted)}
  />
);

const copyActions = (call: ShownCall, at: number, { copy }: StepActions): readonly Action[] =>
  call.args.map(({ name }, argument) => ({
    words: call.args.length === 1 || name === '' ? 'Copy' : `Copy ${name}`,
    act: () => copy({ kind: 'argument', at, argument }),
  }));

/** A call of many arguments has no room for a button each. */
const mostCopies = 4;

const Call = ({ call, at, does }: { call: ShownCall; at: number; does: StepActions }) => (
  <Part
    title="Call"
    beside={call.id === null ? call.name : `${call.name} ${call.id}`}
    actions={copyActions(call, at, does).slice(0, mostCopies)}
  >
    {call.parseError !== null && (
      <p class="notice">
        <WarningIcon label="warning" /> The arguments could not be read: {call.parseError}
      </p>
    )}
    {call.args.map(({ name, value }, argument) => (
      <div key={argument}>
        {name !== '' && call.args.length > 1 && <h4>{name}</h4>}
        <Text {...{ value, at, argument, does }} kind="argument" as="code" />
      </div>
    ))}
    {call.args.length === 0 && <p class="quiet">No arguments.</p>}
  </Part>
);

/** What is known of an observation beside its text: how it ended, and how much of it the model saw. */
const observationWords = ({ exitCode, timedOut, isError, shownChars, totalChars, text }: ShownObservation): string => {
  const total = totalChars ?? text.total;
  return [
    exitCode === null ? '' : `exit ${exitCode}`,
    timedOut ? 'timed out' : '',
    isError ? 'an error, as the file says' : '',
    `${count(text.total)} characters`,
    shownChars !== null && shownChars < total ? `the model saw ${count(shownChars)} of ${count(total)}` : '',
  ]
    .filter((words) => words !== '')
    .join(' · ');
};

const hasFailed = ({ exitCode, isError, timedOut }: ShownObservation): boolean =>
  isError === true || timedOut === true || (exitCode !== null && exitCode !== 0);

const Observation = ({ seen, at, does }: { seen: ShownObservation; at: number; does: StepActions }) => (
  <Part
    title={hasFailed(seen) ? 'Observation, failed' : 'Observation'}
    beside={observationWords(seen)}
    actions={[
      { words: 'Unfold all', act: does.unfoldAll },
      { words: 'Open as document', act: does.openDocument },
    ]}
  >
    {seen.text.total === 0 ? (
      <p class="quiet">Empty.</p>
    ) : (
      <Text {...{ at, does }} value={seen.text} kind="observation" as="code" />
    )}
  </Part>
);

const figures = (step: ShownStep): string => {
  const { modelMs, environmentMs, usage, costUsd, startedAt } = step;
  return [
    startedAt === null ? '' : `${new Date(startedAt).toISOString().replace('T', ' ').slice(0, 19)} UTC`,
    modelMs === null ? '' : `model ${durationWords(modelMs)}`,
    environmentMs === null ? '' : `environment ${durationWords(environmentMs)}`,
    usage?.prompt == null ? '' : `${count(usage.prompt)} in`,
    usage?.cached == null ? '' : `${count(usage.cached)} cached`,
    usage?.completion == null ? '' : `${count(usage.completion)} out`,
    usage?.reasoning == null ? '' : `${count(usage.reasoning)} reasoning`,
    costUsd === null ? '' : costWords(costUsd),
  ]
    .filter((words) => words !== '')
    .join(' · ');
};

const Thought = ({ step, does }: { step: ShownStep; does: StepActions }) => {
  const { reasoning, thought, role } = step;
  return (
    <>
      {reasoning && (
        <Part title="Reasoning" beside={reasoning.encrypted ? 'encrypted by the provider' : ''}>
          {reasoning.text && <Text value={reasoning.text} as="prose" kind="reasoning" does={does} />}
        </Part>
      )}
      <Part title={role === 'agent' ? 'Thought' : 'Message'}>
        {thought.total === 0 ? (
          <p class="quiet">{role === 'agent' ? 'No thought recorded.' : 'No text.'}</p>
        ) : (
          <Text value={thought} as="prose" kind="thought" does={does} />
        )}
      </Part>
    </>
  );
};

const Edit = ({ edit, at, does }: { edit: ShownStep['edits'][number]; at: number; does: StepActions }) => (
  <Part
    title="Edit"
    beside={`${edit.path}, as ${edit.isRecorded ? 'the tool recorded it' : 'the call asks for it'}`}
    actions={[{ words: 'Open file', act: does.openFile }]}
  >
    <Text {...{ at, does }} value={edit.diff} kind="edit" as="diff" />
  </Part>
);

const NoticeLine = ({ notice, at }: { notice: ShownStep['notices'][number]; at: number }) => (
  <div class="notice">
    <WarningIcon label={notice.kind} /> <strong>{notice.kind}</strong>{' '}
    <Marked text={notice.text} marks={useHitMarks('notice', at)} />
  </div>
);

/** One step in full: what was thought, called and seen, in that order; nothing of it is left out. */
export const StepBody = ({ step, ...does }: StepActions & { step: ShownStep }) => (
  <>
    {step.notices.map((notice, at) => (
      <NoticeLine key={at} notice={notice} at={at} />
    ))}
    <Thought step={step} does={does} />
    {step.calls.map((call, at) => (
      <Call key={at} call={call} at={at} does={does} />
    ))}
    {step.edits.map((edit, at) => (
      <Edit key={at} edit={edit} at={at} does={does} />
    ))}
    {step.observations.map((seen, at) => (
      <Observation key={at} seen={seen} at={at} does={does} />
    ))}
    {step.givenPatch && (
      <Part title="Diff so far" beside="as the file gives it">
        <Text value={step.givenPatch} as="diff" kind="patch" does={does} />
      </Part>
    )}
  </>
);

/** Number, kind and figures of the step, above its body. */
export const StepHead = ({ step, row }: { step: ShownStep; row: ListedStep | null }) => (
  <>
    <h2>
      {row?.failed && <FailureIcon />} Step {step.idx}{' '}
      <span class="quiet">
        {row ? kindWords(row) : step.role} · {step.agentId}
      </span>
    </h2>
    <p class="figures quiet">{figures(step) || 'No times, tokens or cost recorded.'}</p>
    {step.filesTouched.length > 0 && <p class="figures quiet">Files: {step.filesTouched.join(', ')}</p>}
  </>
);
