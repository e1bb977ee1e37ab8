import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { asciinema } from '../../../src/core/run/trajectory/formats/asciinema';
import { terminalBench } from '../../../src/core/run/trajectory/formats/terminalBench';
import { mutations } from '../../fakes/mutateValue';
import { readRecords, recordsOf } from '../../fakes/readTrajectory';

const data = path.resolve(process.env['TOUCHSTONE_DATA'] ?? path.join(import.meta.dirname, '../../../../shared/data'));
const folder = path.join(data, 'trajectories/terminal-bench');
const there = existsSync(folder);
if (!there) console.warn(`real terminal-bench skipped: no ${folder} (set TOUCHSTONE_DATA)`);

const linesOf = (name: string): readonly string[] => readFileSync(path.join(folder, name), 'utf8').split(/(?<=\n)/);

const partsOf = () => {
  const paths = readdirSync(folder, { recursive: true }).map((one) => String(one).replaceAll('\\', '/'));
  const found = terminalBench.folder?.(paths);
  expect(found?.trajectories).toHaveLength(1);
  return found?.trajectories[0]?.parts ?? [];
};

describe.skipIf(!there)('terminal-bench, a trial of a real run', () => {
  it('is_resolved null is unknown; the terminals of agent and tests are beside the one step', () => {
    const parts = partsOf();
    const records = parts.flatMap((part) =>
      part.cut.kind === 'whole'
        ? recordsOf(JSON.parse(readFileSync(path.join(folder, part.path), 'utf8')), part.cut, part.path)
        : recordsOf(linesOf(part.path), part.cut, part.path),
    );
    const { head, steps } = readRecords(terminalBench, records);
    expect(head).toMatchObject({ instanceId: 'fix-git', resolved: null, status: 'unknown', rawStatus: 'parse_error' });
    expect(head.totals).toMatchObject({ visibleSteps: 1, prompt: null, completion: null, costUsd: null });
    expect(head.agents.map((lane) => lane.agentId)).toEqual(['main', 'tests']);
    const typed = steps.flatMap((step) => step.calls.map((call) => call.rawArgs));
    expect(typed).toContain('bash /tests/run-tests.sh; tmux wait -S done\r');
    const screen = steps.filter((step) => step.agentId === 'main' && step.role === 'agent').at(-1);
    expect(screen?.observations[0]?.text.length).toBeGreaterThan(100_000);
    expect(steps.flatMap((step) => step.notices)).toEqual([]);
  });

  it('the recording plays with its times, whole or spoilt', () => {
    const name = partsOf().find((part) => part.path.endsWith('.cast'))?.path ?? '';
    const lines = linesOf(name);
    const { head, steps } = readRecords(asciinema, recordsOf(lines, { kind: 'text' }, name));
    expect(head.startedAt).toBe(1_754_633_538_000);
    expect(steps.every((step) => (step.endedAt ?? 0) >= (step.startedAt ?? 0))).toBe(true);
    const cut = lines.slice(0, 60).map((line, index) => (index % 7 === 3 ? line.slice(0, -4) : line));
    for (const spoilt of mutations(cut, 100))
      expect(() => readRecords(asciinema, recordsOf(spoilt, { kind: 'text' }, name))).not.toThrow();
  });
});
