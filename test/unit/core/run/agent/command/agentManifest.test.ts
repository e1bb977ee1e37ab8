import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAgentManifest } from '../../../../../../src/core/run/agent/command/agentManifest';

const shipped = join(import.meta.dirname, '..', '..', '..', '..', '..', '..', 'agents');

const good = `schema: touchstone-agent/1
id: my-agent
title: My agent
version: 1.0.0
runtime: node
install: { folder: ./my-agent }
protocol: chat
command: ['{node}', '{layer}/agent.js', --task, '{task_file}']
`;

const problemsOf = (text: string) =>
  readAgentManifest(text, 'my.yaml').problems.map(({ where, field, reason }) => `${where} ${field}: ${reason}`);

describe('a manifest of an agent', () => {
  it.each(readdirSync(shipped).filter((name) => name.endsWith('.yaml')))('%s, which ships, has no fault', (name) => {
    const { manifest, problems } = readAgentManifest(readFileSync(join(shipped, name), 'utf8'), name);
    expect(problems).toEqual([]);
    expect(`${manifest?.id}.yaml`).toBe(name);
  });

  it('takes its defaults: the turns and the hour of the presets, a task with the statement, the repository', () => {
    const { manifest } = readAgentManifest(good, 'my.yaml');
    expect(manifest).toMatchObject({
      limits: { steps: 150, wallSeconds: 3600, costUsd: 3 },
      patchFile: null,
      logs: [],
    });
    expect(manifest?.task).toContain('{statement}');
  });

  it.each([
    ['a misspelt field', good.replace('protocol', 'protocoll'), 'Did you mean "protocol"?'],
    ['a missing field', good.replace('protocol: chat\n', ''), 'protocol'],
    ['a protocol that there is not', good.replace('chat', 'soap'), 'must be one of: chat, responses, anthropic'],
    ['a misspelt placeholder', good.replace('{task_file}', '{task_fil} {task}'), 'Did you mean {task_file}?'],
    ['a command without its task', good.replace('{task_file}', 'x'), 'names neither {task} nor {task_file}'],
    ['a runtime that is not brought', good.replace('runtime: node', 'runtime: none'), 'write "runtime: node"'],
    [
      'a version that may change',
      good.replace('{ folder: ./my-agent }', '{ npm: [left-pad@latest] }'),
      'exact version',
    ],
    ['an option as a package', good.replace('{ folder: ./my-agent }', '{ npm: ["--global@1.2.3"] }'), 'exact version'],
    ['pip without Python', good.replace('{ folder: ./my-agent }', '{ pip: [x==1.2.3] }'), 'need "runtime: python"'],
    ['a log that leaves its folder', `${good}logs: [{ from: stdout, to: '../x.log' }]\n`, "file's name"],
    ['a log that no instance names', `${good}logs: [{ from: stdout, to: x.log }]\n`, 'begin with "{instance}."'],
    [
      'a log from a path that goes up',
      `${good}logs: [{ from: /a/../b, to: '{instance}.log' }]\n`,
      'must not hold ".."',
    ],
    ['a status that there is not', `${good}statuses: { 3: fine }\n`, 'statuses.3'],
    ['what is no YAML', `${good}env: [`, "isn't YAML"],
    ['a list instead of fields', '- 1\n', 'my.yaml line 1'],
  ])('%s is said with its line, its field and how to mend it', (_what, text, words) => {
    expect(problemsOf(text).join('\n')).toContain(words);
    expect(readAgentManifest(text, 'my.yaml').manifest).toBeNull();
  });

  it('is never more than a list of problems, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.string().map((text) => good.replace('my-agent', text)),
        ),
        (text) => {
          const { manifest, problems } = readAgentManifest(text, 'x');
          expect(manifest === null).toBe(problems.length > 0);
        },
      ),
    );
  });
});
