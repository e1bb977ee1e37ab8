import type { ShownStep } from '../../src/protocol/trajectory';
import { Call } from './call';
import { Notices } from './notices';
import { Observation } from './observation';
import { Part, type StepActions, Text } from './part';

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

/** One step in full: what was thought, called and seen, in that order; nothing of it is left out. */
export const StepBody = ({ step, ...does }: StepActions & { step: ShownStep }) => (
  <>
    <Notices of={step.notices} />
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
