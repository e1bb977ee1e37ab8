import { describe, expect, it } from 'vitest';
import { patchSoFar } from '../../../../../../src/core/run/trajectory/patchSoFar/patchSoFar';
import type { Step } from '../../../../../../src/core/run/trajectory/step';
import { callStep, madeCall, madeStep } from '../madeSteps';

const base = new Map([
  ['src/a.py', 'one\ntwo\nthree\nfour\nfive\n'],
  ['src/b.py', 'x\nx\n'],
  ['tabs.c', 'if\n\tx\n'],
  ['setup.py', 'setup()\n'],
]);

const baseFile = async (path: string) => base.get(path) ?? null;
const at = (steps: readonly Step[], root: string | null = '/testbed') => patchSoFar(steps, { baseFile, root });

const fiveWith = (third: string) => `one\ntwo\n${third}\nfour\nfive\n`;
const a = '/testbed/src/a.py';

const exact: readonly (readonly [string, string, unknown, Record<string, string | null>])[] = [
  [
    'editor',
    'str_replace_editor',
    { command: 'str_replace', path: a, old_str: 'three', new_str: '3' },
    { 'src/a.py': fiveWith('3') },
  ],
  [
    'editor, nothing in its place',
    'str_replace_editor',
    { command: 'str_replace', path: a, old_str: 'three\n' },
    { 'src/a.py': 'one\ntwo\nfour\nfive\n' },
  ],
  [
    'insert',
    'str_replace_editor',
    { command: 'insert', path: a, insert_line: '2', new_str: 'y' },
    { 'src/a.py': 'one\ntwo\ny\nthree\nfour\nfive\n' },
  ],
  [
    'insert at the beginning',
    'file_editor',
    { command: 'insert', path: a, insert_line: 0, new_str: 'y\n' },
    { 'src/a.py': 'y\n\none\ntwo\nthree\nfour\nfive\n' },
  ],
  ['create', 'file_editor', { command: 'create', path: '/testbed/n.py', file_text: 'n' }, { 'n.py': 'n' }],
  ['Edit', 'Edit', { file_path: a, old_string: 'three', new_string: '$&' }, { 'src/a.py': fiveWith('$&') }],
  [
    'Edit of all',
    'Edit',
    { file_path: 'src/b.py', old_string: 'x', new_string: 'y', replace_all: true },
    { 'src/b.py': 'y\ny\n' },
  ],
  ['Edit of a new file', 'Edit', { file_path: 'new', old_string: '', new_string: 'n' }, { new: 'n' }],
  [
    'replace with a count',
    'replace',
    { file_path: 'src/b.py', old_string: 'x', new_string: 'y', expected_replacements: 2 },
    { 'src/b.py': 'y\ny\n' },
  ],
  ['opencode edit', 'edit', { filePath: a, oldString: 'three', newString: '3' }, { 'src/a.py': fiveWith('3') }],
  [
    'MultiEdit',
    'MultiEdit',
    {
      file_path: a,
      edits: [
        { old_string: 'three', new_string: 'tree' },
        { old_string: 'tree', new_string: '3' },
      ],
    },
    { 'src/a.py': fiveWith('3') },
  ],
  ['Write', 'Write', { file_path: './src/../src/a.py', content: '' }, { 'src/a.py': '' }],
  ['windowed create', 'create', { arguments: ['w.py'] }, { 'w.py': '\n' }],
  [
    'apply_patch',
    'apply_patch',
    '*** Begin Patch\n*** Update File: src/a.py\n@@ two\n-three\n+3\n four\n*** Delete File: src/b.py\n*** Add File: c\n+c\n*** End Patch',
    { 'src/a.py': fiveWith('3'), 'src/b.py': null, c: 'c\n' },
  ],
  [
    'apply_patch that moves',
    'apply_patch',
    { input: '*** Begin Patch\n*** Update File: src/a.py\n*** Move to: src/m.py\n@@\n-three\n+3\n*** End Patch\n' },
    { 'src/a.py': null, 'src/m.py': fiveWith('3') },
  ],
  [
    'apply_patch through a shell',
    'shell',
    {
      command: [
        'bash',
        '-lc',
        "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: src/a.py\n@@\n-three\n+3\n*** End Patch\nEOF",
      ],
    },
    { 'src/a.py': fiveWith('3') },
  ],
  [
    'a diff',
    'patch',
    { patch: '--- a/src/a.py\n+++ b/src/a.py\n@@ -2,3 +2,3 @@\n two\n-three\n+3\n four\n' },
    { 'src/a.py': fiveWith('3') },
  ],
  [
    'changes',
    'apply_patch',
    {
      changes: {
        'src/a.py': { type: 'update', unified_diff: '@@ -2,3 +2,3 @@\n two\n-three\n+3\n four\n', move_path: null },
        n: { add: { content: 'n' } },
      },
    },
    { 'src/a.py': fiveWith('3'), n: 'n' },
  ],
];

