import { answerOf } from '../callAnswer';
import type { Observation, Step } from '../step';

/** What a command gave when it was recorded, freed of what the format set around it. */
export interface RecordedOutput {
  /** One text; two where the format kept head and tail and left the middle out; none where only the end is recorded. */
  readonly parts: readonly string[];
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  /** The first line, by which the work was handed in, was taken off. */
  readonly isSubmission: boolean;
}

/** The line with which mini-swe-agent's commands hand in what follows it. */
const handIn = /^\s*(?:COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT|MINI_SWE_AGENT_FINAL_OUTPUT)[^\S\n]*(?:\n|$)/;

/** What stands behind the line that hands in; null where no such line is there. */
export const handedIn = (text: string): string | null => {
  const line = handIn.exec(text)?.[0];
  return line === undefined ? null : text.slice(line.length);
};

/** Marks by which formats say that they left out a middle. */
const gap =
  /\n?[^\S\n]*(?:\[\.\.\.[^\n\]]{0,120}(?:truncated|omitted|clipped)[^\n\]]{0,120}\]|\.\.\. ?\[[^\n\]]{0,120}(?:truncated|omitted|TRUNCATED)[^\n\]]{0,120}\] ?\.\.\.|…\d+ (?:tokens|chars|characters|lines) truncated…)[^\S\n]*\n?/;

const atGap = (text: string): readonly string[] => {
  const found = gap.exec(text);
  return found === null ? [text] : [text.slice(0, found.index), text.slice(found.index + found[0].length)];
};

const between = (text: string, tag: string): string | null => {
  const start = text.indexOf(`<${tag}>`);
  const end = text.lastIndexOf(`</${tag}>`);
  return start < 0 || end < start ? null : text.slice(start + tag.length + 2, end).replace(/^\n/, '');
};

/** mini-swe-agent's template: the output in its tags, or head and tail of it. */
const ofMiniTemplate = (text: string): readonly string[] | null => {
  if (!/^\s*(?:<exception>|<returncode>|The last command <command>)/.test(text)) return null;
  const [head, tail] = [between(text, 'output_head'), between(text, 'output_tail')];
  if (head !== null && tail !== null) return [head.replace(/\n$/, ''), tail];
  const output = between(text, 'output');
  return output === null ? null : [output];
};

/** Lines that OpenHands adds behind an output. */
const openHandsEnd =
  /\n*(?:\[(?:The command completed with exit code -?\d+\.|Current working directory: [^\n]*|Python interpreter: [^\n]*|Command finished with exit code -?\d+)\]\s*)+$/;

/** What other formats set before an output: Claude Code's exit code, the head lines of Codex. */
const head =
  /^(?:Exit code -?\d+\n|Chunk ID: [^\n]*\n|(?:Exit code|Wall time|Process exited with code|Total output lines|Original token count)[: ][^\n]*\n)+(?:(?:\n|Total output lines: \d+\n)*Output:\n)?/;

const saidCode = (text: string): number | null => {
  const found =
    /^(?:Exit code:? |Process exited with code |\s*<returncode>)(-?\d{1,9})(?:<\/returncode>)?$/m.exec(
      text.slice(0, 400),
    ) ?? /\[(?:The command completed|Command finished) with exit code (-?\d{1,9})\.?\]/.exec(text.slice(-600));
  return found === null ? null : Number(found[1]);
};

const partsOf = ({ text, shownChars, timedOut, isError }: Observation): readonly string[] => {
  // What was recorded beside what the model was shown is whole, and has nothing around it.
  if (shownChars !== null) return [text];
  const ofTemplate = ofMiniTemplate(text);
  // The agent's own words on why it ended a command are no output of it.
  if (ofTemplate === null && timedOut === true && isError === true) return [];
  return ofTemplate ?? atGap(text.replace(openHandsEnd, '').replace(head, ''));
};

/** What the call at a place gave; null where that was not recorded. */
export const recordedOutput = (step: Step, index: number): RecordedOutput | null => {
  const answer = answerOf(step, index) ?? firstOfSeveral(step);
  if (answer === null) return null;
  const parts = partsOf(answer);
  return {
    parts,
    exitCode: answer.exitCode ?? saidCode(answer.text),
    timedOut: step.observations.some((each) => each.callId === answer.callId && each.timedOut === true),
    isSubmission: step.calls[index]?.kind === 'submit' && handedIn(parts[0] ?? '') === null,
  };
};

/** A command's output and what ended it may be observations of their own. */
const firstOfSeveral = (step: Step): Observation | null =>
  step.calls.length === 1 ? (step.observations[0] ?? null) : null;
