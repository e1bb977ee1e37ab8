import { expect, it } from 'vitest';
import { commandLine } from '../../../fakes/commandLine';
import { tempFolder } from '../../../fakes/tempFolder';

const call = (id: string) => ({
  role: 'assistant',
  content: 'again',
  tool_calls: [{ id, type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } }],
});

const messages = [
  { role: 'system', content: 'You are an agent.' },
  { role: 'user', content: 'Mend it.' },
  ...Array.from({ length: 5 }, (_, index) => [
    call(`c${index}`),
    { role: 'tool', tool_call_id: `c${index}`, content: 'a.py' },
  ]).flat(),
];

it('prints what may have gone wrong, the steps to look at, and what was measured of such signs', async () => {
  const folder = tempFolder();
  try {
    const file = folder.write('chat.json', JSON.stringify(messages));
    const { code, out } = await commandLine('trajectory', file, '--signals');
    expect(code).toBe(0);
    expect(out).toContain('hints, not verdicts');
    expect(out).toContain('Infinite loop');
    expect(out).toMatch(/The same call with the same result, 5 times in a row\. Steps [\d, ]+\./);
    expect(out).toContain('89.2 % failed');
    expect(out).toContain('Compared with nothing beside itself');
    const document = JSON.parse((await commandLine('trajectory', file, '--signals', '--json')).out) as {
      suggestions: { mode: string }[];
    };
    expect(document.suggestions.map(({ mode }) => mode)).toEqual(['INF']);
  } finally {
    folder.remove();
  }
});

it('compares with what the study above the file knows, and says so', async () => {
  const quickstart = 'samples/quickstart';
  const file = `${quickstart}/runs/kestrel-1/trajectories/touchstone-samples__spandrel-31.traj.json`;
  const { out } = await commandLine('trajectory', file, '--signals', '--json');
  const found = JSON.parse(out) as { signals: { name: string }[]; marks: { name: string }[]; compared: string };
  expect(found.signals.map(({ name }) => name)).toContain('extra-files');
  expect(found.marks).toMatchObject([{ name: 'added-files', steps: [5] }]);
  expect(found.compared).toMatch(/statement .*spandrel\.jsonl.* reference solution, the evaluation .*spandrel-31\.$/);
});
