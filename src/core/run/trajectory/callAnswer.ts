import type { Observation, Step } from './step';

/** The answer to a call: by its id, else by its place, where there are as many answers as calls. */
export const answerOf = (step: Step, index: number): Observation | null => {
  const id = step.calls[index]?.id ?? null;
  const byId = id === null ? undefined : step.observations.find((each) => each.callId === id);
  if (byId !== undefined) return byId;
  const byPlace = step.observations.length === step.calls.length ? step.observations[index] : undefined;
  return byPlace !== undefined && (byPlace.callId === null || id === null) ? byPlace : null;
};

/** How the known edit tools begin an answer that says that nothing was changed. */
const refusals =
  /^\s*(?:(?:OBSERVATION|Output|Result):\s*)?(?:<tool_use_error>|ERROR\b|Error\b|error\b|No replacement was performed|Invalid |Failed to |String to replace not found|File has not been read|Found \d+ (?:matches|occurrences)|The user doesn't want to proceed|No file open|Usage:|apply_patch verification failed|Your proposed edit has introduced|Text \S+ not found|No edit)/;

/** Whether the answer to an edit tool says that nothing was changed. */
export const refusesEdit = (observation: Observation): boolean =>
  observation.isError === true || (observation.exitCode ?? 0) !== 0 || refusals.test(observation.text.slice(0, 400));

/** How a shell ends where no exit code is recorded: it did not find the last command. */
const notFound = /(?:^|\n)\S*sh: [^\n]{1,200}(?:command|:) not found\s*$/;

/** Whether an observation says that it failed or ran out of time. */
export const hasFailed = ({ isError, timedOut, exitCode, text }: Observation): boolean => {
  if (isError === true || timedOut === true) return true;
  if (isError === false) return false;
  return exitCode === null ? notFound.test(text.slice(-400)) : exitCode !== 0;
};
