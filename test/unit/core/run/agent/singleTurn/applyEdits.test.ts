import { expect, test } from 'vitest';
import { applyEdits, failedEditWords } from '../../../../../../src/core/run/agent/singleTurn/applyEdits';
import { editBlocks } from '../../../../../../src/core/run/agent/singleTurn/searchReplaceBlocks';
import { patchOfFiles } from '../../../../../../src/core/run/trajectory/patchSoFar/patchOfFiles';

const block = (search: string, replace: string): string =>
  `<<<<<<< SEARCH\n${search}=======\n${replace}>>>>>>> REPLACE\n`;

const apply = (reply: string, base: Readonly<Record<string, string>>) =>
  applyEdits(editBlocks(reply).blocks, new Map(Object.entries(base)), '/testbed');

test('blocks of several files become one patch of git, new files included', () => {
  const reply = `### src/a.js\n\`\`\`js\n${block('x\n', 'y\n')}\`\`\`\n**b.md**\n${block('', 'new\n')}`;
  const { files, failed } = apply(reply, { 'src/a.js': 'w\nx\n' });
  expect(failed).toEqual([]);
  expect(patchOfFiles(files)).toBe(
    'diff --git a/b.md b/b.md\nnew file mode 100644\n--- /dev/null\n+++ b/b.md\n@@ -0,0 +1 @@\n+new\n' +
      'diff --git a/src/a.js b/src/a.js\n--- a/src/a.js\n+++ b/src/a.js\n@@ -1,2 +1,2 @@\n w\n-x\n+y\n',
  );
});

test('a later block sees what an earlier one wrote', () => {
  const { files } = apply(`a\n${block('1\n', '2\n')}${block('2\n', '3\n')}`, { a: '1\n' });
  expect(files.get('a')?.text).toBe('3\n');
});

test('a block that does not fit is named by file, number and the lines nearest to it', () => {
  const reply = `src/a.js\n${block('const total = sum(list, 0);\n', 'x\n')}`;
  const { failed, applied } = apply(reply, { 'src/a.js': 'let a;\nconst total = sum(list);\n' });
  expect(applied).toBe(0);
  expect(failed.map(failedEditWords)).toEqual([
    'src/a.js, block 1: the file doesn\'t have the lines to be replaced; nearest is line 2: "const total = sum(list);"',
  ]);
});

test('line ends of the file are kept, and an open last line is found', () => {
  expect(apply(`a\n${block('1\n', '2\n')}`, { a: '1\r\nz\r\n' }).files.get('a')?.text).toBe('2\r\nz\r\n');
  expect(apply(`a\n${block('1\n', '2\n')}`, { a: 'z\n1' }).files.get('a')?.text).toBe('z\n2');
});

test('part of a line is not what was asked for', () => {
  expect(apply(`a\n${block('x = 1\n', 'y\n')}`, { a: 'max = 1\n' }).applied).toBe(0);
});

test('lines that stand there twice are replaced once, and it is said', () => {
  const { files, notes } = apply(`a\n${block('1\n', '2\n')}`, { a: '1\n1\n' });
  expect(files.get('a')?.text).toBe('2\n1\n');
  expect(notes).toEqual(['Block 1: its lines stand in the file more than once; the first place was taken.']);
});

test.each(['../etc/passwd', '/etc/passwd', '.git/config', 'a/../../b', 'C:/x'])(
  '%s is no path of the repository',
  (path) => {
    const { files, failed } = apply(`${path}\n${block('', 'x\n')}`, {});
    expect(files.size).toBe(0);
    expect(failed).toHaveLength(1);
  },
);

test('a path as the container has it is one of the repository', () => {
  expect(apply(`/testbed/a\n${block('1\n', '2\n')}`, { a: '1\n' }).applied).toBe(1);
});

test('a last block without its end is taken without the fence around it', () => {
  const [last] = editBlocks('a\n```\n<<<<<<< SEARCH\n1\n=======\n2\n```\n').blocks;
  expect(last).toMatchObject({ replace: '2\n', closed: false });
});
