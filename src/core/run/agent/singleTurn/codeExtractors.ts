import { type Extraction, type Extractor, failed, nothingSaid, type ReplyFacts, taken } from './extraction';
import { fencedBlocks } from './fencedBlocks';

const noBlock = (cut: boolean): Extraction =>
  cut
    ? failed('cut', 'The reply was cut off by its length before it came to a fenced block.')
    : failed('no-block', 'The reply has no fenced block.');

const lastBlock = (reply: string, { cut }: ReplyFacts): Extraction => {
  const block = fencedBlocks(reply).at(-1);
  if (block === undefined) return noBlock(cut);
  const rule = `the last fenced block (\`\`\`${block.language})`;
  if (!block.closed && cut) return failed('cut', 'The reply was cut off by its length inside its last fenced block.');
  if (!/\S/.test(reply.slice(block.start, block.end)))
    return failed('not-an-answer', 'The last fenced block is empty.');
  return taken(reply, [block], rule, block.closed ? [] : ['The last block has no end; all of the rest was taken.']);
};

/** The last fenced block, into a file (HumanEval's custom). */
export const lastFence: Extractor = {
  name: 'last-fence',
  version: 1,
  extract: (reply, facts) => nothingSaid(reply, facts) ?? lastBlock(reply, facts),
};

/** Where lines that hold three backquotes begin and end, the last ones; LiveCodeBench knows no other fence. */
const fenceLines = (reply: string): readonly { readonly start: number; readonly next: number }[] => {
  const found: { start: number; next: number }[] = [];
  for (let start = 0; start < reply.length; ) {
    const at = reply.indexOf('\n', start);
    const next = at < 0 ? reply.length : at + 1;
    if (reply.slice(start, next).includes('```')) found.push({ start, next });
    start = next;
  }
  return found;
};

const betweenLastTwo = (reply: string, { cut }: ReplyFacts): Extraction => {
  const lines = fenceLines(reply);
  const [opening, closing] = lines.slice(-2);
  if (opening === undefined || closing === undefined) return noBlock(cut);
  if (cut && lines.length % 2 === 1) return failed('cut', 'The reply was cut off by its length inside its last block.');
  const span = { start: opening.next, end: closing.start };
  if (!/\S/.test(reply.slice(span.start, span.end)))
    return failed('not-an-answer', 'Nothing stands between the last two fences.');
  return taken(reply, [span], 'what stands between the last two fences');
};

/** LiveCodeBench, code generation: what stands between the last two lines with a fence. */
export const liveCodeBenchCode: Extractor = {
  name: 'livecodebench-code',
  version: 1,
  extract: (reply, facts) => nothingSaid(reply, facts) ?? betweenLastTwo(reply, facts),
};

const lastAssert = (reply: string, { cut }: ReplyFacts): Extraction => {
  const found = [...reply.matchAll(/^[ \t]*(assert\b[^\r\n]*)/gm)].at(-1);
  if (found?.[1] === undefined) return noAnswer(cut, 'No line begins with assert.');
  const start = found.index + found[0].length - found[1].length;
  return taken(reply, [{ start, end: start + found[1].length }], 'the last line that begins with assert');
};

const noAnswer = (cut: boolean, say: string): Extraction =>
  cut ? failed('cut', `${say} The reply was cut off by its length.`) : failed('no-block', say);

/** LiveCodeBench, test output prediction: the last `assert` line. */
export const liveCodeBenchOutput: Extractor = {
  name: 'livecodebench-output',
  version: 1,
  extract: (reply, facts) => nothingSaid(reply, facts) ?? lastAssert(reply, facts),
};

const answerTag = (reply: string, { cut }: ReplyFacts): Extraction => {
  const open = reply.lastIndexOf('[ANSWER]');
  if (open < 0) return noAnswer(cut, 'There is no [ANSWER] tag.');
  const start = open + '[ANSWER]'.length;
  const close = reply.indexOf('[/ANSWER]', start);
  if (close < 0 && cut) return failed('cut', 'The reply was cut off by its length inside its [ANSWER] tag.');
  const end = close < 0 ? reply.length : close;
  if (!/\S/.test(reply.slice(start, end))) return failed('not-an-answer', 'The [ANSWER] tag is empty.');
  const notes = close < 0 ? ['The [ANSWER] tag has no end; all of the rest was taken.'] : [];
  return taken(reply, [{ start, end }], 'the last [ANSWER] tag', notes);
};

/** LiveCodeBench, code execution: what stands in the last `[ANSWER]` tag. */
export const liveCodeBenchExecution: Extractor = {
  name: 'livecodebench-execution',
  version: 1,
  extract: (reply, facts) => nothingSaid(reply, facts) ?? answerTag(reply, facts),
};
