import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const output = Array.from({ length: 40 }, (_, line) => `src/module_${line}.py:${line}: "value" of\tthis line\n`).join(
  '',
);

/** A line of a Claude Code session: calls of the shell and their answers, in turn. */
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
            content: [{ type: 'tool_use', id: `t${index}`, name: 'Bash', input: { command: `ls ${index}` } }],
            usage: { input_tokens: 1, output_tokens: 2 },
          }
        : { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${index - 1}`, content: output }] },
  });

const miniTurn = (index: number): readonly object[] => [
  { role: 'assistant', content: `THOUGHT: look at part ${index}.\n\n\`\`\`bash\nsed -n '${index},+40p' a.py\n\`\`\`` },
  { role: 'user', content: `<returncode>0</returncode>\n<output>\n${output}</output>` },
];

/** Writes pieces until the file has so many bytes; never holds more than a piece. */
const write = (path: string, bytes: number, first: string, piece: (index: number) => string, last: string): string => {
  const file = openSync(path, 'w');
  let written = writeSync(file, first);
  for (let index = 0; written < bytes; index++) written += writeSync(file, piece(index));
  writeSync(file, last);
  closeSync(file);
  return path;
};

/** A session of JSON lines of about so many bytes. */
export const madeLines = (folder: string, bytes: number): string => {
  const pair = (index: number) => `${claudeLine(index * 2)}\n${claudeLine(index * 2 + 1)}\n`;
  return write(join(folder, `lines-${bytes}.jsonl`), bytes, '', pair, '');
};

/** One document of mini-swe-agent of about so many bytes. */
export const madeDocument = (folder: string, bytes: number, name = `document-${bytes}.traj.json`): string => {
  const info = { exit_status: 'Submitted', submission: '', model_stats: { instance_cost: 0.5, api_calls: 9 } };
  const head = JSON.stringify({ trajectory_format: 'mini-swe-agent-1', info });
  const first = `${head.slice(0, -1)},"messages":[${JSON.stringify({ role: 'user', content: 'Mend it.' })}`;
  const turn = (index: number) =>
    miniTurn(index)
      .map((message) => `,${JSON.stringify(message)}`)
      .join('');
  return write(join(folder, name), bytes, first, turn, ']}');
};

/** A session with so many steps and nearly no output. */
export const madeSteps = (folder: string, steps: number): string => {
  const path = join(folder, 'steps.jsonl');
  const pieces: string[] = [];
  for (let index = 0; index < steps * 2; index++)
    pieces.push(`${claudeLine(index).replace(JSON.stringify(output), '"ok"')}\n`);
  writeFileSync(path, pieces.join(''));
  return path;
};

/** A folder for each of so many trajectories, as runs over a benchmark are kept. */
export const madeFolder = (folder: string, count: number, bytes: number): string => {
  const root = join(folder, 'runs');
  for (let index = 0; index < count; index++) {
    const id = `owner__project-${index}`;
    mkdirSync(join(root, id), { recursive: true });
    madeDocument(join(root, id), bytes, `${id}.traj.json`);
  }
  return root;
};
