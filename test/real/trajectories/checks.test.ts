import { describe, expect, it } from 'vitest';
import type { OpenedTrajectory } from '../../../src/app/trajectory/openTrajectory';
import { readStep } from '../../../src/app/trajectory/readStep';
import type { Step } from '../../../src/core/run/trajectory/step';
import { openTrajectoryFiles } from '../../../src/io/trajectories/openTrajectoryFiles';
import { at, listed, openAll, openOne, textOf, there } from './realTrajectories';

const stepsOf = async (opened: OpenedTrajectory): Promise<readonly Step[]> =>
  Promise.all(opened.entries.map((entry) => readStep(opened, entry)));

/** Without what stands in one file alone: places, and the name of the file. */
const bare = ({ rawRefs: _, ...step }: Step) => step;

describe.skipIf(!there)('the eight checks of the reference (trajectories.md F)', () => {
  it('(1) django-13590: 114 calls, 22 to be seen, 92 format errors, the cost said to be incomplete', async () => {
    const { head, warnings } = await openOne('mini-swe-agent/v2/django__django-13590.traj.json');
    expect(head.totals).toMatchObject({ apiCalls: 114, visibleSteps: 22, incomplete: true, costSource: 'reported' });
    expect(warnings.join('\n')).toContain('92 calls');
  });

  it('(2) a forked Codex session is 26,938,802 tokens, not the 52,068,085 of both added up', async () => {
    const [parent, child] = [
      await openOne('codex/fork_token_oracle/parent.jsonl'),
      await openOne('codex/fork_token_oracle/child.jsonl'),
    ];
    const { oracle } = JSON.parse(textOf('codex/fork_token_oracle/manifest.json'));
    expect(child.head.totals.tokensByLine).toBe(26_938_802);
    expect(child.head.totals.tokensByLine).toBe(oracle.dedupedLastTokens);
    expect((parent.head.totals.tokensByLine ?? 0) + (child.head.totals.tokensByLine ?? 0)).toBe(52_068_085);
    expect(child.warnings.join('\n')).toContain('adding both sessions counts them twice');
  });

  it('(2) and of these the running total, without two lines that no call stands behind, is 26,801,911', async () => {
    const { head, warnings } = await openOne('codex/fork_token_oracle/child.jsonl');
    expect((head.totals.prompt ?? 0) + (head.totals.completion ?? 0)).toBe(26_801_911);
    expect(warnings.join('\n')).toContain('26938802');
    expect(26_938_802 - 26_801_911).toBe(117_225 + 19_666);
  });

  it('(3) the chunked and the plain Inspect log of ais-decoder give one model', async () => {
    const [plain, chunked] = [
      await openOne('inspect/ais-decoder_zstd.eval'),
      await openOne('inspect/ais-decoder_chunked.eval'),
    ];
    expect(chunked.head).toEqual(plain.head);
    expect((await stepsOf(chunked)).map(bare)).toEqual((await stepsOf(plain)).map(bare));
  });

  it('(4) the session with two sub-agents: 3,629 output tokens, neither 4,031 nor 2,498', async () => {
    const opened = await openOne('claude-code/session_2subagents_1.0.108.jsonl');
    expect(opened.head.totals.completion).toBe(3629);
    expect(opened.entries.reduce((sum, { completion }) => sum + (completion ?? 0), 0)).toBe(3629);
  });

  it('(5) a stream without a result line is aborted, not a success', async () => {
    const { head } = await openOne('claude-code/stream_json_2.1.19_truncated_excerpt.jsonl');
    expect([head.status, head.rawStatus, head.resolved]).toEqual(['aborted', null, null]);
  });

  it('(6) is_resolved null is unknown, not failed', async () => {
    const { head } = await openOne('terminal-bench');
    expect([head.resolved, head.status, head.rawStatus]).toEqual([null, 'unknown', 'parse_error']);
  });

  it('(7) Submitted with an empty patch is submitted_empty', async () => {
    for (const name of ['django__django-15503', 'django__django-11066']) {
      const { head } = await openOne(`mini-swe-agent/v2/${name}.traj.json`);
      expect([head.status, head.rawStatus, head.finalPatch]).toEqual(['submitted_empty', 'Submitted', null]);
    }
  });

  it('(8) the 2.85 MB file: the index holds places and previews, and one step needs its own bytes alone', async () => {
    const file = 'mini-swe-agent/v2/psf__requests-1142.traj.json';
    const opened = await openOne(file);
    const bytes = Buffer.byteLength(textOf(file));
    expect(bytes).toBeGreaterThan(2_800_000);
    expect(JSON.stringify([...opened.entries]).length).toBeLessThan(bytes / 50);
    const [first] = opened.entries;
    const read = (first?.records ?? []).reduce((sum, { ref }) => sum + ref.end - ref.start, 0);
    expect(read).toBeLessThan(bytes / 50);
  });
});

