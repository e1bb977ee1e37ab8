import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CompletionItem, CompletionList, Diagnostic, Hover, Position } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { nodeFiles } from '../../../../src/io/files/nodeFiles';
import { repositoryCheck } from '../../../../src/io/git/repositoryCheck';
import { rowSeek } from '../../../../src/io/index/rowSeek';
import type { ServerStudy } from '../../../../src/protocol/languageServer';
import type { DocumentKind } from '../../../../src/server/documentKind';
import { StudyContext } from '../../../../src/server/studyContext';
import { yamlKinds } from '../../../../src/server/yaml/yamlKinds';

const noCache = { load: async () => null, save: async () => {} };

export const root = join(import.meta.dirname, '../../../..');

let version = 0;

/** The server's YAML without a connection. */
export class YamlRig {
  readonly kinds: readonly DocumentKind[];
  readonly failures: unknown[] = [];
  private waiting: (() => void)[] = [];

  constructor(readonly context = new StudyContext({ files: nodeFiles, cache: noCache, seek: rowSeek })) {
    this.kinds = yamlKinds(this.context, {
      repositories: repositoryCheck,
      rubrics: join(root, 'rubrics'),
      told: () => {
        for (const tell of this.waiting.splice(0)) tell();
      },
      failed: (_uri, error) => this.failures.push(error),
    });
  }

  /** Resolves when the datasets were read. */
  open(told: Partial<ServerStudy>): Promise<void> {
    return new Promise((resolve) => {
      this.context.onDidChange(() => this.context.isSettled && resolve());
      this.context.open({ folder: '/', studyFile: null, datasets: [], runs: [], evaluations: [], ...told });
    });
  }

  kindOf(document: TextDocument): DocumentKind {
    const kind = this.kinds.find((one) => one.matches(document));
    if (!kind) throw new Error(`${document.uri} is of no kind.`);
    return kind;
  }

  async diagnostics(document: TextDocument): Promise<Diagnostic[]> {
    return (await this.kindOf(document).diagnostics?.(document)) ?? [];
  }

  /** The diagnostics with those that take files; there must be some of these. */
  async late(document: TextDocument): Promise<Diagnostic[]> {
    const told = new Promise<void>((resolve) => this.waiting.push(resolve));
    await this.diagnostics(document);
    await told;
    return this.diagnostics(document);
  }

  async items(document: TextDocument, position: Position): Promise<CompletionItem[]> {
    const list = (await this.kindOf(document).completion?.(document, position)) as CompletionList;
    return list.items;
  }

  /** What is written after taking the item. */
  async hover(document: TextDocument, position: Position): Promise<string> {
    const hover = (await this.kindOf(document).hover?.(document, position)) as Hover | null;
    return (hover?.contents as { readonly value: string } | undefined)?.value ?? '';
  }
}

export const yaml = (text: string, path: string): TextDocument =>
  TextDocument.create(pathToFileURL(path).href, 'yaml', ++version, text);

/** Diagnostics as people see them: the code and the very text under the squiggle. */
export const marked = (document: TextDocument, diagnostics: readonly Diagnostic[]): (readonly [unknown, string])[] =>
  diagnostics.map(({ code, range }) => [code, document.getText(range)] as const);

/** A document whose text has `¦` (or, where there is none, `|`) at the cursor, and that place. */
export const withCursor = (text: string, path: string): readonly [TextDocument, Position] => {
  const offset = text.indexOf(text.includes('¦') ? '¦' : '|');
  const document = yaml(text.slice(0, offset) + text.slice(offset + 1), path);
  return [document, document.positionAt(offset)];
};
