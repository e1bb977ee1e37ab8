/** By a benchmark's name. A file of its own: whoever shows a title needs no reader of rows. */
const titles: Readonly<Record<string, string>> = {
  bigcodebench: 'BigCodeBench',
  codecontests: 'CodeContests',
  cruxeval: 'CRUXEval',
  evalplus: 'EvalPlus',
  humaneval: 'HumanEval',
  livecodebench: 'LiveCodeBench',
  mbpp: 'MBPP',
  'multi-swe-bench': 'Multi-SWE-bench',
  'swe-bench': 'SWE-bench',
  'swe-bench-live': 'SWE-bench-Live',
  'swe-bench-pro': 'SWE-bench Pro',
  'swe-compass': 'SWE-Compass',
  'swe-gym': 'SWE-Gym',
  'swe-rebench': 'SWE-rebench',
  'swe-smith': 'SWE-smith',
};

/** The benchmark's title for people; a benchmark of folders, or an unknown one, by its own name. */
export const titleOfBenchmark = (benchmark: string): string =>
  Object.hasOwn(titles, benchmark) ? (titles[benchmark] ?? benchmark) : benchmark;
