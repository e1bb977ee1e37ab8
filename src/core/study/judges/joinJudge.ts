import { KnownIds } from '../../instance/instanceAlias';
import { hintWords, textAgainstLabel } from '../../review/judge/textAgainstLabel';
import type { Imported, ImportedAnswer, ImportedPair, JudgePlace } from '../../review/judgeFile/importedAnswer';
import type { StudyCatalogue } from '../catalogue';
import { type InstanceRun, instanceRuns } from '../instanceRuns';

type JoinedStudy = Pick<StudyCatalogue, 'datasets' | 'runs' | 'evaluations'>;

/** An answer with the item of the study that it is about. */
export interface PlacedAnswer {
  readonly answer: ImportedAnswer;
  readonly instanceId: string;
  /** Null: the answer is about the instance. */
  readonly runId: string | null;
  readonly attempt: number | null;
  readonly patchHash: string | null;
  /** Where its text and its label disagree, a sentence each: hints for a person. */
  readonly contradictions: readonly string[];
}

export interface PlacedPair {
  readonly pair: ImportedPair;
  readonly instanceId: string;
  /** Ids of the study's runs, in the order shown. */
  readonly runIds: readonly [string, string];
  /** Id of a run, or `tie`; null: none. */
  readonly winner: string | null;
}

export interface NotJoined {
  readonly place: JudgePlace;
  readonly subject: string;
  readonly reason: string;
}

/** What a judge's file comes to in a study; every answer stands in exactly one of the first three lists. */
export interface JudgeJoin {
  readonly joined: readonly PlacedAnswer[];
  readonly pairs: readonly PlacedPair[];
  readonly notJoined: readonly NotJoined[];
}

/** Those that give no label; they are joined all the same. */
export const withoutLabel = ({ joined, pairs }: JudgeJoin): number =>
  joined.filter(({ answer }) => answer.overall === null && answer.score === null).length +
  pairs.filter(({ winner }) => winner === null).length;

export const contradicting = ({ joined }: JudgeJoin): readonly PlacedAnswer[] =>
  joined.filter(({ contradictions }) => contradictions.length > 0);

export const subjectWords = (answer: Imported): string =>
  answer.kind === 'pair'
    ? `${answer.runs.join(' against ')}/${answer.instanceId}`
    : answer.run === null
      ? answer.instanceId
      : `${answer.run}/${answer.instanceId}`;

const contradictionsIn = ({ overall, rationale, contradictions }: ImportedAnswer): readonly string[] => {
  const isLabel = overall === 'right' || overall === 'wrong';
  const hint = isLabel && rationale !== null ? textAgainstLabel(rationale, overall) : null;
  return [...contradictions, ...(hint === null ? [] : [hintWords(hint, String(overall))])];
};

type Found = { readonly row: InstanceRun | null; readonly id: string } | string;

const few = (names: readonly string[]): string =>
  names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ') || 'none';

/** Finds items by the names that a file uses for them. */
class Items {
  private readonly rows: ReadonlyMap<string, readonly InstanceRun[]>;
  private readonly known: KnownIds;
  private readonly ids: ReadonlySet<string>;

  constructor(catalogue: JoinedStudy) {
    this.rows = instanceRuns(catalogue);
    this.ids = new Set([
      ...catalogue.datasets.flatMap(({ instances }) => instances.map(({ id }) => id)),
      ...this.rows.keys(),
    ]);
    this.known = new KnownIds(this.ids);
  }

  instance(said: string): string | null {
    const id = this.known.of(said);
    if (this.ids.has(id)) return id;
    const plain = said.replace(/^instance_/, '');
    return this.ids.has(plain) ? plain : this.ids.has(`instance_${said}`) ? `instance_${said}` : null;
  }

  /** Rows of predictions that a name may mean: a run's id first, else its model's name. */
  named(id: string, run: string | null): readonly InstanceRun[] {
    const all = (this.rows.get(id) ?? []).filter(({ kind }) => kind === 'prediction' || kind === 'evaluation');
    if (run === null) return all;
    const own = all.filter(({ runId }) => runId === run);
    return own.length > 0 ? own : all.filter(({ model }) => model === run);
  }

