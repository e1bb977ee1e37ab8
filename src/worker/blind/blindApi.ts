import { InputFault } from '../../core/shared/problem';
import type { AppApi } from '../../protocol/app';
import type { BlindDesk } from './blindDesk';
import { type After, type AppMethod, type Blinded, closedNow, type Rules } from './rule';

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The study that a call speaks of; null: it doesn't say. What `openStudy` opens counts, not what is open yet. */
const saidFolder = (name: AppMethod, q: unknown): string | null => {
  if (!isFields(q)) return null;
  const said = name === 'openStudy' ? q['folder'] : q['studyFolder'];
  if (typeof said === 'string') return said;
  return 'query' in q ? saidFolder(name, q['query']) : null;
};

type Method = (q: unknown) => Promise<unknown>;

const blindly = (desk: BlindDesk, name: AppMethod, rule: Rules[AppMethod], inner: Method): Method => {
  if (rule === 'open') return inner;
  // A study that is being opened is known once it is; whoever judges in it may have begun meanwhile.
  if (typeof rule === 'object')
    return async (q) => {
      const answer = await inner(q);
      const session = await desk.sessionOf(saidFolder(name, q));
      if (session === null) return answer;
      return (rule as unknown as After<never>).after(await desk.viewFor(session, true), answer as never);
    };
  return async (q) => {
    const session = await desk.sessionOf(saidFolder(name, q));
    if (session === null) return inner(q);
    if (rule === 'closed') throw closedNow();
    const view = await desk.viewFor(session);
    try {
      return await (rule as unknown as Blinded<never>)(view, q as never, inner as never);
    } catch (error) {
      // What went wrong is told by the names of files.
      throw new InputFault(view.names.text(error instanceof Error ? error.message : String(error)));
    }
  };
};

/** All functions of the app; while somebody judges in a study, blind. What the table doesn't know is not offered. */
export const blindApi = (inner: AppApi, rules: Rules, desk: BlindDesk): AppApi =>
  Object.fromEntries(
    (Object.keys(rules) as AppMethod[]).map((name) => [
      name,
      blindly(desk, name, rules[name], inner[name] as unknown as Method),
    ]),
  ) as unknown as AppApi;
