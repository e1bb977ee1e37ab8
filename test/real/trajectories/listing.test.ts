import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Inspection, inspectPath } from '../../../src/app/inspect';
import type { OpenedTrajectory } from '../../../src/app/trajectory/openTrajectory';
import { readStep } from '../../../src/app/trajectory/readStep';
import type { Step } from '../../../src/core/run/trajectory/step';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { sha256 } from '../../../src/io/store/sha256';
import { openTrajectoryFiles } from '../../../src/io/trajectories/openTrajectoryFiles';
import { at, folder, type Listed, listed, openAll, openOne, resolvedBy, textOf, there } from './realTrajectories';

/** What `inspect` names a file that the list calls so: format and, where the list states one, its version. */
const formats: readonly (readonly [RegExp, RegExp, RegExp?])[] = [
  [/^SWE-agent 0/, /^swe-agent$/, /^0/],
  [/^SWE-agent 1.0.1 /, /^swe-agent$/, /^1\.0\.1$/],
  [/^SWE-agent 1/, /^swe-agent$/, /^1/],
  [/^SWE-bench predictions|^preds\.json/, /^predictions-/],
  [/^evaluation summary/, /^auto-code-rover-summary$/],
  [/^SWE-bench run_instance/, /^run-instance-log$/],
  [/^SWE-bench run summary/, /^swebench-summary$/],
  [/^SWE-bench report/, /^(?:swebench|swe-smith)-report$/],
  [/^SWE-bench test_output/, /^swebench-test-output$/],
  [/^SWE-bench patch/, /^unified-diff$/],
  [/^OpenAI-messages/, /^swe-smith-messages$/],
  [/^mini-swe-agent-1 \(v1\.13\.4\)/, /^mini-swe-agent-1$/, /^1\.13\.4$/],
  [/^mini-swe-agent-1\.1 \(v2\.2\.4/, /^mini-swe-agent-2$/, /^2\.2\.4$/],
  [/^bare message list/, /^mini-swe-agent-messages$/],
  [/^OpenHands (?:V0 output|<=0\.9)/, /^openhands-v0-output$/],
  [/^OpenHands V0 saved/, /^openhands-v0$/],
  [/^OpenHands SDK V1/, /^openhands-v1$/],
  [/^ATIF-v1\.5/, /^atif$/, /^1\.5$/],
  [/session JSONL 1\.0\.108/, /^claude-code-session$/, /^1\.0\.108$/],
  [/session JSONL 1\.0\.98/, /^claude-code-session$/, /^1\.0\.98$/],
  [/^Claude Code 2\.1 split/, /^claude-code-session/, /^2\.1\.|^null$/],
  [/^Claude Code JSONL/, /^claude-code-session$/],
  [/stream-json, v2\.1\.19/, /^claude-stream-json$/, /^2\.1\.19$/],
  [/stream-json events/, /^claude-stream-json$/],
  [/^Codex rollout/, /^codex-(?:rollout|fork-manifest)$/],
  [/^Gemini/, /^gemini-session$/],
  [/^Qwen Code chat JSONL 0\.21/, /^qwen-chat$/, /^0\.21\./],
  [/^Qwen/, /^qwen-chat$/],
  [/^opencode/, /^opencode-storage-part$/],
  [/^Inspect \.eval v2/, /^inspect-eval$/, /^2$/],
  [/^Inspect \.eval version 3/, /^inspect-eval$/, /^3$/],
  [/^Inspect/, /^inspect-eval$/],
  [/^terminal-bench run_metadata/, /^terminal-bench-run-metadata$/],
  [/^terminal-bench 0\.1\.1 trial/, /^(?:terminal-bench-(?:part|trial)|log|pytest-log|asciinema)$/],
  [/^AutoCodeRover/, /^(?:auto-code-rover-part|unified-diff|log|problem-statement)$/],
  [/^evaluation report/, /^swebench-v1-report$/],
  [/^candidate patches/, /^trae-patch-candidates$/],
  [/^instance -> bool/, /^swebench-pro-results$/],
  [/^OTLP/, /^otel$/],
  [/^Aider/, /^aider-chat$/],
];

const acr = 'swe-agent/0.x/acr_final_report.json';
const rover = 'autocoderover/acr-run-1_report.json';

/** The report that an outcome speaks of, and the instance in it. */
const reportOf = ({ file, outcome }: Listed): readonly [string, string | null] => {
  if (outcome.includes('java_results')) return ['swe-agent/0.x/java_results.json', 'fasterxml__jackson-core-370'];
  const [, repository, number] = /acr_([a-z]+)-(\d+)/.exec(file) ?? [];
  if (repository === 'requests') return [acr, `psf__requests-${number}`];
  if (repository !== undefined) return [acr, `${repository}__${repository}-${number}`];
  return [file.replace(/\.traj(?:\.json)?$/, '.report.json'), null];
};

/** Whether the report stands beside it under its own name: then it is joined; a run's list of names is not guessed at. */
const hasOwn = (row: Listed): boolean => reportOf(row)[1] === null;

const stepsOf = async (opened: OpenedTrajectory): Promise<readonly Step[]> =>
  Promise.all(opened.entries.map((entry) => readStep(opened, entry)));

const lost = ({ head: { totals } }: OpenedTrajectory): number => (totals.apiCalls ?? 0) - totals.visibleSteps;

type Check = (row: Listed, opened: OpenedTrajectory) => void | Promise<void>;

/** What an outcome's words mean for a trajectory that is a file of its own. Each must hold where its words stand. */
const outcomes: readonly (readonly [RegExp, Check])[] = [
  [
    /^(?:exit_status=)?submitted(?! \(exit)/,
    (_, { head }) => expect([head.status, head.rawStatus]).toEqual(['submitted', 'submitted']),
  ],
  [
    /^submitted \(exit_cost\)/,
    (_, { head }) => expect([head.status, head.rawStatus]).toEqual(['limit_cost', 'submitted (exit_cost)']),
  ],
  [/^Submitted;/, (_, { head }) => expect([head.status, head.rawStatus]).toEqual(['submitted', 'Submitted'])],
  [
    /EMPTY submission|empty submission/,
    (_, { head }) =>
      expect([head.status, head.rawStatus, head.finalPatch]).toEqual(['submitted_empty', 'Submitted', null]),
  ],
  [
    /; RESOLVED/,
    (row, { head }) => expect([resolvedBy(...reportOf(row)), head.resolved]).toEqual([true, hasOwn(row) ? true : null]),
  ],
  [
    /UNRESOLVED|not resolved/,
    (row, { head }) =>
      expect([resolvedBy(...reportOf(row)), head.resolved]).toEqual([false, hasOwn(row) ? false : null]),
  ],
  [
    /(\d+) (?:FormatErrors|format errors)/,
    ({ outcome }, opened) => expect(lost(opened)).toBe(Number(/(\d+) [Ff]ormat ?[Ee]rrors/.exec(outcome)?.[1])),
  ],
  [
    /FormatErrors of \d+ calls/,
    ({ outcome }, { head }) => expect(head.totals.apiCalls).toBe(Number(/of (\d+) calls/.exec(outcome)?.[1])),
  ],
  [/890 KB patch/, (_, { head }) => expect(Math.round((head.finalPatch?.text.length ?? 0) / 1000)).toBe(890)],
  [/leaves replicate_bug\.py/, (_, { head }) => expect(head.finalPatch?.text).toContain('+++ b/replicate_bug.py')],
  [/side-effect files/, (_, { head }) => expect(head.finalPatch?.text).toContain(' b/build/')],
  [/^demo$/, (_, { head }) => expect([head.status, head.finalPatch]).toEqual(['unknown', null])],
  [
    /^ends with user message/,
    ({ file }, { head }) => {
      const last = JSON.parse(textOf(file)).at(-1);
      expect([last.role, last.content]).toEqual(['user', head.finalPatch?.text]);
    },
  ],
  [/^idle$/, (_, { head }) => expect(head.rawStatus).toBe('idle')],
  [/ends without a result event/, (_, { head }) => expect(head.status).toBe('aborted')],
  [
    /no tool call at all/,
    async (_, opened) => expect((await stepsOf(opened)).flatMap(({ calls }) => calls)).toEqual([]),
  ],
  [/^tool errors/, (_, { entries }) => expect(entries.filter(({ isError }) => isError).length).toBeGreaterThan(0)],
  [
    /subagent refs \/ parse errors/,
    ({ file }, { head, entries }) => {
      if (file.includes('context-summarization.trajectory.json')) expect(head.agents).toHaveLength(4);
      if (file.includes('invalid-json')) expect(entries.length).toBe(5);
    },
  ],
  [
    /^copied prefix/,
    ({ file }, { head }) => {
      const forked = head.warnings.some((words) => words.includes('Forked from session parent-session'));
      expect(forked).toBe(file.includes('child'));
    },
  ],
  [/^test trace$/, (_, { entries }) => expect(entries).toHaveLength(2)],
];

/** Outcomes of what is several trajectories, or none, and those that say nothing of how it ended. */
const elsewhere =
  /^(?:-|3 trajectories|39 record kinds|6 resolved of|all event kinds|agentic sample|companion of|converted from|evaluation (?:log )?of|oracle for|resolved lists|accuracy|Llama-4|issue resolver|real session|same log|scores C\/I|see results|RESOLVED per acr-run|fixture|synthetic fixture)/;

const isAlone = ({ format }: Inspection): boolean =>
  /^(?:swe-agent|mini-swe|openhands-v|atif|claude|codex-r|gemini|qwen|inspect-eval|otel|aider|swe-smith-messages)/.test(
    format ?? '',
  ) && !format?.endsWith('-part');

/** Those whose fixtures hold lines that are no records of a session, or no steps at all. */
const withUnread = /edge_cases|schema_coverage|codex_052_raw/;
const withoutSteps = /base_state/;

describe.skipIf(!there)('every file of the list of real trajectories', () => {
  let found: ReadonlyMap<string, Inspection>;
  beforeAll(async () => {
    const ports = { files: nodeFiles, sha256, trajectories: openTrajectoryFiles };
    const all = await inspectPath(ports, folder);
    found = new Map(all.map((one) => [path.relative(folder, one.path).replaceAll('\\', '/'), one]));
  }, 120_000);

  it('is there, and inspect knows every one of the folder', () => {
    expect(listed.length).toBeGreaterThan(100);
    expect(listed.filter(({ file }) => !existsSync(at(file)))).toEqual([]);
    expect([...found.values()].filter(({ format }) => format === null)).toEqual([]);
    expect(found.get('')?.counts).toMatchObject({ files: listed.length + 1, unknownFiles: 0 });
  });

  it.each(listed)('$file: $format', ({ file, format }) => {
    const [, name, version] = formats.find(([words]) => words.test(format)) ?? [];
    expect(name, 'the list has a kind of file that this test does not know').toBeDefined();
    const one = found.get(file);
    expect(one?.format ?? 'unknown').toMatch(name as RegExp);
    if (version !== undefined) expect(String(one?.version)).toMatch(version);
    expect(Object.values(one?.counts ?? {}).some((count) => count > 0)).toBe(true);
  });

  it.each(listed)('$file ended as the list says: $outcome', async (row) => {
    const checks = outcomes.filter(([words]) => words.test(row.outcome));
    const isKnown = checks.length > 0 || elsewhere.test(row.outcome);
    expect(isKnown, 'the list has an outcome that this test does not know').toBe(true);
    const one = found.get(row.file);
    if (one === undefined || !isAlone(one)) return;
    for (const opened of await openAll(row.file)) {
      for (const [, check] of checks) await check(row, opened);
      const steps = await stepsOf(opened);
      if (!withoutSteps.test(row.file)) expect(steps.length).toBeGreaterThan(0);
      const unread = steps.flatMap(({ notices }) => notices).filter(({ kind }) => kind === 'not-read');
      if (!withUnread.test(row.file)) expect(unread).toEqual([]);
    }
  });
});

describe.skipIf(!there)('what the list says of several files, or several trajectories of one', () => {
  it('the set for training holds 3 trajectories, the log of a CTF agent 15 with scores C or I', async () => {
    expect(await openAll('messages/swesmith_ft_xml_3traj.jsonl')).toHaveLength(3);
    const samples = await openAll('inspect/docent_intercode_ctf.eval');
    expect(samples).toHaveLength(15);
    const values = samples.flatMap(({ head }) => head.scores ?? []).map(({ value }) => value);
    expect(values.length).toBeGreaterThanOrEqual(15);
    expect(values.every((value) => value === 'C' || value === 'I')).toBe(true);
    for (const { head } of samples) expect(head.resolved).toBe(head.scores?.some(({ value }) => value === 'C'));
  });

  it('AutoCodeRover: submitted, and resolved by the report of its run', async () => {
    const { head } = await openOne('autocoderover/django__django-11099_2024-04-06_13-39-57');
    expect(head).toMatchObject({ format: 'auto-code-rover', status: 'submitted', instanceId: 'django__django-11099' });
    expect(resolvedBy(rover, head.instanceId)).toBe(true);
  });

  it('terminal-bench: resolved as results.json says', async () => {
    const trial = 'terminal-bench/mini_fix-git/fix-git.1-of-1.2025-08-07__20-46-16';
    const { head } = await openOne(trial);
    expect(head.resolved).toBe(JSON.parse(textOf(`${trial}/results.json`)).is_resolved);
  });

  it('opencode: its two sessions, and in steps every part of them that is one', async () => {
    const sessions = await openAll('opencode/storage_v2');
    expect(sessions.map(({ found: { id } }) => id)).toEqual(['s_stage0_large', 's_stage0_small']);
    for (const { entries } of sessions) expect(entries.length).toBeGreaterThan(0);
  });

  it('Multi-SWE-bench by OpenHands: the patch of each line is its own', async () => {
    const lines = textOf('openhands/v0/multi_swe_output.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const opened = await openAll('openhands/v0/multi_swe_output.jsonl');
    expect(opened.map(({ head }) => head.instanceId)).toEqual(lines.map((line) => line.instance_id));
    expect(opened.map(({ head }) => head.finalPatch?.text ?? '')).toEqual(
      lines.map((line) => line.test_result.git_patch),
    );
  });

  it('the folder as a whole gives all of them, the ones that are folders as well', async () => {
    const files = await openTrajectoryFiles(folder);
    const all = await openAll('.');
    const ids = all.map(({ found: { format } }) => format.name);
    expect(files.kind).toBe('folder');
    for (const name of ['auto-code-rover', 'terminal-bench', 'opencode-storage', 'aider-chat', 'otel'])
      expect(ids).toContain(name);
    expect(new Set(all.map(({ found: { parts, within } }) => `${parts[0]?.path} ${within?.ref.start}`)).size).toBe(
      all.length,
    );
  });

  it('a report that says the patch was not applied and the instance resolved is read by its resolved', () => {
    const report = 'swe-agent/1.x/pydantic-8316.report.json';
    expect(JSON.parse(readFileSync(at(report), 'utf8')).patch_successfully_applied).toBe(false);
    expect(resolvedBy(report, null)).toBe(true);
  });
});
