import { useEffect, useState } from 'preact/hooks';
import { shownText } from '../../src/core/shared/shownText';
import type { Remote } from '../../src/protocol/rpc';
import type { PageAt, TrajectoryHostApi } from '../../src/protocol/trajectoryPage';
import type { ShownInput, ShownMessage } from '../../src/protocol/trajectoryStep';
import { TextBlock } from './textBlock';
import { count } from './words';

const sourceWords: Readonly<Record<ShownInput['source'], string>> = {
  exact: 'As the file records it for this step.',
  messages:
    'The conversation as the file keeps it, up to this step. What was sent beside it (tools, a system prompt that is not among the messages) is not recorded.',
  told: 'Not recorded: told again from the earlier steps of this agent. What was cut or added on the way is not known.',
};

interface Props {
  readonly host: Remote<TrajectoryHostApi>;
  readonly at: PageAt;
  readonly idx: number;
}

const Message = ({ of, more }: { of: ShownMessage; more: (from: number, count: number) => Promise<string | null> }) => (
  <details class="part" open>
    <summary>
      <h3>{shownText(of.role)}</h3>{' '}
      <span class="quiet">{of.step === 0 ? 'before the first step' : `step ${count(of.step)}`}</span>
    </summary>
    {of.note && <p class="notice">{of.note}</p>}
    {of.text.total === 0 ? <p class="quiet">Empty.</p> : <TextBlock value={of.text} as="code" more={more} />}
  </details>
);

/** The input with what was asked for before it; null while it is on its way. */
const useInput = ({ host, at, idx }: Props) => {
  const [input, setInput] = useState<ShownInput | null>(null);
  const [fault, setFault] = useState('');
  const ask = async (known: ShownInput | null) => {
    const before = known === null ? null : (known.messages[0]?.step ?? idx);
    const found = await host.input({ ...at, idx, before }).catch((error: unknown) => {
      setFault(error instanceof Error ? error.message : String(error));
      return null;
    });
    return found && { ...found, messages: [...found.messages, ...(known?.messages ?? [])] };
  };
  useEffect(() => {
    let current = true;
    setInput(null);
    setFault('');
    void ask(null).then((found) => current && setInput(found));
    return () => {
      current = false;
    };
  }, [at.which, at.version, idx]);
  return { input, fault, earlier: () => void ask(input).then((found) => found && setInput(found)) };
};

/** What the step's model was given, the latest message last; earlier ones by a button. */
export const InputPane = (props: Props) => {
  const { host, at, idx } = props;
  const { input, fault, earlier } = useInput(props);
  if (fault !== '') return <p class="notice">{fault}</p>;
  if (input === null) return null;
  const { messages, source, left, compactedAt } = input;
  return (
    <>
      <p class="figures quiet">{sourceWords[source]}</p>
      {compactedAt !== null && left === 0 && (
        <p class="notice">
          At step {count(compactedAt)} the conversation was summed up; what stood before was not sent.
        </p>
      )}
      {left > 0 && (
        <button type="button" class="fold" onClick={earlier}>
          Messages of {count(left)} earlier {left === 1 ? 'step' : 'steps'}: show
        </button>
      )}
      {messages.length === 0 && <p class="quiet">Nothing before this step is recorded.</p>}
      {messages.map((message) => (
        <Message
          key={`${message.step} ${message.nth}`}
          of={message}
          more={(from, wanted) =>
            host.inputText({ ...at, idx, step: message.step, nth: message.nth, from, count: wanted })
          }
        />
      ))}
    </>
  );
};
