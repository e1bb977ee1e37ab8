import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dockerAnswers } from '../container/engines';
import { change, endIn, leftOver, studyOf, temp } from '../fakes/commandAgents';
import { commandLine } from '../fakes/commandLine';

const minutes = 60_000;

/** Agents as their registries have them: hundreds of megabytes each, so that they run by night. */
describe.skipIf(!dockerAnswers)('an agent of other people in the container', () => {
  it.each([
    ['mini-swe-agent', { tool: 'bash', arguments: { command: change } }],
    ['claude-code', { tool: 'Bash', arguments: { command: change, description: 'Change' } }],
    ['codex', { tool: 'exec_command', arguments: { cmd: change } }],
    ['qwen-code', { tool: 'run_shell_command', arguments: { command: change, is_background: false } }],
  ])(
    '%s itself, from its registry, solves the task without network',
    async (agent, edit) => {
      const { run, folder } = await studyOf(agent, []);
      const end = { tool: 'bash', arguments: { command: 'echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT' } };
      const last = agent === 'mini-swe-agent' ? { thought: 'Done.', call: end } : { text: 'Done.' };
      const script = join(temp.path, `${agent}.yaml`);
      writeFileSync(script, JSON.stringify({ replies: [{ thought: 'I change it.', call: edit }, last] }));
      const ended = await run(agent, '--evaluate', '--model', `scripted:${script}`);
      expect(ended.out + ended.err).toContain('1 resolved, 0 unresolved');
      expect(endIn(folder)).toMatchObject({ status: 'submitted', calls: 2, fault: null });
      const [name = ''] = readdirSync(join(folder, 'trajectories')).filter((one) => /\.jsonl?$/.test(one));
      const steps = await commandLine('trajectory', join(folder, 'trajectories', name), '--steps');
      expect(steps.out).toContain('ZGlm');
      expect(leftOver()).toEqual([]);
    },
    5 * minutes,
  );
});
