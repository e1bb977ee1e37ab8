import type { RuleSetName } from '../ruleSetName';
import { compassRules } from './compass';
import { harborRules } from './harbor';
import { humanEvalRules } from './humanEval';
import { liveRules } from './live';
import { multiSweBenchRules } from './multiSweBench';
import { proRules } from './pro';
import { rebenchV2Rules } from './rebenchV2';
import type { RuleSet } from './ruleSet';
import { smithRules } from './smith';
import { swebenchV4, swebenchV5 } from './swebench';
import { terminalBenchRules } from './terminalBench';

const ruleSets: Readonly<Record<RuleSetName, RuleSet>> = {
  'swebench-v4': swebenchV4,
  'swebench-v5': swebenchV5,
  live: liveRules,
  pro: proRules,
  'multi-swe-bench': multiSweBenchRules,
  'rebench-v2': rebenchV2Rules,
  smith: smithRules,
  compass: compassRules,
  'terminal-bench': terminalBenchRules,
  harbor: harborRules,
  humaneval: humanEvalRules,
};

/** The rule set of a name. */
export const ruleSetOf = (name: RuleSetName): RuleSet => ruleSets[name];
