import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aiderChat } from '../../../../../../src/core/run/trajectory/formats/aiderChat';
import { readRecords, recordsOf } from '../../../../../fakes/readTrajectory';

const read = (text: string) => readRecords(aiderChat, recordsOf(text.split(/(?<=\n)/), { kind: 'text' }));

const chat =
  '# aider chat started at 2024-01-01 10:00:00\n\n#### fix it\n#### now\n\nDo:\n```\n#### x\n> y\n```\n> Applied edit to a.py\n';

describe('Aider chat history', () => {
  it('tells the user, the reply and what Aider did apart, and says that it guesses', () => {
    const { head, steps } = read(chat);
    expect(steps.map((step) => [step.role, step.thought])).toEqual([
      ['agent', '# aider chat started at 2024-01-01 10:00:00\n\n'],
      ['user', 'fix it\nnow\n'],
      ['agent', '\nDo:\n```\n#### x\n> y\n```\n'],
    ]);
    expect(steps[2]?.observations[0]?.text).toBe('Applied edit to a.py\n');
    expect(head).toMatchObject({ agent: 'Aider', status: 'unknown', totals: { visibleSteps: 2 } });
    expect(head.warnings).toHaveLength(1);
  });

  it('is told from other Markdown', () => {
    const detect = (text: string) => aiderChat.detect({ path: 'a.md', values: [], text });
    expect(detect(chat)?.cut).toEqual({ kind: 'text' });
    expect(detect('#### heading\n> quoted\n')).toBeNull();
  });

  it('loses no line, whatever stands in it', () => {
    const piece = fc.constantFrom('#### ', '> ', '```', '~~~~', '\n', 'x', '\r\n');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const { steps } = read(pieces.join(''));
        const kept = steps.map((step) => step.thought + step.observations.map((one) => one.text).join('')).join('');
        expect(kept.split('\n').length).toBe(pieces.join('').split('\n').length);
      }),
    );
  });
});
