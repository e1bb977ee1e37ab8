import { canonicalJson } from '../../core/review/events/canonicalJson';
import type { JudgeLine, JudgeSettings } from '../../core/review/judge/judgeLine';
import { judgePromptVersion } from '../../core/review/judge/judgePrompt';
import { textAt } from '../../core/run/trajectory/fields';
import { InputFault } from '../../core/shared/problem';
import type { JudgePorts, JudgeRequest } from './judgeRequest';

/** What all answers of this run depend on. */
export const settingsOf = (q: JudgeRequest): JudgeSettings => ({
  rubric: q.pair === null ? q.rubric.id : 'pair',
  rubricVersion: q.rubric.version,
  rubricHash: q.rubricHash,
  model: {
    id: q.model.id,
    protocol: q.model.protocol,
    model: q.model.model,
    params: { ...q.model.params, ...q.params },
  },
  samples: q.samples,
  swap: q.swap,
  sees: q.sees,
  maxChars: q.maxChars,
  promptVersion: judgePromptVersion,
  pair: q.pair,
});

/** What binds a line to its item and the judge's settings: the same content under the same settings is asked once. */
export const keyOf = (settings: string, label: string, subject: unknown): string =>
  canonicalJson({ settings, label, subject });

const lineKey = (line: unknown): string | null => {
  const settings = textAt(line, 'settings');
  const label = textAt(line, 'label');
  if (settings === null || label === null) return null;
  return keyOf(settings, label, (line as { readonly subject?: unknown }).subject ?? null);
};

/** Answers that are there, by their keys. Throws InputFault where they are another's, or were asked for otherwise. */
export const answersBefore = async (
  ports: JudgePorts,
  q: JudgeRequest,
  hash: string,
): Promise<ReadonlyMap<string, JudgeLine>> => {
  const head = await ports.store.head();
  const lines = await ports.store.read();
  if (head === null && lines.length > 0)
    throw new InputFault(`${ports.store.path} holds answers that were not asked for here. Name another --judge.`);
  if (head !== null && head.settingsSha256 !== hash)
    throw new InputFault(
      `${ports.store.path}: the judge "${q.judge}" was asked under other settings (${differing(head.settings, settingsOf(q)).join(', ')}). Name another --judge, or ask as before.`,
    );
  return new Map(lines.flatMap((line) => [[lineKey(line) ?? '', line as JudgeLine] as const]));
};

const differing = (before: JudgeSettings, now: JudgeSettings): readonly string[] =>
  Object.entries(now).flatMap(([name, value]) =>
    canonicalJson(value) === canonicalJson((before as unknown as Record<string, unknown>)[name] ?? null) ? [] : [name],
  );
