import { booleanAt, fieldsAt, listAt, textAt } from '../../fields';
import type { Call, Step } from '../../step';
import type { StepGroup, TrajectoryFormat } from '../../trajectoryFormat';
import { contentOf } from '../messages/content';
import { buildMessageStep } from '../messages/messageStep';
import { callOf, observationOf } from '../stepParts';
import { roverFolder } from './roverFolder';
import { RoverReader } from './roverReader';

const name = 'auto-code-rover';

const callsOf = (group: StepGroup): readonly Call[] =>
  listAt(group.facts, 'calls').map((call) =>
    callOf(null, textAt(call, 'func_name') ?? '', fieldsAt(call, 'arguments')),
  );

/** One text answers all calls of a step; it is an error where none of them worked. */
const failed = (group: StepGroup): boolean | null => {
  const flags = listAt(group.facts, 'calls').map((call) => booleanAt(call, 'call_ok'));
  if (flags.length === 0 || flags.includes(null)) return null;
  return flags.every((ok) => ok === false);
};

const build = (group: StepGroup, idx: number): Step => {
  const [first, ...results] = group.records;
  const said = buildMessageStep({ ...group, records: first === undefined ? [] : [first] }, idx, () => callsOf(group));
  const observations = results.map(({ value }) =>
    observationOf({ text: contentOf(fieldsAt(value)?.['content']).text, isError: failed(group) }),
  );
  return { ...said, rawRefs: group.records.map((record) => record.ref), observations };
};

/** A task's folder of AutoCodeRover (2024): messages, the calls that were read out of them, patch, cost. */
export const autoCodeRover: TrajectoryFormat = {
  name,
  title: 'AutoCodeRover task folder',
  detect: () => null,
  open: () => new RoverReader(name),
  build,
  folder: roverFolder,
};
