import type { Instance } from '../../../instance/instance';
import { patchOfFiles } from '../../trajectory/patchSoFar/patchOfFiles';
import type { AttemptSandbox } from '../attempt';
import { applyEdits, type FailedEdit, failedEditWords, pathInRepository } from './applyEdits';
import { type Extraction, type Extractor, failed, type ReplyFacts } from './extraction';
import { pythonShape } from './pythonShape';
import { type RepairedPatch, repairedPatch } from './repairedPatch';
import { repositoryText } from './repositoryFiles';
import { editBlocks } from './searchReplaceBlocks';

/** What an extraction came to. */
export interface Answer {
  readonly extraction: Extraction;
  /** The prediction's patch; null for code, and where nothing could be taken. */
  readonly patch: string | null;
  /** The prediction's code: `whole` where it stands by itself, else it goes on after the prompt. Null for patches. */
  readonly code: { readonly text: string; readonly whole: boolean } | null;
  readonly repaired: RepairedPatch | null;
  readonly failedEdits: readonly FailedEdit[];
  /** What Python would say of the code's indentation before it runs anything; null: nothing, or no Python. */
  readonly indentation: { readonly line: number; readonly say: string } | null;
}

const nothing: Omit<Answer, 'extraction'> = {
  patch: null,
  code: null,
  repaired: null,
  failedEdits: [],
  indentation: null,
};

/** Replies of more characters are not looked into. */
const mostReply = 8_000_000;

export const extractWith = (extractor: Extractor, reply: string, facts: ReplyFacts): Extraction =>
  reply.length > mostReply
    ? failed('not-an-answer', `The reply has ${reply.length} characters; at most ${mostReply} are looked into.`)
    : extractor.extract(reply, facts);

/** The patch as the model wrote it. */
export const patchAnswer = (extraction: Extraction): Answer =>
  extraction.kind === 'failed'
    ? { ...nothing, extraction }
    : { ...nothing, extraction, patch: extraction.text, repaired: repairedPatch(extraction.text) };

const baseOf = async (
  paths: readonly (string | null)[],
  sandbox: AttemptSandbox,
): Promise<ReadonlyMap<string, string | null>> => {
  const base = new Map<string, string | null>();
  for (const written of paths) {
    const path = written === null ? null : pathInRepository(written, sandbox.testbed);
    if (path !== null && !base.has(path)) base.set(path, await repositoryText(sandbox, path));
  }
  return base;
};

/** The patch that the reply's blocks make of the base files; blocks that don't fit are told. */
export const editAnswer = async (
  extraction: Extraction,
  reply: string,
  { cut }: ReplyFacts,
  sandbox: AttemptSandbox,
): Promise<Answer> => {
  if (extraction.kind === 'failed') return { ...nothing, extraction };
  const blocks = editBlocks(reply).blocks.filter(({ closed }) => closed || !cut);
  const base = await baseOf(
    blocks.map(({ path }) => path),
    sandbox,
  );
  const { files, applied, failed: failedEdits, notes } = applyEdits(blocks, base, sandbox.testbed);
  if (applied === 0) {
    const say = `No block fits the repository's files. ${failedEdits.map(failedEditWords).join('. ')}`;
    return { ...nothing, extraction: failed('no-edit-fits', say), failedEdits };
  }
  const noted = { ...extraction, notes: [...extraction.notes, ...notes] };
  return { ...nothing, extraction: noted, patch: patchOfFiles(files), failedEdits };
};

const textField = ({ extra }: Instance, name: string): string | null => {
  const value = extra[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

export const entryPointOf = (instance: Instance): string | null => textField(instance, 'entry_point');

const definesEntry = (code: string, entry: string | null): boolean =>
  entry === null || code.split('\n').some((line) => /^(?:async\s+)?(?:def|class)\s/.test(line) && line.includes(entry));

/** Code for a file; where it lacks the entry point it goes on after the prompt, as a completion does. */
export const codeAnswer = (extraction: Extraction, instance: Instance): Answer => {
  if (extraction.kind === 'failed') return { ...nothing, extraction };
  const whole = definesEntry(extraction.text, entryPointOf(instance));
  const file = whole ? extraction.text : `${instance.statement ?? ''}${extraction.text}`;
  return {
    ...nothing,
    extraction,
    code: { text: extraction.text, whole },
    indentation: pythonShape(file).indentation,
  };
};
