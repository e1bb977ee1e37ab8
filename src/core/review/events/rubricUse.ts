import type { Sha256 } from '../../shared/hash';
import { parseRubric } from '../rubric/parseRubric';
import type { Rubric } from '../rubric/rubric';
import { scaleChanges } from '../rubric/versionCheck';
import { canonicalJson } from './canonicalJson';
import type { TouchstoneEvent } from './event';
import type { Finding } from './finding';

/** A rubric's text as an event or a file names it. */
export interface NamedRubric {
  readonly id: string;
  readonly version: string;
  /** Lower-case hex SHA-256 over the RFC 8785 form of the document. */
  readonly hash: string;
}

interface Use extends NamedRubric {
  readonly file: string;
  readonly line: number;
}

const rubricIn = (body: Readonly<Record<string, unknown>>): NamedRubric | null => {
  const { id, version, hash } = (body['rubric'] ?? {}) as Partial<Record<keyof NamedRubric, unknown>>;
  return typeof id === 'string' && typeof version === 'string' && typeof hash === 'string'
    ? { id, version, hash }
    : null;
};

const majorOf = (version: string): number => Number.parseInt(version, 10) || 0;
const short = (hash: string): string => hash.slice(0, 12);

/** Whether a `rubric.publish` event holds the text of its hash. It may be of a later form that we can't read. */
const isItsText = (event: TouchstoneEvent, { hash }: NamedRubric, sha256: Sha256): boolean => {
  const document = event.body['document'];
  return typeof document === 'object' && document !== null && sha256(canonicalJson(document)) === hash;
};

/** The rubric in a `rubric.publish` event; null where it holds another text than it says, or none that we read. */
export const publishedRubric = (event: TouchstoneEvent, sha256: Sha256): (NamedRubric & { rubric: Rubric }) | null => {
  const named = event.type === 'rubric.publish' ? rubricIn(event.body) : null;
  if (!named || !isItsText(event, named, sha256)) return null;
  const { rubric } = parseRubric(event.body['document']);
  return rubric && { ...named, rubric };
};

const judges = new Set(['verdict', 'amend']);

/** Which texts of rubrics the verdicts of a study were given under, and where these differ without saying so. */
export class RubricUse {
  private readonly firstUses = new Map<string, Use>();
  private readonly published = new Map<string, Use & { readonly rubric: Rubric }>();
  private readonly findings: Finding[] = [];

  constructor(private readonly sha256: Sha256) {}

  add(event: TouchstoneEvent, file: string, line: number): void {
    const named = rubricIn(event.body);
    if (!named) return;
    if (judges.has(event.type) && !this.firstUses.has(named.hash))
      this.firstUses.set(named.hash, { ...named, file, line });
    if (event.type !== 'rubric.publish' || this.published.has(named.hash)) return;
    const read = publishedRubric(event, this.sha256);
    if (read) this.published.set(named.hash, { ...read, file, line });
    else if (!isItsText(event, named, this.sha256))
      this.report(file, line, `the text of ${named.id} ${named.version} isn't the one of its hash.`);
  }

  /** `files`: the rubric files as they are now, with the names that messages show. */
  finish(files: readonly (NamedRubric & { readonly file: string })[]): readonly Finding[] {
    const uses = [...this.firstUses.values()];
    for (const [place, use] of uses.entries()) {
      const before = uses.slice(0, place).find(({ id, version }) => id === use.id && version === use.version);
      if (before)
        this.report(
          use.file,
          use.line,
          `${this.otherText(use, before.hash)} than in ${before.file} event ${before.line}.`,
        );
    }
    for (const file of files) {
      const use = uses.find(
        ({ id, version, hash }) => id === file.id && version === file.version && hash !== file.hash,
      );
      if (use && !this.firstUses.has(file.hash))
        this.report(use.file, use.line, `${this.otherText(use, file.hash)} than ${file.file} has now.`);
    }
    this.compareScales();
    return this.findings;
  }

  private otherText({ id, version, hash }: NamedRubric, other: string): string {
    return `verdicts under ${id} ${version} were given with another text (${short(hash)}, not ${short(other)})`;
  }

  /** R113, between texts of one major version. */
  private compareScales(): void {
    const texts = [...this.published.values()];
    for (const [place, text] of texts.entries()) {
      const before = texts
        .slice(0, place)
        .find(({ id, version }) => id === text.id && majorOf(version) === majorOf(text.version));
      const changes = before ? scaleChanges(before.rubric, text.rubric) : [];
      if (before && changes.length > 0)
        this.report(
          text.file,
          text.line,
          `R113: ${text.id} ${text.version} has another scale than ${before.version}: ${changes.slice(0, 3).join(', ')}.`,
        );
    }
  }

  private report(file: string, event: number, text: string): void {
    this.findings.push({ file, event, kind: 'rubric-changed', text });
  }
}
