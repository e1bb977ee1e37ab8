/**
 * A host for the trajectory page's rig, as a script: 5,000 steps, made where they are asked for. Every 7th edits, every
 * 11th tests, every 50th fails; replies were lost before step 40; step 30 is a sub-agent's. `grow` adds steps.
 */
export const trajectoryHost = `
let steps = 5000;
let version = 1;
let state = 'whole';
let several = [];
let settled = steps;
let last = '';
const marks = new Set();
const head = {
  id: 't', runId: null, instanceId: 'o__n-1', agent: 'mini', model: 'model-a',
  startedAt: 1700000000000, endedAt: 1700001693000, status: 'submitted', rawStatus: 'Submitted',
  finalPatch: { text: 'diff --git a/a.py b/a.py\\n--- a/a.py\\n+++ b/a.py\\n@@ -1 +1,2 @@\\n-old\\n+++ new\\n+more\\n', source: 'submission' },
  totals: { prompt: 945729, cached: null, cacheWrite: null, completion: 11975, reasoning: null, visibleSteps: steps,
    apiCalls: 5092, costUsd: 0.0731, costSource: 'reported', incomplete: true },
  agents: [
    { agentId: 'main', parentCallId: null, depth: 0, kind: 'main', name: null },
    { agentId: 'sub', parentCallId: 'c', depth: 1, kind: 'subagent', name: 'explorer' },
  ],
  resolved: null, format: 'mini-swe-agent-1.1', version: '2.2.4', warnings: ['line 7 could not be read'],
};
const kindOf = (idx) => idx % 11 === 0 ? 'test' : idx % 7 === 0 ? 'edit' : 'shell';
const failed = (idx) => idx % 50 === 0;
const agentOf = (idx) => idx === 30 ? 'sub' : 'main';
const row = (idx) => ({
  idx, agentId: agentOf(idx), role: idx === 1 ? 'user' : 'agent', kind: idx === 1 ? 'text' : kindOf(idx),
  preview: last !== '' && idx === steps ? last : idx === 14 ? 'edit_file /testbed/pkg/query.py' : idx === 15 ? 'cd /testbed && pytest -q' : '<b>command</b> ' + idx,
  startedAt: 1700000000000 + idx * 300, durationMs: idx * 100, completion: idx % 2 ? 89 : null,
  costUsd: 0.0033, failed: failed(idx), exitCode: failed(idx) ? 1 : 0,
});
const long = (text) => ({ text, total: text.length });
const output = Array.from({ length: 200 }, (_, i) => 'line ' + i).join('\\n');
const step = (idx) => ({
  idx, agentId: 'main', parentStep: null, rawRefs: [{ file: 'a.traj.json', start: 10, end: 400, at: ['messages', idx] }],
  startedAt: null, endedAt: null, modelMs: 1500, environmentMs: null, role: 'agent',
  thought: long('Thought ' + idx + ' <script>document.title = "run"<\\/script>'),
  reasoning: { text: null, encrypted: true },
  calls: [{ id: 'c', name: 'bash', kind: 'shell', args: [{ name: 'command', value: long('ls -la') }], parseError: null }],
  observations: [
    { callId: 'c', text: long('\\u001b[31mred\\u001b[0m \\u001b[2Jplain \\u202eevil <img src=x onerror="document.title=1">'),
      shownChars: 10, totalChars: 40, exitCode: failed(idx) ? 1 : 0, isError: null, timedOut: null },
    { callId: null, text: long(output), shownChars: null, totalChars: null, exitCode: null, isError: null, timedOut: null },
    { callId: null, text: { text: 'a'.repeat(1000), total: 1500 }, shownChars: null, totalChars: null, exitCode: null,
      isError: null, timedOut: null },
  ],
  usage: null, costUsd: 0.0033, givenPatch: null, filesTouched: ['a.py'],
  edits: [{ path: 'a.py', diff: long('@@ -1,1 +1,1 @@\\n-old\\n+new\\n') }],
  notices: idx === 3 ? [{ kind: 'not-read', text: 'no JSON' }] : [],
});
const fits = { error: failed, edit: (i) => kindOf(i) === 'edit', test: (i) => kindOf(i) === 'test', turn: (i) => i === 2 };
const isKind = {
  all: () => true, edit: fits.edit, test: fits.test, error: failed, run: (i) => i > 1 && kindOf(i) === 'shell',
};
const all = () => Array.from({ length: steps }, (_, i) => i + 1);
const rowsOf = ({ kind, agentId, only }) => all().flatMap((i) => {
  const fit = isKind[kind](i) && (!agentId || agentOf(i) === agentId) && (!only || only.includes(i));
  return [...(i === 40 && kind === 'all' && !agentId && !only ? [-40] : []), ...(fit ? [i] : [])];
});
const placed = (rows, row) => ({ idx: row < 0 ? 0 : rows[row], row });
const moved = (rows, idx, move) => {
  const shown = rows.filter((i) => i > 0);
  const at = (i) => i === undefined ? { idx: 0, row: -1 } : placed(rows, rows.indexOf(i));
  if (move.kind === 'end') return at(move.back ? shown[0] : shown.at(-1));
  if (move.kind === 'near') return at(shown.find((i) => i >= idx) ?? shown.at(-1));
  if (move.kind === 'seek') {
    const fit = (i) => fits[move.what](i) && (move.back ? i < idx : i > idx);
    return at(move.back ? shown.findLast(fit) : shown.find(fit));
  }
  const from = shown.indexOf(idx);
  return at(shown[Math.min(shown.length - 1, Math.max(0, from + move.steps))]);
};
const bars = (width, of) => Array.from({ length: 40 }, (_, i) => ({
  from: Math.round(i * width / 40), to: Math.round((i + 0.6) * width / 40), first: i * 125 + 1, last: i * 125 + 125,
  count: 125, failed: i % 8 === 3, exitCode: i % 8 === 3 ? 1 : null,
})).filter((_, i) => of(i));
const live = (q, answer) => q.version === version ? answer() : null;
window.grow = (n) => { steps += n; settled = steps - 1; };
window.more = (text) => { last = text; };
window.opened = [];
window.host = {
  shape: async () => ({
    kind: 'trajectory', name: 'a.traj.json',
    shape: { version, head: { ...head, totals: { ...head.totals, visibleSteps: steps } }, steps, settled, state, several },
  }),
  list: async (q) => live(q, () => {
    const n = (kind) => all().filter((i) => isKind[kind](i) && (!q.filter.agentId || agentOf(i) === q.filter.agentId)).length;
    return { figures: { time: true, out: true, cost: !window.isFree }, rows: rowsOf(q.filter).length, counts: {
      kinds: { all: n('all'), edit: n('edit'), run: n('run'), test: n('test'), error: n('error') },
      agents: [{ agentId: 'main', steps: steps - 1 }, { agentId: 'sub', steps: 1 }],
    } };
  }),
  listRows: async (q) => live(q, () => ({
    from: q.from,
    rows: rowsOf(q.filter).slice(q.from, q.from + q.count).map((i) => i > 0 ? { kind: 'step', step: row(i) }
      : { kind: 'lost', idx: -i, count: 13, text: '13 format errors, replies not stored' }),
  })),
  listMove: async (q) => live(q, () => moved(rowsOf(q.filter), q.idx, q.move)),
  timeline: async (q) => live(q, () => ({
    axis: { kind: 'time', start: 1700000000000, end: 1700001693000 }, moreLanes: 0,
    lanes: [
      { agentId: 'main', name: null, kind: 'main', depth: 0, bars: bars(q.width, () => true) },
      { agentId: 'sub', name: 'explorer', kind: 'subagent', depth: 1, bars: bars(q.width, (i) => i === 9) },
    ],
    lost: bars(q.width, (i) => i % 6 === 5), container: bars(q.width, (i) => i % 3 !== 1),
  })),
  signals: async () => ({ base: 'Of 826 runs, 89.2 % failed anyway.', suggestions: [
    { mode: 'Tool invocation error', strength: 'strong',
      signals: [{ text: '92 of 114 calls could not be read.', steps: [5, 10, 15, 16, 17, 18, 19], measured: 'Not measured.' }] },
    { mode: 'Inadequate testing', strength: 'weak',
      signals: [{ text: 'No test run succeeded.', steps: [18], measured: 'Not measured.' }] },
  ], marks: [{ name: 'test-edits', text: 'Edits of test files: test/helpers.js.', steps: [9] }] }),
  stopSignals: async () => null,
  marks: async () => [...marks].sort((a, b) => a - b),
  mark: async ({ idx }) => {
    if (!marks.delete(idx)) marks.add(idx);
    return [...marks].sort((a, b) => a - b);
  },
  forks: async () => window.forks ?? ({ parent: null, forks: [] }),
  openFork: async ({ path }) => { window.opened.push(path); return null; },
  openPatch: async () => { window.opened.push('patch'); return null; },
  openOutput: async () => { window.opened.push('output'); return null; },
  place: async () => ({
    outcome: window.isRating ? null : { kind: 'resolved' }, runId: 'r03', hasOutput: !window.isRating,
    hidden: { gold: false, tests: window.isRating === true, signals: window.isRating === true },
  }),
  choose: async () => null,
  step: async ({ idx }) => step(idx),
  text: async ({ from, count }) => ('a'.repeat(1000) + 'b'.repeat(500)).slice(from, from + count),
  wanted: async () => null,
  notes: async () => [],
  raw: async ({ ref, start }) => ({ text: '{"raw": true}', start, end: ref.end }),
  openText: async () => null, focusChanged: async () => null,
};`;
