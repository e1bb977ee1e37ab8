import { blankStep } from '../blank';
import type { Step } from '../step';
import type { RawRecord, StepGroup, TrajectoryFormat, TrajectoryReader } from '../trajectoryFormat';
import { observationOf, totalsOf, trajectoryOf } from './stepParts';

const name = 'aider-chat';
const guessed =
  'Markdown has no marks of its own for who speaks: the parts of a step are told by how their lines begin.';
const userLine = /^#### ?/;
const toolLine = /^> ?/;
const fenceLine = /^(`{3,}|~{3,})/;

/** Tells lines apart; within a fence every line belongs to the reply. */
class LineKinds {
  #fence: string | null = null;

  of(line: string): 'user' | 'tool' | 'said' {
    const fence = fenceLine.exec(line)?.[1] ?? null;
    if (this.#fence !== null) {
      if (fence?.startsWith(this.#fence)) this.#fence = null;
      return 'said';
    }
    if (userLine.test(line)) return 'user';
    if (toolLine.test(line)) return 'tool';
    this.#fence = fence;
    return 'said';
  }
}

/** A step is a run of the user's lines, or all that stands before the next one. */
class AiderReader implements TrajectoryReader {
  readonly #kinds = new LineKinds();
  #first: RawRecord | null = null;
  #end = 0;
  #lines: string[] = [];
  #isUser = false;
  #steps = 0;

  take(record: RawRecord): readonly StepGroup[] {
    const line = typeof record.value === 'string' ? record.value : '';
    const isUser = this.#kinds.of(line) === 'user';
    const done = isUser === this.#isUser ? [] : this.end();
    this.#first ??= record;
    this.#isUser = isUser;
    this.#end = record.ref.end;
    this.#lines.push(line);
    return done;
  }

  end(): readonly StepGroup[] {
    const [first, value] = [this.#first, this.#lines.join('')];
    this.#first = null;
    this.#lines = [];
    if (first === null) return [];
    if (!this.#isUser) this.#steps += 1;
    const record = { ...first, ref: { ...first.ref, end: this.#end }, value };
    return [{ agentId: 'main', records: [record], facts: { user: this.#isUser } }];
  }

  head() {
    return trajectoryOf({ format: name, agent: 'Aider', totals: totalsOf(this.#steps, {}), warnings: [guessed] });
  }
}

const build = (group: StepGroup, idx: number): Step => {
  const value = group.records[0]?.value;
  const lines = typeof value === 'string' ? value.split(/(?<=\n)/) : [];
  const step = blankStep(group, idx);
  if (group.facts['user'] === true)
    return { ...step, role: 'user', thought: lines.map((line) => line.replace(userLine, '')).join('') };
  const kinds = new LineKinds();
  const parts = { said: '', tool: '' };
  for (const line of lines) {
    if (kinds.of(line) === 'tool') parts.tool += line.replace(toolLine, '');
    else parts.said += line;
  }
  return { ...step, thought: parts.said, observations: parts.tool === '' ? [] : [observationOf({ text: parts.tool })] };
};

const isChat = (text: string): boolean =>
  /^# aider chat started at /m.test(text) ||
  (/^#### /m.test(text) && /^> (?:\$ aider |Aider v|Applied edit to |Commit [0-9a-f]{7} )/m.test(text));

/** Aider's `.aider.chat.history.md`: `####` begins what the user said, `>` what Aider did, all else is the model's. */
export const aiderChat: TrajectoryFormat = {
  name,
  title: 'Aider chat history',
  detect: ({ text, values }) => (values.length === 0 && isChat(text) ? { cut: { kind: 'text' }, version: null } : null),
  open: () => new AiderReader(),
  build,
};
