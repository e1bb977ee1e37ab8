import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const editor = path.join(import.meta.dirname, '..', '..', '..', 'src', 'editor');

it('messages go through one place, where outside text can be no link', () => {
  const files = fs.readdirSync(editor, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const direct = files.filter((file) => {
    const text = fs.readFileSync(path.join(editor, file), 'utf8');
    // A modal dialog shows its text as it is.
    const calls = text.matchAll(/window\.show(?:Information|Warning|Error)Message\(([^;]*)/g);
    return [...calls].some(([, rest = '']) => !rest.includes('modal: true'));
  });
  expect(files.length).toBeGreaterThan(40);
  expect(direct.map((file) => file.replaceAll('\\', '/'))).toEqual(['platform/messages.ts']);
});
