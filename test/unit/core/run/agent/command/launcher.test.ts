import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { launchScript } from '../../../../../../src/core/run/agent/command/launcher';
import { fillPlaceholders } from '../../../../../../src/core/run/agent/command/placeholders';

const arrivals = (words: readonly string[], env: Readonly<Record<string, string>> = {}): string[] => {
  const print = [
    'env',
    'node',
    '-e',
    'console.log(JSON.stringify([...process.argv.slice(1), process.env.SAID ?? ""]))',
  ];
  const script = launchScript({ words, env, forwarder: [...print, '--'], errors: '/dev/null', seconds: 20 });
  return JSON.parse(execFileSync('sh', ['-c', script.replace(/^timeout.*$/m, '')], { encoding: 'utf8' })) as string[];
};

describe('the launcher of an agent', () => {
  it('hands every argument and variable over as it is, whatever a shell would make of it', () => {
    const hostile = [
      `$(touch /tmp/x) \`id\` "q" 'a' \\ ; | & > * ~ #`,
      '',
      '-n',
      'two\nlines',
      "'; exit 3; '",
      '{task}',
    ];
    expect(arrivals(hostile, { SAID: "it's $HOME" })).toEqual([...hostile, "it's $HOME"]);
  });
});

describe('placeholders', () => {
  it('are filled once: what a statement says is not looked at again', () => {
    expect(fillPlaceholders('{task} in {testbed}', { task: 'say {key}', key: 'k', testbed: '/t' })).toBe(
      'say {key} in /t',
    );
  });

  it('leave other braces and unknown names alone', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(fillPlaceholders(text, {})).toBe(text);
      }),
    );
  });
});
