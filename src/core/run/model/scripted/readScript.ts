import { isMap } from 'yaml';
import { InputFault } from '../../../shared/problem';
import { readYaml } from '../../../shared/yamlDocument';
import { yamlFaultRange, yamlFaultWords } from '../../../shared/yamlFault';
import { fieldsAt, isFields, listAt, numberAt, textAt, valueAt } from '../../trajectory/fields';
import type { ModelFaultKind } from '../modelProvider';
import {
  type ModelScript,
  mostReplies,
  type ScriptedCall,
  type ScriptedConversation,
  type ScriptedReply,
} from './script';

const faultKinds: readonly ModelFaultKind[] = [
  'auth',
  'not-found',
  'context',
  'refused',
  'rate-limit',
  'server',
  'network',
  'time-out',
  'bad-reply',
];

const replyFields = 'thought, command, commands, call, calls, text, fault, delaySeconds, usage, costUsd';

const textsAt = (value: unknown, one: string, many: string): readonly string[] =>
  [valueAt(value, one), ...listAt(value, many)].flatMap((found) => (typeof found === 'string' ? [found] : []));

const callOf = (value: unknown, where: string): ScriptedCall => {
  const tool = textAt(value, 'tool');
  if (tool === null)
    throw new InputFault(`${where}: a call needs tool: NAME, and arguments: as the model writes them.`);
  const given = valueAt(value, 'arguments') ?? {};
  return { tool, arguments: typeof given === 'string' ? given : JSON.stringify(given) };
};

const callsAt = (value: unknown, where: string): readonly ScriptedCall[] => {
  const subAgent = textAt(value, 'subAgent', 'task');
  const given = [valueAt(value, 'call'), ...listAt(value, 'calls')].filter(
    (call) => call !== undefined && call !== null,
  );
  return [
    ...given.map((call) => callOf(call, where)),
    ...(subAgent === null ? [] : [{ tool: 'agent', arguments: JSON.stringify({ task: subAgent }) }]),
  ];
};

const faultAt = (value: unknown, where: string): ScriptedReply['fault'] => {
  const given = valueAt(value, 'fault');
  if (given === undefined || given === null) return null;
  const name = typeof given === 'string' ? given : textAt(given, 'kind');
  const kind = faultKinds.find((one) => one === name);
  if (kind === undefined) throw new InputFault(`${where}: fault is one of ${faultKinds.join(', ')}.`);
  const seconds = numberAt(given, 'retryAfterSeconds');
  return { kind, retryAfterMs: seconds === null ? null : seconds * 1000 };
};

const usageAt = (value: unknown): ScriptedReply['usage'] => {
  const usage = fieldsAt(value, 'usage');
  if (usage === null) return null;
  const count = (name: string): number => Math.max(0, numberAt(usage, name) ?? 0);
  return { prompt: count('prompt'), completion: count('completion'), cached: count('cached') };
};

const replyOf = (value: unknown, where: string): ScriptedReply => {
  if (!isFields(value)) throw new InputFault(`${where}: a reply is a block of ${replyFields}.`);
  return {
    thought: textAt(value, 'thought') ?? '',
    commands: textsAt(value, 'command', 'commands'),
    calls: callsAt(value, where),
    text: textAt(value, 'text'),
    fault: faultAt(value, where),
    delayMs: Math.max(0, numberAt(value, 'delaySeconds') ?? 0) * 1000,
    usage: usageAt(value),
    costUsd: numberAt(value, 'costUsd'),
  };
};

const conversationOf = (value: unknown, where: string): ScriptedConversation => {
  const replies = listAt(value, 'replies');
  if (replies.length === 0) throw new InputFault(`${where}: Expected "replies:" with a list below it.`);
  if (replies.length > mostReplies) throw new InputFault(`${where}: There are over ${mostReplies} replies.`);
  return {
    when: textAt(value, 'when'),
    replies: replies.map((reply, index) => replyOf(reply, `${where} replies[${index}]`)),
  };
};

/**
 * Reads a file of replies (YAML): `replies`, or `conversations`, a list of blocks of `when` and `replies`. Further fields
 * are other programs' (`run`, `startedAt`, `seconds`, `hint`). Throws InputFault that names place and fix.
 */
export const readScript = (text: string, path: string): ModelScript => {
  const { document, lines } = readYaml(text);
  const [broken] = document.errors;
  if (broken !== undefined) {
    const { line } = lines.linePos(yamlFaultRange(text, broken)[0]);
    throw new InputFault(`${path} line ${line}: ${yamlFaultWords(broken)}`);
  }
  if (!isMap(document.contents)) throw new InputFault(`${path}: Expected "replies:" with a list below it.`);
  const root: unknown = document.toJS({ maxAliasCount: 100 });
  const many = listAt(root, 'conversations');
  const conversations =
    many.length === 0
      ? [conversationOf(root, path)]
      : many.map((one, index) => conversationOf(one, `${path} conversations[${index}]`));
  return { model: textAt(root, 'model'), conversations };
};
