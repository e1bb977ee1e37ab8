/** The rule sets, each named after the harness whose score it gives (`formats.md` B). */
export const ruleSetNames = [
  'swebench-v4',
  'swebench-v5',
  'live',
  'pro',
  'multi-swe-bench',
  'rebench-v2',
  'smith',
  'compass',
  'terminal-bench',
  'harbor',
  'humaneval',
] as const;

export type RuleSetName = (typeof ruleSetNames)[number];
