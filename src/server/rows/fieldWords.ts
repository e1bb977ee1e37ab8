import type { RowKindName } from './rowFacts';

const common = {
  instance_id: 'Id of the instance; every row needs one of its own.',
  repo: 'Repository as owner/name.',
} as const;

const instance = {
  ...common,
  base_commit: 'Commit on which the task begins: 40 or 64 hex digits.',
  problem_statement: 'What the model is asked: the text of the issue.',
  patch: 'Gold patch: the change that solved the task (SWE-smith: the change that made the bug).',
  test_patch: 'Test patch: the tests that come with the gold patch; hidden from the model.',
  FAIL_TO_PASS: 'Tests that fail before the gold patch and must pass after it.',
  PASS_TO_PASS: 'Tests that pass before the gold patch and must still pass after it.',
  hints_text: 'Comments on the issue from before the change.',
  created_at: 'When the pull request was made.',
  version: 'Version of the repository, by which the harness picks the environment.',
  image: 'Container image of the environment.',
  eval_script: 'Script that applies the test patch and runs the tests.',
  log_parser: 'Name of the parser that reads the test output.',
  eval_type: 'pass_and_fail: all results count; fail_only: a test that is not named passed.',
  difficulty: 'How long a person needs, by the data.',
  environment_setup_commit: 'Commit at which the environment is set up.',
} as const;

const prediction = {
  instance_id: 'Id of the instance that the patch answers.',
  model_name_or_path: 'Model or agent that made the patch.',
  model_patch: 'The model patch: a git diff as one text; null or empty is no answer.',
} as const;

const report = {
  patch_is_None: 'Whether the prediction was null.',
  patch_exists: 'Whether there was a patch to apply.',
  patch_successfully_applied: 'Whether the patch could be applied to the base commit.',
  resolved: "The rule set's own answer.",
  tests_status: 'Required tests by whether they ended as they must.',
} as const;

const summary = {
  total_instances: 'Instances of the dataset.',
  submitted_instances: 'Instances with a prediction.',
  completed_instances: 'Instances whose evaluation ended with a report.',
  resolved_instances: 'Instances whose report says resolved.',
  unresolved_instances: 'Instances whose report says not resolved.',
  empty_patch_instances: 'Instances whose prediction was empty.',
  error_instances: 'Instances whose evaluation ended in an error.',
  submitted_ids: 'Ids with a prediction.',
  completed_ids: 'Ids whose evaluation ended with a report.',
  resolved_ids: 'Ids whose report says resolved.',
  unresolved_ids: 'Ids whose report says not resolved.',
  empty_patch_ids: 'Ids whose prediction was empty.',
  error_ids: 'Ids whose evaluation ended in an error.',
  schema_version: 'Version of the summary, 2 today.',
} as const;

const samples = {
  task_id: 'Id of the task that the code answers.',
  completion: 'What the model wrote behind the prompt.',
  solution: 'The whole solution.',
} as const;

/** Further fields that are hovered over, and not offered: those of single benchmarks, and parts of reports. */
const others: Readonly<Record<string, string>> = {
  prompt: 'What the model is asked: the beginning of a function.',
  canonical_solution: 'The reference solution.',
  entry_point: 'Name of the function under test.',
  test: 'The tests as code.',
  fail_to_pass: instance.FAIL_TO_PASS,
  pass_to_pass: instance.PASS_TO_PASS,
  before_repo_set_cmd: 'Commands that prepare the repository before tests run.',
  selected_test_files_to_run: 'Test files that the evaluation runs.',
  dockerhub_tag: "Tag of the instance's image.",
  fix_patch: 'Multi-SWE-bench: the patch that mends the issue; in predictions the model patch.',
  resolved_issues: 'Issues that the pull request resolves.',
  f2p_tests: 'Tests that failed before the fix and pass after it.',
  p2p_tests: 'Tests that passed before the fix and still do.',
  org: 'Owner of the repository.',
  number: 'Number of the pull request.',
  FAIL_TO_FAIL: 'Tests that fail before and after; they count for nothing.',
  PASS_TO_FAIL: 'Tests that pass before and fail after the gold patch; they count for nothing.',
  success: 'Tests that ended as they must.',
  failure: 'Tests that did not.',
  infra_failure: 'Whether the log shows a broken environment; advice that changes no outcome.',
};

const byKind: Readonly<Record<RowKindName, Readonly<Record<string, string>>>> = {
  instance,
  prediction,
  report,
  summary,
  samples,
};

/** Fields of a kind of row that are offered where they are missing, in the order in which files have them. */
export const fieldsOffered = (kind: RowKindName): readonly (readonly [string, string])[] =>
  Object.entries(byKind[kind]);

/** What a field is, in one line; null where it is none of ours. */
export const fieldWords = (kind: RowKindName, name: string): string | null => {
  if (Object.hasOwn(byKind[kind], name)) return byKind[kind][name] ?? null;
  if (Object.hasOwn(others, name)) return others[name] ?? null;
  return Object.hasOwn(instance, name) ? (instance[name as keyof typeof instance] ?? null) : null;
};