describe('the patch so far', () => {
  it.each(exact)('replays %s', async (_title, name, args, files) => {
    const found = await at([callStep(1, name, args)]);
    expect(Object.fromEntries(found.files)).toEqual(files);
    expect(found.source).toBe('replayed');
  });

  it('replays a windowed edit of lines, and checks the count that the tool shows', async () => {
    const edit = { start_line: 3, end_line: 3, replacement_text: '3\n3b' };
    const step = (total: number) => ({
      ...callStep(1, 'edit', edit, { text: `[File: ${a} (${total} lines total)]\n` }),
      filesTouched: [a],
    });
    expect((await at([step(6)])).files.get('src/a.py')).toBe(fiveWith('3\n3b'));
    expect(await at([step(7)])).toMatchObject({ source: 'unknown', why: expect.stringContaining('step 1') });
  });

  it('takes an edit back where that is known', async () => {
    const edit = (old: string, next: string) => ({ command: 'str_replace', path: a, old_str: old, new_str: next });
    const undo = { command: 'undo_edit', path: a };
    const steps = [edit('one', '1'), edit('two', '2'), undo].map((args, i) => callStep(i + 1, 'file_editor', args));
    expect((await at(steps)).files.get('src/a.py')).toBe('1\ntwo\nthree\nfour\nfive\n');
    expect(await at([callStep(1, 'file_editor', undo)])).toMatchObject({ source: 'unknown' });
  });

  it('writes the patch as git does', async () => {
    const { patch } = await at([
      callStep(1, 'Edit', { file_path: a, old_string: 'three', new_string: '3' }),
      callStep(2, 'Write', { file_path: '/testbed/n "q".txt', content: 'no end' }),
      callStep(3, 'Write', { file_path: '/testbed/empty', content: '' }),
    ]);
    expect(patch).toBe(
      'diff --git a/empty b/empty\nnew file mode 100644\n' +
        'diff --git "a/n \\"q\\".txt" "b/n \\"q\\".txt"\nnew file mode 100644\n--- /dev/null\n+++ "b/n \\"q\\".txt"\n' +
        '@@ -0,0 +1 @@\n+no end\n\\ No newline at end of file\n' +
        'diff --git a/src/a.py b/src/a.py\n--- a/src/a.py\n+++ b/src/a.py\n@@ -1,5 +1,5 @@\n one\n two\n-three\n+3\n four\n five\n',
    );
  });

  const inexact: readonly (readonly [string, Step, string])[] = [
    ['a shell edit', callStep(2, 'bash', { command: "sed -i 's/a/b/' src/a.py" }), 'step 2'],
    [
      'a text that stands twice',
      callStep(2, 'Edit', { file_path: 'src/b.py', old_string: 'x', new_string: 'y' }),
      'src/b.py: the text to be replaced stands in it more often than once',
    ],
    [
      'a text that is not there',
      callStep(2, 'Edit', { file_path: a, old_string: 'six', new_string: 'y' }),
      'is not in it',
    ],
    [
      'an edit without an answer',
      madeStep(2, { calls: [madeCall('Write', { file_path: 'n', content: '' })] }),
      'answer',
    ],
    ['an edit that says too little', callStep(2, 'edit', { path: a, content: null }), 'not recorded'],
    [
      'tabs that may be lost',
      callStep(2, 'str_replace_editor', { command: 'str_replace', path: 'tabs.c', old_str: 'if', new_str: 'IF' }),
      'tabs',
    ],
    [
      'a diff that fits elsewhere only',
      callStep(2, 'patch', { patch: '--- a/src/a.py\n+++ b/src/a.py\n@@ -3,2 +3,2 @@\n two\n-three\n+3\n' }),
      'diff',
    ],
    [
      'looser matching',
      callStep(2, 'apply_patch', '*** Begin Patch\n*** Update File: src/a.py\n@@\n- three\n+3\n*** End Patch'),
      'do not stand',
    ],
  ];

  it.each(inexact)('is approximate from %s on, and says so', async (_title, step, why) => {
    const first = callStep(1, 'Edit', { file_path: a, old_string: 'one', new_string: '1' });
    const last = callStep(3, 'Edit', { file_path: a, old_string: 'five', new_string: '5' });
    const found = await at([first, step, last]);
    expect(found).toMatchObject({ source: 'approximate', why: expect.stringContaining(why) });
    expect(found.why).toContain('step 2');
    expect(found.files.get('src/a.py')).toBe('1\ntwo\nthree\nfour\n5\n');
  });

  it('is unknown where nothing but shell edits were seen, and empty where nothing was edited', async () => {
    expect(await at([callStep(1, 'bash', { command: 'echo x > src/a.py' })])).toMatchObject({ source: 'unknown' });
    const found = await at([
      callStep(1, 'bash', { command: 'cat src/a.py' }),
      callStep(2, 'bash', { command: 'python -m pytest' }),
    ]);
    expect(found).toMatchObject({ source: 'replayed', patch: '', why: expect.stringContaining('1 program ran') });
  });

  it.each([
    [{ text: 'ERROR:\nNo replacement was performed' }],
    [{ isError: true }],
    [{ text: 'Your proposed edit has introduced new syntax error(s).' }],
    [{ exitCode: 1 }],
  ])('leaves an edit out that its tool refused: %j', async (answer) => {
    const found = await at([callStep(1, 'Edit', { file_path: a, old_string: 'one', new_string: '1' }, answer)]);
    expect(found).toMatchObject({ source: 'replayed', patch: '' });
  });

  it('keeps tabs where the answer shows that the tool does', async () => {
    const args = { command: 'str_replace', path: 'tabs.c', old_str: 'if', new_str: 'IF' };
    const found = await at([callStep(1, 'str_replace_editor', args, { text: 'edited:\n     1\tIF\n     2\t\tx\n' })]);
    expect(found).toMatchObject({ source: 'replayed' });
  });

  const given = '\ndiff --git a/src/a.py b/src/a.py\n--- a/src/a.py\n+++ b/src/a.py\n@@ -1,2 +1,2 @@\n-one\n+1\n two\n';

  it('takes the diff that the file gives, also after what was not exact, and replays from there', async () => {
    const shell = callStep(1, 'bash', { command: 'rm x' });
    const step = madeStep(2, { givenPatch: given });
    expect(await at([shell, step])).toMatchObject({ source: 'given', patch: given });
    const edit = callStep(3, 'Edit', { file_path: a, old_string: 'three', new_string: '3' });
    const found = await at([shell, step, edit]);
    expect(found.source).toBe('replayed');
    expect(found.files.get('src/a.py')).toBe('1\ntwo\n3\nfour\nfive\n');
  });

  it('keeps a given diff that it cannot apply', async () => {
    const strange = given.replace('-one', '-uno');
    expect(await at([madeStep(1, { givenPatch: strange })])).toMatchObject({ source: 'given', patch: strange });
  });

  it('takes snapshots of a replay where the file gives nothing', async () => {
    const snapshot = (idx: number) => (idx === 1 ? { patch: given, by: 'replay' as const } : null);
    const steps = [callStep(1, 'bash', { command: 'sed -i s/one/1/ src/a.py' })];
    expect(await patchSoFar(steps, { baseFile, root: null, snapshot })).toMatchObject({
      source: 'snapshot',
      patch: given,
    });
  });

  it('takes recorded edits on the text that was recorded before them', async () => {
    const edit = { file_path: a, old_string: 'three', new_string: '3' };
    const recorded = (before: string, lines: readonly string[]) => ({
      ...callStep(2, 'Edit', edit),
      recordedEdits: [
        {
          callId: null,
          path: a,
          before,
          after: null,
          hunks: [{ oldStart: 3, oldLines: 1, newStart: 3, newLines: 1, lines }],
        },
      ],
    });
    expect((await at([recorded(fiveWith('three'), ['-three', '+3'])])).source).toBe('replayed');
    const other = await at([recorded('1\n2\nthree three\n', ['-three three', '+3'])]);
    expect(other).toMatchObject({ why: expect.stringContaining('changed before') });
    expect(other.files.get('src/a.py')).toBe('1\n2\n3\n');
  });

  it('finds where the repository stood by a file that an edit fits', async () => {
    const scratch = callStep(1, 'Edit', { file_path: '/tmp/setup.py', old_string: 'no such', new_string: '' });
    const write = callStep(2, 'Write', { file_path: '/repo/new.py', content: 'n' });
    const edit = callStep(3, 'Edit', { file_path: '/repo/src/a.py', old_string: 'one', new_string: '1' });
    const outside = callStep(4, 'Write', { file_path: '/tmp/x.py', content: 'x' });
    expect([...(await at([write, edit, outside], null)).files.keys()].sort()).toEqual(['new.py', 'src/a.py']);
    expect([...(await at([scratch, edit], null)).files.keys()]).toEqual(['src/a.py']);
    const made = callStep(1, 'Write', { file_path: 'mine.py', content: 'm' });
    const again = callStep(2, 'Edit', { file_path: '/repo/mine.py', old_string: 'm', new_string: 'n' });
    expect([...(await at([made, again], null)).files]).toEqual([['mine.py', 'n']]);
    expect(await at([write], null)).toMatchObject({ source: 'approximate', why: expect.stringContaining('not known') });
  });

  it.each(['../x', '/testbed/../etc/passwd', '/testbed/.git/config', '.git/hooks/a', 'a\0b', ''])(
    'writes nothing to %j',
    async (path) => {
      const found = await at([callStep(1, 'Write', { file_path: path, content: 'x' })]);
      expect(found.files.size).toBe(0);
    },
  );

  it('is not exact after the agent went back', async () => {
    const edit = callStep(2, 'Edit', { file_path: a, old_string: 'one', new_string: '1' });
    const found = await at([madeStep(1), edit, madeStep(3), madeStep(4, { parentStep: 1 })]);
    expect(found).toMatchObject({ source: 'approximate', why: expect.stringContaining('went back to step 1') });
  });
});
