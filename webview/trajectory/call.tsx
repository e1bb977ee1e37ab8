import type { LongText, ShownCall } from '../../src/protocol/trajectory';
import { WarningIcon } from './icons';
import { type Action, Part, type StepActions, Text } from './part';

const copyActions = (call: ShownCall, at: number, { copy }: StepActions): readonly Action[] =>
  call.args.map(({ name }, argument) => ({
    words: call.args.length === 1 || name === '' ? 'Copy' : `Copy ${name}`,
    act: () => copy({ kind: 'argument', at, argument }),
  }));

/** A call of many arguments has no room for a button each. */
const mostCopies = 4;

/** A value of a few words stands beside its name: a path, a line number. */
const isShort = ({ text, total }: LongText): boolean => total <= 90 && total === text.length && !/[\r\n]/.test(text);

/** A call with its arguments, each in full. */
export const Call = ({ call, at, does }: { call: ShownCall; at: number; does: StepActions }) => (
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
      <div key={argument} class={call.args.length > 1 && isShort(value) ? 'argument short' : 'argument'}>
        {name !== '' && call.args.length > 1 && <h4>{name}</h4>}
        <Text {...{ value, at, argument, does }} kind="argument" as="code" />
      </div>
    ))}
    {call.args.length === 0 && <p class="quiet">No arguments.</p>}
  </Part>
);
