import { answerOf, refusesEdit } from '../callAnswer';
import { callKindOf } from '../callKind';
import { scriptOf } from '../callScript';
import { comparable, isScratch } from '../comparablePath';
import { isFields, textAt } from '../fields';
import { shellCommands } from '../shellCommands';
import type { Call, Step } from '../step';

/** What a step does that a step of another run may do as well: a file read or changed, tests run, the task, the end. */
export interface Anchor {
  readonly kind: 'submits' | 'edits' | 'tests' | 'reads' | 'told';
  /** The file below the repository's folder; of tests what was named of them, `*` where nothing was; who told; else ''. */
  readonly what: string;
}

/** What the alignment needs of a step. */
export interface AnchoredStep {
  readonly idx: number;
  /** The weightiest first. */
  readonly anchors: readonly Anchor[];
  /** The texts of its edits of the repository as they stood; null where it makes none, or none that took effect. */
  readonly edit: string | null;
  readonly failed: boolean;
}

const filePattern = /^(?:[\w@+-][\w@.+-]*|\.{0,2})(?:\/[\w@.+-]+)*\.[A-Za-z]\w{0,9}$/;
const quotedFile = /['"]([\w@./+-]{1,200}\.[A-Za-z]\w{0,9})['"]/g;
/** What runs the code that stands in its here-document; what others are handed is only text. */
const interpreter = /(?:^|\/)(?:python[\d.]*|pypy3?|node|ruby|perl|php)$/;
const mostFiles = 12;

/** `tests/a.py::test_b` names a file; a web address none. */
const fileOfWord = (word: string): string | null => {
  const [path = ''] = word.split('::');
  return path.length < 200 && filePattern.test(path) && !path.includes('://') ? comparable(path) : null;
};

/** Files that a patch names, in a here-document or as an argument. */
const filesOfPatch = (text: string): readonly string[] =>
  [...text.matchAll(/^(?:\+\+\+ (?:b\/)?|\*\*\* (?:Update|Add|Delete) File: )([^\s]{1,200})/gm)].map(([, path = '']) =>
    comparable(path),
  );

/** Files that a shell command names: as words, as what it writes to, and in the code that it hands on. */
const filesOfShell = (script: string): readonly string[] => {
  const found: (string | null)[] = [];
  for (const { words, writesTo, input } of shellCommands(script)) {
    for (const word of [...words.slice(1), ...writesTo]) found.push(fileOfWord(word));
    const patched = filesOfPatch(input);
    for (const path of patched) found.push(path);
    if (patched.length > 0) continue;
    if (interpreter.test(words[0] ?? ''))
      for (const [, path = ''] of input.matchAll(quotedFile)) found.push(fileOfWord(path));
  }
  return found.filter((path) => path !== null);
};

const pathKeys = ['file_path', 'filePath', 'path', 'filename', 'absolute_path', 'target_file'] as const;

const filesOfArguments = ({ args }: Call): readonly string[] => {
  if (!isFields(args)) return [];
  return pathKeys.flatMap((key) => {
    const path = textAt(args, key);
    return path === null ? [] : (fileOfWord(path) ?? []);
  });
};

const isShell = (call: Call): boolean => callKindOf(call.name, null) === 'shell';

const filesOf = (call: Call): readonly string[] => [
  ...new Set(isShell(call) ? filesOfShell(scriptOf(call)) : filesOfArguments(call)),
];

const testAnchors = (files: readonly string[]): readonly Anchor[] => [
  ...files.map((what): Anchor => ({ kind: 'tests', what })),
  { kind: 'tests', what: '*' },
];

const anchorsOfCall = (step: Step, call: Call): readonly Anchor[] => {
  if (call.kind === 'submit') return [{ kind: 'submits', what: '' }];
  const files = filesOf(call);
  if (call.kind === 'test') return testAnchors(files);
  if (call.kind === 'edit') {
    const touched = files.length > 0 || step.calls.length > 1 ? files : step.filesTouched.map(comparable);
    return touched.map((what) => ({ kind: 'edits', what }));
  }
  return call.kind === 'think' || call.kind === 'spawn' ? [] : files.map((what) => ({ kind: 'reads', what }));
};

const order = ['submits', 'edits', 'tests', 'reads', 'told'] as const;

const editOf = (step: Step): string | null => {
  const texts = step.calls.flatMap((call, at) => {
    const answer = answerOf(step, at);
    const files = filesOf(call);
    if (files.length > 0 && files.every(isScratch)) return [];
    const refused = !isShell(call) && answer !== null && refusesEdit(answer);
    return call.kind === 'edit' && !refused ? [isShell(call) ? scriptOf(call) : call.rawArgs] : [];
  });
  return texts.length === 0 ? null : texts.join('\n');
};

/** Anchors of a step, read from its calls; `failed` as the list of steps says it. */
export const anchoredStep = (step: Step, failed: boolean): AnchoredStep => {
  const found = new Map<string, Anchor>();
  if (step.role !== 'agent' && step.calls.length === 0) found.set('', { kind: 'told', what: step.role });
  for (const anchor of step.calls.flatMap((call) => anchorsOfCall(step, call)))
    found.set(`${anchor.kind} ${anchor.what}`, anchor);
  const anchors = [...found.values()].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  return { idx: step.idx, anchors: anchors.slice(0, mostFiles), edit: editOf(step), failed };
};
