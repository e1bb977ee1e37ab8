import type { TextDocument } from 'vscode-languageserver-textdocument';
import { type ReadStudy, studyOfText } from '../../app/studyFile';
import { documentPath } from '../documentPath';

/** Study files as they stand in the editor, each read once for a version of its text. */
export class StudyDocuments {
  private readonly kept = new Map<string, { readonly version: number; readonly read: ReadStudy }>();

  of(document: TextDocument): ReadStudy {
    const known = this.kept.get(document.uri);
    if (known?.version === document.version) return known.read;
    const read = studyOfText(document.getText(), documentPath(document.uri));
    this.kept.set(document.uri, { version: document.version, read });
    return read;
  }

  close(uri: string): void {
    this.kept.delete(uri);
  }
}
