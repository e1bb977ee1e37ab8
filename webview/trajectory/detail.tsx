import type { ComponentChildren } from 'preact';
import type { TextPart } from '../../src/core/run/trajectory/stepTexts';
import type { ListedStep, ShownCall, ShownObservation, ShownStep } from '../../src/protocol/trajectory';
import { FailureIcon, WarningIcon } from './icons';
import { TextBlock } from './textBlock';
import { costWords, count, durationWords, kindWords } from './words';

export type More = (part: TextPart, from: number, count: number) => Promise<string | null>;

const Part = ({ title, beside, children }: { title: string; beside?: string; children: ComponentChildren }) => (
  <details class="part" open>
    <summary>
      <h3>{title}</h3> {beside && <span class="quiet">{beside}</span>}
    </summary>
    {children}
  </details>
);

const moreOf =
  (more: More, kind: TextPart['kind'], at = 0, argument = 0) =>
  (from: number, wanted: number) =>
    more({ kind, at, argument }, from, wanted);

const Call = ({ call, at, more }: { call: ShownCall; at: number; more: More }) => (
  <Part title="Call" beside={call.id === null ? call.name : `${call.name} ${call.id}`}>
    {call.parseError !== null && (
      <p class="notice">
        <WarningIcon label="warning" /> The arguments could not be read: {call.parseError}
      </p>
    )}
    {call.args.map(({ name, value }, argument) => (
      <div key={argument}>
        {name !== '' && call.args.length > 1 && <h4>{name}</h4>}
        <TextBlock value={value} as="code" more={moreOf(more, 'argument', at, argument)} />
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

const Observation = ({ seen, at, more }: { seen: ShownObservation; at: number; more: More }) => (
  <Part title={hasFailed(seen) ? 'Observation, failed' : 'Observation'} beside={observationWords(seen)}>
    {seen.text.total === 0 ? (
      <p class="quiet">Empty.</p>
    ) : (
      <TextBlock value={seen.text} as="code" more={moreOf(more, 'observation', at)} />
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

const Thought = ({ step, more }: { step: ShownStep; more: More }) => {
  const { reasoning, thought, role } = step;
  return (
    <>
      {reasoning && (
        <Part title="Reasoning" beside={reasoning.encrypted ? 'encrypted by the provider' : ''}>
          {reasoning.text && <TextBlock value={reasoning.text} as="prose" more={moreOf(more, 'reasoning')} />}
        </Part>
      )}
      <Part title={role === 'agent' ? 'Thought' : 'Message'}>
        {thought.total === 0 ? (
          <p class="quiet">{role === 'agent' ? 'No thought recorded.' : 'No text.'}</p>
        ) : (
          <TextBlock value={thought} as="prose" more={moreOf(more, 'thought')} />
        )}
      </Part>
    </>
  );
};

/** One step in full: what was thought, called and seen, in that order; nothing of it is left out. */
export const StepBody = ({ step, more }: { step: ShownStep; more: More }) => (
  <>
    {step.notices.map(({ kind, text }, at) => (
      <p key={at} class="notice">
        <WarningIcon label={kind} /> <strong>{kind}</strong> {text}
      </p>
    ))}
    <Thought step={step} more={more} />
    {step.calls.map((call, at) => (
      <Call key={at} call={call} at={at} more={more} />
    ))}
    {step.edits.map(({ path, diff }, at) => (
      <Part key={at} title="Edit" beside={`${path}, as the file records it`}>
        <TextBlock value={diff} as="diff" more={moreOf(more, 'edit', at)} />
      </Part>
    ))}
    {step.observations.map((seen, at) => (
      <Observation key={at} seen={seen} at={at} more={more} />
    ))}
    {step.givenPatch && (
      <Part title="Diff so far" beside="as the file gives it">
        <TextBlock value={step.givenPatch} as="diff" more={moreOf(more, 'patch')} />
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
