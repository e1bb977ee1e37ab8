import { trajectoryHost } from './trajectoryHost';

/**
 * The host of a trajectory's page with find, as the app finds: in steps 3, 40 and 41 and in bytes that no step holds.
 * The second observation of step 40 has 200,000 lines, of which the page is given the beginning.
 */
export const stepPageHost = `${trajectoryHost}
const huge = Array.from({ length: 200000 }, (_, i) => 'row ' + i + (i === 123456 ? ' needle' : '') + '\\n').join('');
const stepBefore = window.host.step;
// Three notices alike, a call of several arguments, an error far below, a patch that a command printed.
const failing = (found) => {
  const [first, second] = found.observations;
  const error = 'Traceback\\n'.repeat(30) + 'ModuleNotFoundError: No module named x\\n\\n';
  const patch = 'diff --git a/a.py b/a.py\\n--- a/a.py\\n+++ b/a.py\\n@@ -1 +1 @@\\n-old\\n+new\\n';
  const args = [['command', 'view'], ['path', '/testbed/a.py'], ['text', 'one\\ntwo']];
  return {
    ...found,
    notices: ['lost', 'lost', 'lost', 'else'].map((text) => ({ kind: 'format-error', text })),
    calls: [{ ...found.calls[0], name: 'editor', args: args.map(([name, value]) => ({ name, value: long(value) })) }],
    observations: [{ ...first, text: long(error), exitCode: 2 }, { ...second, text: long(patch) }],
  };
};
window.host.step = async ({ idx }) => {
  const found = await stepBefore({ idx });
  if (idx === 50) return failing(found);
  if (idx !== 40) return found;
  const observations = found.observations.map((one, at) =>
    at === 1 ? { ...one, text: { text: huge.slice(0, 65536), total: huge.length } } : one);
  return { ...found, observations };
};
window.host.text = async ({ part, from, count }) =>
  (part.kind === 'observation' && part.at === 1 ? huge : 'a'.repeat(1000) + 'b'.repeat(500)).slice(from, from + count);
const textsOf = async (idx) => {
  const found = await window.host.step({ idx });
  const own = (kind, at, text, argument = 0) => ({ part: { kind, at, argument }, text });
  return [
    ...found.notices.map(({ text }, at) => own('notice', at, text)),
    own('thought', 0, found.thought.text),
    ...found.calls.flatMap((call, at) => call.args.map(({ value }, nth) => own('argument', at, value.text, nth))),
    ...found.edits.map(({ diff }, at) => own('edit', at, diff.text)),
    ...found.observations.map(({ text }, at) => own('observation', at, text.total === huge.length ? huge : text.text)),
  ];
};
const sought = ({ text, matchCase, regex }) =>
  new RegExp(regex ? text : text.replace(/[^a-z0-9 ]/gi, '.'), matchCase ? 'g' : 'gi');
const hitsIn = async (idx, query) => (await textsOf(idx)).flatMap(({ part, text }) =>
  [...text.matchAll(sought(query))].map((hit) => ({ part, start: hit.index, length: hit[0].length })));
const rawText = '{"info": {"note": "a needle in no step"}, "messages": [';
window.told = [];
Object.assign(window.host, {
  find: async ({ query, since }) => {
    const all = [];
    const answer = { state: 'done', steps, rawParts: 1, slow: 0, unread: 0, fault: null, found: [] };
    if (query.text === '(') return { ...answer, fault: 'Unterminated group' };
    for (const idx of [3, 40, 41]) {
      const hits = (await hitsIn(idx, query)).length;
      if (hits > 0) all.push({ place: { kind: 'step', idx }, hits });
    }
    const raw = [...rawText.matchAll(sought(query))].length;
    if (raw > 0) all.push({ place: { kind: 'raw', file: 'a.traj.json', start: 0, end: rawText.length }, hits: raw });
    return { ...answer, found: all.slice(since) };
  },
  hits: async ({ idx, query }) => ({ hits: await hitsIn(idx, query), more: false }),
  rawHits: async ({ query }) => ({
    text: rawText,
    hits: [...rawText.matchAll(sought(query))].map((hit) => ({ start: hit.index, length: hit[0].length })),
  }),
  input: async ({ idx, before }) => ({
    source: 'messages', compactedAt: null, left: before === null ? 2 : 0,
    messages: before === null
      ? [{ role: 'user', step: 2, nth: 0, note: null, text: long('later message of ' + idx) }]
      : [{ role: 'system', step: 1, nth: 0, note: 'cut', text: long('You help <b>.') }],
  }),
  inputText: async () => '',
  copyText: async (q) => { window.told.push(['copy', q.part]); return null; },
  openDocument: async ({ idx }) => { window.told.push(['document', idx]); return null; },
  addNote: async ({ idx }) => { window.told.push(['note', idx]); return null; },
  copyLink: async ({ idx }) => { window.told.push(['link', idx]); return null; },
  stepShown: async () => null,
  atStep: async ({ idx, action }) => { window.told.push([action, idx]); return action === 'tests' ? 'unresolved; FAIL_TO_PASS 1 of 2' : null; },
  openTouched: async ({ idx }) => { window.told.push(['file', idx]); return null; },
});
`;
