import fs from 'node:fs';
import path from 'node:path';
import { evaluatedStudy, spandrel } from './evaluatedStudy';

const goldOf = (study: string, id: string): string => {
  const rows = fs
    .readFileSync(path.join(study, 'datasets', 'spandrel.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const row = rows.map((line) => JSON.parse(line)).find(({ instance_id }) => instance_id === id);
  return row.patch;
};

const submit = 'echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && git add -A && git diff --cached';

const usage = { prompt: 1200, completion: 80 };

/** JSON is YAML too. */
const write = (file: string, value: unknown): void => fs.writeFileSync(file, JSON.stringify(value, null, 2));

/** Replies that look, apply the gold patch of spandrel-14 and hand it in; each takes a moment, as a model does. */
const fixing = (study: string, delaySeconds: number) => ({
  replies: [
    { thought: 'Let me look first.', command: 'cat src/format.js', usage, delaySeconds },
    {
      thought: 'The rounding has to come before the cut into parts.',
      command: `git apply <<'EOF'\n${goldOf(study, spandrel(14))}EOF`,
      usage,
      delaySeconds,
    },
    { thought: 'Done: I hand it in.', command: submit, usage, delaySeconds },
  ],
});

/** Looks about for ever, at twenty cents a reply. */
const costly = { replies: Array.from({ length: 20 }, () => ({ command: 'ls', usage, costUsd: 0.2 })) };

/** Takes its time, so that it can be stopped. */
const slow = { replies: Array.from({ length: 50 }, () => ({ command: 'ls', usage, delaySeconds: 2 })) };

/** Of a fork behind step 4 of kestrel-1 on spandrel-14. */
const forked = (study: string) => ({ replies: fixing(study, 0.4).replies.slice(1) });

/** A study whose models file names models that answer by script, and one whose key is not set. */
export const modelStudy = async (folder: string): Promise<void> => {
  await evaluatedStudy(folder);
  const scripts = { fixer: fixing(folder, 0.4), costly, slow, forker: forked(folder) };
  for (const [name, script] of Object.entries(scripts)) write(path.join(folder, `${name}.yaml`), script);
  const prices = { input: 1, cachedInput: 1, cacheWrite: 1, output: 10 };
  const models = Object.keys(scripts).map((id) => ({
    ...{ id, protocol: 'scripted', model: id, file: `${id}.yaml` },
    ...(id === 'slow' ? {} : { prices }),
  }));
  const locked = { id: 'locked', protocol: 'openai', model: 'gpt-5-mini', key: 'OPENAI_API_KEY' };
  write(path.join(folder, 'models.yaml'), { models: [...models, locked] });
};