/** Every text and key inside a value, as decoded; texts that are JSON themselves are opened once more. */
const textsIn = (value: unknown, found: string[], depth = 0): void => {
  if (typeof value === 'string') {
    found.push(value);
    if (depth < 20 && /^\s*[[{"]/.test(value)) {
      try {
        textsIn(JSON.parse(value), found, depth + 1);
      } catch {
        // No JSON: the text itself is all that it holds.
      }
    }
  } else if (Array.isArray(value)) for (const one of value) textsIn(one, found, depth);
  else if (typeof value === 'object' && value !== null)
    for (const one of Object.values(value)) textsIn(one, found, depth);
};

/** An attribute of a span (`{ key, value: { stringValue } }`) as it is shown. */
const attributeIn = (value: unknown, found: string[]): void => {
  if (typeof value !== 'object' || value === null) return;
  const { key, value: held } = value as { readonly key?: unknown; readonly value?: Readonly<Record<string, unknown>> };
  if (typeof key === 'string' && typeof held?.['stringValue'] === 'string')
    found.push(`${key}: ${held['stringValue']}`);
  for (const one of Object.values(value)) attributeIn(one, found);
};

/** What an event of a recording put on the screen; the next one goes on in the same line. */
const screenIn = (value: unknown): string => {
  if (typeof value !== 'string' || !/^\[\d/.test(value)) return '';
  const event: unknown = JSON.parse(value);
  return Array.isArray(event) && event[1] === 'o' ? String(event[2]) : '';
};

/** All that a trajectory's files say: every text, values as JSON, attributes, screens. */
const sayingOf = async (file: string, opened: OpenedTrajectory): Promise<string> => {
  const files = await openTrajectoryFiles(at(file));
  const found: string[] = [];
  let screen = '';
  for (const part of opened.found.parts)
    for await (const batch of files.records(part.path, part.cut))
      for (const { value } of batch.kind === 'records' ? batch.records : []) {
        textsIn(value, found);
        attributeIn(value, found);
        found.push(JSON.stringify(value));
        screen += screenIn(value);
      }
  return [...found, screen].join('\n');
};

const bareText = (text: string): string => text.replace(/[\s>#]+/g, '');

/** Pieces of a text between which a reader may have put something: parts of a message, lines that were joined. */
const pieces = (text: string): readonly string[] =>
  text
    .split(/\r?\n/)
    .map(bareText)
    .filter((piece) => piece.length > 40);

const alone = listed.filter(({ file }) =>
  /\.(?:traj|traj\.json|eval)$|trajectory\.json$|^(?:claude-code|codex|gemini|qwen|messages|openhands|aider)\/.*\.(?:jsonl|json|md)$|^other\/otel/.test(
    file,
  ),
);
const folders = ['autocoderover', 'opencode/storage_v2', 'terminal-bench'];
const paths = [...alone.map(({ file }) => file), ...folders].filter(
  (file) => !file.endsWith('manifest.json') && !file.endsWith('.meta.json'),
);

describe.skipIf(!there)('no text of a step is made up', () => {
  it.each(paths)('%s: every line of thoughts, calls and observations stands in its records', async (file) => {
    for (const opened of await openAll(file)) {
      const said = bareText(await sayingOf(file, opened));
      for (const step of await stepsOf(opened)) {
        const texts = [step.thought, step.reasoning?.text ?? '', ...step.observations.map(({ text }) => text)];
        const madeUp = texts.flatMap(pieces).filter((piece) => !said.includes(piece));
        expect(madeUp, `step ${step.idx}`).toEqual([]);
      }
    }
  });
});
