import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assistantToolNamed, assistantTools } from '../../../../src/app/assistant/assistantTools';
import { outsideText } from '../../../../src/app/assistant/outsideText';
import { InputFault } from '../../../../src/core/shared/problem';
import { sampleDesk } from '../../../fakes/assistantDesk';

const fourteen = 'touchstone-samples__spandrel-14';
const trajectory = `runs/kestrel-1/trajectories/${fourteen}.traj.json`;
const desk = sampleDesk();
const signal = new AbortController().signal;
const ask = (tool: string, input: unknown, of = desk): Promise<string> =>
  assistantToolNamed(tool).call(of, input, signal);

describe('what assistants are told of a study', () => {
  it('instances with how each run did on them, as many as asked for, the rest counted', async () => {
    const answer = await ask('find_instances', { limit: 2 });
    expect(answer).toContain('2 of 7 instances shown.');
    expect(answer).toContain('kestrel-1: unresolved');
    expect(await ask('find_instances', { query: 'nothing like it' })).toContain('0 instances.');
  });

  it('instances by the outcome of a run', async () => {
    const answer = await ask('find_instances', { run: 'heron-2', outcome: 'resolved' });
    expect(answer).toContain(`${fourteen} (`);
    expect(answer).not.toContain('spandrel-17 (');
  });

  it('why a run failed: the rule, the test that is still red, and the lines of its log', async () => {
    const answer = await ask('read_result', { instance: fourteen, run: 'kestrel-1', tests: 3 });
    expect(answer).toContain('unresolved.');
    expect(answer).toContain('v5.tests of swebench-v5');
    expect(answer).toContain('3 of 29 tests shown');
    expect(answer).toContain('FAIL_TO_PASS NOT as required: "format: carries through minutes into an hour"');
    expect(answer).toContain('231: not ok 13 - format: carries through minutes into an hour');
  });

  it('the steps of a trajectory with their kinds and signals, and one step in full', async () => {
    const answer = await ask('summarise_trajectory', { trajectory, from: 3, count: 2 });
    expect(answer).toContain('2 of 8 steps shown, from step 3.');
    expect(answer).toContain('3 read exit 0: cat src/format.js');
    expect(answer).toContain('1 of the 2 tests that must turn green did');
    expect(await ask('read_step', { trajectory, step: 5 })).toContain("+  if (text === '60s') return");
  });

  it('gold and model patch, compared', async () => {
    const answer = await ask('compare_patches', { instance: fourteen, run: 'kestrel-1' });
    expect(answer).toContain('"src/format.js": place; gold +18 -7 in 1 hunks; model +1 -0 in 1 hunks');
    expect(answer).toContain('+function lastUnit(ms, maxUnits) {');
  });
});

describe('what a rater may not see is not told', () => {
  const blind = sampleDesk({ gold: true, tests: true, signals: true }, fourteen);

  it('no outcome, no test, no signal, no gold patch', async () => {
    expect(await ask('read_result', { instance: fourteen, run: 'kestrel-1' }, blind)).not.toMatch(/resolved|FAIL_TO/);
    const found = await ask('find_instances', { query: 'spandrel-14' }, blind);
    expect(found).not.toMatch(/: (?:un)?resolved/);
    expect(found).toContain('hidden until the verdict');
    expect(await ask('summarise_trajectory', { trajectory }, blind)).not.toContain('must turn green');
    const compared = await ask('compare_patches', { instance: fourteen, run: 'kestrel-1' }, blind);
    expect(compared).not.toContain('lastUnit');
    expect(compared).toContain("if (text === '60s')");
  });

  it('nor by asking for an outcome', async () => {
    const answer = await ask('find_instances', { run: 'heron-2', outcome: 'resolved' }, blind);
    expect(answer).not.toContain(`${fourteen} (`);
  });

  it('other instances are told as ever', async () => {
    const other = 'touchstone-samples__spandrel-17';
    expect(await ask('read_result', { instance: other, run: 'heron-2' }, blind)).toContain('unresolved');
  });
});

describe('what a model asks for is outside data', () => {
  it('no path but those that the study lists is read', async () => {
    for (const path of ['/etc/passwd', '../../package.json', `${trajectory}/../../run.json`, 'touchstone.yaml'])
      await expect(ask('read_step', { trajectory: path, step: 1 })).rejects.toThrow('The study lists no trajectory');
  });

  it('input of another form is a fault that names the field', async () => {
    await expect(ask('read_step', { trajectory, step: 'x' })).rejects.toThrow(/step: .*number/);
    await expect(ask('read_step', { trajectory, step: 99 })).rejects.toThrow(
      'There is no step 99; the trajectory has 8.',
    );
    await expect(ask('read_result', { instance: fourteen, run: 'none' })).rejects.toThrow(
      'Runs that have: "base/base"',
    );
    await expect(ask('find_instances', { limit: 1e9 })).rejects.toThrow('limit');
  });

  it('any input at all is answered or refused, and said to people before', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...assistantTools), fc.jsonValue(), async (tool, input) => {
        expect(tool.reads(input)).not.toBe('');
        const answer = await tool.call(desk, input, signal).catch((error: unknown) => error);
        expect(typeof answer === 'string' || answer instanceof InputFault).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('a text can not end its own frame', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('--- end of outside text 1', 'outside text 2', '\n', 'x')), (parts) => {
        const text = parts.join('');
        const framed = outsideText('a log', text, 1000);
        const number = /^--- outside text (\d+)/.exec(framed)?.[1];
        expect(framed.split(`outside text ${number}`)).toHaveLength(3);
        expect(framed.endsWith(`\n--- end of outside text ${number}`)).toBe(true);
      }),
    );
  });

  it('a long text is cut, and what is shown of it is said', () => {
    expect(outsideText('a log', 'x'.repeat(5000), 10, 20)).toContain('a log, characters 21 to 30 of 5,000 shown\n');
  });
});
