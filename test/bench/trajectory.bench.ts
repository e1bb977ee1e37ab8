import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTrajectory } from '../../src/app/trajectory/openTrajectory';
import { splitLines } from '../../src/io/files/jsonLines';
import { nodeFiles } from '../../src/io/files/nodeFiles';
import { openTrajectoryFiles } from '../../src/io/trajectories/openTrajectoryFiles';
import { type Bench, timeInTurn } from './bench';

const bytesWanted = 30e6;
const rounds = 3;
const output = Array.from({ length: 40 }, (_, line) => `src/module_${line}.py:${line}: "value" of\tthis line\n`).join(
  '',
);

const messagesOf = (index: number): readonly object[] => [
  { role: 'assistant', content: `THOUGHT: look at part ${index}.\n\n\`\`\`bash\nsed -n '${index},+40p' a.py\n\`\`\`` },
  { role: 'user', content: `<returncode>0</returncode>\n<output>\n${output}</output>` },
];

const claudeLine = (index: number): string =>
  JSON.stringify({
    type: index % 2 === 0 ? 'assistant' : 'user',
    uuid: `u${index}`,
    parentUuid: index === 0 ? null : `u${index - 1}`,
    sessionId: 's',
    version: '2.0.0',
    cwd: '/testbed',
    isSidechain: false,
    timestamp: new Date(1.7e12 + index * 1000).toISOString(),
    message:
      index % 2 === 0
        ? {
            id: `m${index}`,
            role: 'assistant',
            model: 'm',
            content: [{ type: 'tool_use', id: `t${index}`, name: 'Bash', input: { command: 'ls' } }],
            usage: { input_tokens: 1, output_tokens: 2 },
          }
        : { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${index - 1}`, content: output }] },
  });

const linesFile = (): string => {
  const lines: string[] = [];
  for (let bytes = 0; bytes < bytesWanted; bytes += lines.at(-1)?.length ?? 0) lines.push(claudeLine(lines.length));
  return `${lines.join('\n')}\n`;
};

const documentFile = (): string => {
  const messages: object[] = [
    { role: 'system', content: 'You help.' },
    { role: 'user', content: 'Mend it.' },
  ];
  for (let bytes = 0; bytes < bytesWanted; bytes += output.length + 200) messages.push(...messagesOf(messages.length));
  return JSON.stringify({
    trajectory_format: 'mini-swe-agent-1',
    info: { exit_status: 'Submitted', submission: '' },
    messages,
  });
};

const splitting = async (path: string): Promise<number> => {
  let characters = 0;
  for await (const line of splitLines(nodeFiles.openBytes(path)))
    characters += Buffer.from(line.bytes).toString('utf8').length;
  return characters;
};

const indexing = (
  name: string,
  file: string,
  text: () => string,
  limit: number | null,
  meaning: string,
  against: (path: string) => Promise<unknown>,
): Bench => ({
  name,
  limit,
  measure: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tsb-'));
    try {
      const path = join(folder, file);
      writeFileSync(path, text());
      const index = () => openTrajectory(openTrajectoryFiles, path);
      return { ...(await timeInTurn(rounds, index, () => against(path))), unit: 'ms', meaning };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

/** The index pass over files of 30 MB. The limit meant for JSON lines is 3; it is told until it holds. */
export const trajectories: readonly Bench[] = [
  indexing(
    'indexing a trajectory of JSON lines',
    'a.jsonl',
    linesFile,
    null,
    'reading, splitting and decoding its lines',
    splitting,
  ),
  indexing(
    'indexing a trajectory of one document',
    'a.traj.json',
    documentFile,
    2,
    'reading it and JSON.parse',
    async (path) => JSON.parse(readFileSync(path, 'utf8')),
  ),
];