  noRun(id: string, run: string): string {
    const runs = [...new Set((this.rows.get(id) ?? []).map(({ runId }) => runId))];
    return `no run or model "${run}" has this instance; its runs are ${few(runs)}`;
  }

  of({ instanceId, run, attempt, unit }: ImportedAnswer): Found {
    const id = this.instance(instanceId);
    if (id === null) return 'no dataset of the study has this instance';
    if (unit === 'instance') return { row: null, id };
    const named = this.named(id, run);
    if (named.length === 0) return run === null ? 'the study has no prediction of this instance' : this.noRun(id, run);
    const rows = attempt === null ? named : named.filter((row) => row.attempt === attempt);
    const [only, second] = rows.length === 0 && named.length === 1 ? named : rows;
    if (only === undefined) return `attempt ${attempt} isn't among its ${named.length}`;
    if (second === undefined) return { row: only, id };
    return run === null
      ? `the file names no run, and the instance has ${rows.length} predictions`
      : `"${run}" has ${rows.length} predictions of this instance; the file must say which attempt`;
  }
}

const keyOf = ({ judge }: ImportedAnswer, id: string, row: InstanceRun | null): string =>
  JSON.stringify([judge, id, row?.key ?? null]);

class Joining implements JudgeJoin {
  readonly joined: PlacedAnswer[] = [];
  readonly pairs: PlacedPair[] = [];
  readonly notJoined: NotJoined[] = [];
  private readonly first = new Map<string, JudgePlace>();

  constructor(private readonly items: Items) {}

  answer(answer: ImportedAnswer): void {
    const found = this.items.of(answer);
    const refused = typeof found === 'string' ? found : this.refusal(answer, found.id, found.row);
    if (typeof found === 'string' || refused !== null) this.leave(answer, refused ?? '');
    else this.join(answer, found.id, found.row);
  }

  private refusal(answer: ImportedAnswer, id: string, row: InstanceRun | null): string | null {
    const before = this.first.get(keyOf(answer, id, row));
    if (before !== undefined) return `a second answer on this item; the first is ${before.words}`;
    const isOther = answer.patch !== null && row?.patchHash && row.patchHash !== answer.patch;
    return isOther ? 'the answer is about another patch than the one that is here now' : null;
  }

  private join(answer: ImportedAnswer, id: string, row: InstanceRun | null): void {
    this.first.set(keyOf(answer, id, row), answer.place);
    const place = { instanceId: id, runId: row?.runId ?? null, attempt: row?.attempt ?? null };
    const patchHash = row?.patchHash ?? null;
    this.joined.push({ answer, ...place, patchHash, contradictions: contradictionsIn(answer) });
  }

  pair(pair: ImportedPair): void {
    const id = this.items.instance(pair.instanceId);
    const rows = id === null ? [] : pair.runs.map((run) => this.items.named(id, run)[0]);
    const missing = pair.runs.find((_run, at) => rows[at] === undefined);
    if (id === null) this.leave(pair, 'no dataset of the study has this instance');
    else if (missing !== undefined) this.leave(pair, this.items.noRun(id, missing));
    else {
      const runIds = [rows[0]?.runId ?? '', rows[1]?.runId ?? ''] as const;
      const { winner, runs } = pair;
      const won = winner === null || winner === 'tie' ? winner : (runIds[runs.indexOf(winner)] ?? null);
      this.pairs.push({ pair, instanceId: id, runIds, winner: won });
    }
  }

  private leave(answer: Imported, reason: string): void {
    this.notJoined.push({ place: answer.place, subject: subjectWords(answer), reason });
  }
}

/**
 * Joins answers to the items of a study by instance and run (or by the model, where that names one prediction alone). What
 * isn't joined is listed with its reason; a second answer on one item and one about another patch aren't joined.
 */
export const joinJudge = (answers: readonly Imported[], catalogue: JoinedStudy): JudgeJoin => {
  const joining = new Joining(new Items(catalogue));
  for (const answer of answers) {
    if (answer.kind === 'pair') joining.pair(answer);
    else joining.answer(answer);
  }
  const { joined, pairs, notJoined } = joining;
  return { joined, pairs, notJoined };
};
