import { textAt, valueAt } from '../fields';
import type { TrajectoryFormat } from '../trajectoryFormat';
import { buildGemini } from './gemini/buildGemini';
import { GeminiReader } from './gemini/geminiReader';

const name = 'gemini-session';

const isSession = (value: unknown): boolean =>
  textAt(value, 'sessionId') !== null && textAt(value, 'projectHash') !== null;

/** Sessions that Gemini CLI keeps in `chats`: one document (2025), or JSON lines (2026). */
export const geminiSession: TrajectoryFormat = {
  name,
  title: 'Gemini CLI session',
  detect: ({ values }) => {
    const session = values.find(isSession);
    if (session === undefined) return null;
    const document = Array.isArray(valueAt(session, 'messages'));
    return { cut: document ? { kind: 'document', arrays: ['messages'] } : { kind: 'lines' }, version: null };
  },
  open: () => new GeminiReader(name),
  build: buildGemini,
};
