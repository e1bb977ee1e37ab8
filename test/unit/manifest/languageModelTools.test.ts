import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { assistantTools } from '../../../src/app/assistant/assistantTools';

interface Declared {
  readonly name: string;
  readonly displayName: string;
  readonly modelDescription: string;
  readonly inputSchema: unknown;
}

const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly contributes: { readonly languageModelTools: readonly Declared[] };
};

it('what the manifest tells models of the tools is what the tools say of themselves', () => {
  const declared = contributes.languageModelTools.map(({ name, displayName, modelDescription, inputSchema }) => ({
    name,
    displayName,
    modelDescription,
    inputSchema,
  }));
  expect(declared).toEqual(
    assistantTools.map(({ name, title, description, inputSchema }) => ({
      name: `touchstone_${name}`,
      displayName: title,
      modelDescription: description,
      inputSchema,
    })),
  );
});

it('the editor registers every tool that there is', () => {
  const source = readFileSync('src/editor/features/assistantTools.ts', 'utf8');
  for (const { name } of assistantTools) expect(source).toContain(`'${name}'`);
});
