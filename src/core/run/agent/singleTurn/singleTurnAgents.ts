import type { Instance } from '../../../instance/instance';
import type { Agent } from '../attempt';
import { codeAnswer, editAnswer, entryPointOf, patchAnswer } from './answer';
import { lastFence, liveCodeBenchCode, liveCodeBenchExecution, liveCodeBenchOutput } from './codeExtractors';
import type { Extractor } from './extraction';
import { patchExtractor } from './patchExtractor';
import { pythonWindow } from './pythonWindow';
import { searchReplaceExtractor } from './searchReplaceBlocks';
import { singleTurnAgent } from './singleTurnAgent';
import { codePrompt, editPrompt, mostPromptCharacters, patchPrompt } from './singleTurnPrompts';

const named = ({ name, version }: Extractor): { readonly name: string; readonly version: number } => ({
  name,
  version,
});

/** By the benchmark whose custom it is; all others take the last fenced block. */
const codeExtractorFor = (instance: Instance): Extractor => {
  const { benchmark, extra } = instance;
  if (/^(?:evalplus|humaneval\+|mbpp\+|bigcodebench)/i.test(benchmark)) return pythonWindow(entryPointOf(instance));
  if (/^cruxeval/i.test(benchmark)) return liveCodeBenchExecution;
  if (!/^livecodebench/i.test(benchmark)) return lastFence;
  if (Object.hasOwn(extra, 'test_id') || Object.hasOwn(extra, 'function_name')) return liveCodeBenchOutput;
  return Object.hasOwn(extra, 'code') && Object.hasOwn(extra, 'input') ? liveCodeBenchExecution : liveCodeBenchCode;
};

const prompt = { prompt: 'row text, else statement with paths and files of the repository', mostPromptCharacters };

const patch = singleTurnAgent({
  id: 'patch',
  needsSandbox: true,
  settings: { turns: 1, extractor: named(patchExtractor), ...prompt },
  prompt: ({ instance, sandbox }) => patchPrompt(instance, sandbox),
  extractorFor: () => patchExtractor,
  answer: async (extraction) => patchAnswer(extraction),
});

const searchReplace = singleTurnAgent({
  id: 'search-replace',
  needsSandbox: true,
  settings: {
    turns: 1,
    extractor: named(searchReplaceExtractor),
    ...prompt,
    prompt: 'statement with paths and files of the repository',
  },
  prompt: ({ instance, sandbox }) => editPrompt(instance, sandbox),
  extractorFor: () => searchReplaceExtractor,
  answer: (extraction, reply, facts, { sandbox }) => editAnswer(extraction, reply, facts, sandbox),
});

const code = singleTurnAgent({
  id: 'code',
  needsSandbox: false,
  settings: {
    turns: 1,
    extractors: [lastFence, liveCodeBenchCode, liveCodeBenchOutput, liveCodeBenchExecution, pythonWindow(null)].map(
      named,
    ),
    prompt: 'statement',
  },
  prompt: async ({ instance }) => codePrompt(instance),
  extractorFor: codeExtractorFor,
  answer: async (extraction, _reply, _facts, { instance }) => codeAnswer(extraction, instance),
});

/** Agents without a scaffold: one prompt, one reply, one rule that takes the answer out of it. */
export const singleTurnAgents: readonly Agent[] = [patch, searchReplace, code];
