import type { ChainToCheck, VerifyPorts } from '../core/review/events/chainFiles';
import { ChainCheck } from '../core/review/events/checkChain';
import { ClockCheck } from '../core/review/events/clockCheck';
import type { TouchstoneEvent } from '../core/review/events/event';
import type { Finding } from '../core/review/events/finding';
import { type HeldHead, headsIn } from '../core/review/events/headsIn';
import { RubricUse } from '../core/review/events/rubricUse';
import { textNamesIn } from '../core/review/events/textNames';

/** The machine contract of `touchstone verify`. */
export interface Verification {
  readonly events: number;
  readonly chains: number;
  /** Texts that were erased on purpose, as events say. */
  readonly erased: number;
  readonly findings: readonly Finding[];
  /** How far another chain's checkpoint holds each chain: a cut or rewrite up to there would be found. */
  readonly held: readonly HeldChain[];
  /** What no chain can show, in words. */
  readonly notShown: readonly string[];
  /** What is no fault of a chain and worth knowing, a sentence each. */
  readonly notes: readonly string[];
}

export interface HeldChain {
  readonly file: string;
  /** The last event that a checkpoint elsewhere has seen. */
  readonly seq: number;
  /** File of that checkpoint. */
  readonly by: string;
}

/** Without a checkpoint in another rater's file nothing shows these. */
const notShown = ['a cut tail', 'a complete rewrite', 'a file that is gone'];

interface Head extends HeldHead {
  readonly from: string;
  readonly line: number;
}

/** What one pass over a chain gathers beside its findings. */
interface Pass {
  readonly file: ChainToCheck;
  readonly check: ChainCheck;
  readonly texts: readonly { readonly name: string; readonly line: number }[];
  readonly erased: readonly string[];
  readonly heads: readonly Head[];
  readonly jumps: readonly string[];
  readonly endsWhole: boolean;
  readonly lines: number;
}

const erasedBy = (event: TouchstoneEvent): readonly string[] =>
  event.type === 'erase' && Array.isArray(event.body['texts']) ? event.body['texts'].map(String) : [];

const pass = async (ports: VerifyPorts, file: ChainToCheck, rubrics: RubricUse): Promise<Pass> => {
  const check = new ChainCheck(
    { file: file.name, study: file.study, rater: file.rater, device: file.device },
    ports.sha256,
  );
  const texts: { name: string; line: number }[] = [];
  const erased: string[] = [];
  const heads: Head[] = [];
  const clock = new ClockCheck(file.name);
  const end = { endsWhole: true };
  let line = 0;
  for await (const text of ports.linesOf(file.path, end)) {
    line++;
    const event = check.add(text);
    if (!event) continue;
    // A published rubric holds no free text, and takes long to look through.
    if (event.type !== 'rubric.publish') for (const name of textNamesIn(event.body)) texts.push({ name, line });
    erased.push(...erasedBy(event));
    for (const head of headsIn(event)) heads.push({ ...head, from: file.name, line });
    rubrics.add(event, file.name, line);
    clock.add(event, line);
  }
  return { file, check, texts, erased, heads, jumps: clock.notes(), endsWhole: end.endsWhole, lines: line };
};

/** A last line whose write was cut off by one byte is whole, yet says that the writer was stopped. */
const tornEnd = ({ endsWhole, lines, file }: Pass, found: readonly Finding[]): readonly Finding[] => {
  if (endsWhole || found.some(({ event, kind }) => event === lines && kind !== 'edited')) return [];
  return [
    { file: file.name, event: lines, kind: 'torn', text: 'the last line has no line end: a write was interrupted.' },
  ];
};

/** Side files looked at together: one after the other would take long over tens of thousands. */
const atOnce = 32;

const textStates = async (ports: VerifyPorts, root: string, { file, texts }: Pass) => {
  const states = new Map<string, Awaited<ReturnType<VerifyPorts['textState']>>>();
  const names = [...new Set(texts.map(({ name }) => name))];
  for (let from = 0; from < names.length; from += atOnce)
    await Promise.all(
      names
        .slice(from, from + atOnce)
        .map(async (name) => states.set(name, await ports.textState(root, file.study, name))),
    );
  return states;
};

const textFindings = async (
  ports: VerifyPorts,
  root: string,
  one: Pass,
  erased: ReadonlySet<string>,
): Promise<readonly Finding[]> => {
  const states = await textStates(ports, root, one);
  return one.texts.flatMap(({ name, line }): readonly Finding[] => {
    const at = { file: one.file.name, event: line };
    const called = `text ${name.slice(0, 12)}`;
    const state = states.get(name) ?? 'missing';
    if (state === 'missing')
      return erased.has(name)
        ? []
        : [{ ...at, kind: 'text-missing', text: `${called} is missing, and no erase event says why.` }];
    if (erased.has(name)) return [{ ...at, kind: 'text-kept', text: `${called} was erased, and its file is here.` }];
    return state === 'changed' ? [{ ...at, kind: 'text-changed', text: `${called} was changed.` }] : [];
  });
};

const headFindings = (passes: readonly Pass[]): readonly Finding[] => {
  const byName = new Map(passes.map((one) => [one.file.name, one]));
  return passes
    .flatMap(({ heads }) => heads)
    .flatMap(({ from, line, file, seq, hash }): readonly Finding[] => {
      const chain = byName.get(file);
      if (!chain)
        return [{ file: from, event: line, kind: 'chain-missing', text: `${file} is gone; it had ${seq} events.` }];
      if (chain.check.holds(seq, hash)) return [];
      return [
        {
          file,
          event: seq,
          kind: 'cut',
          text: `event ${seq}, seen by a checkpoint in ${from}, is not there: cut or rewritten.`,
        },
      ];
    });
};

/** The furthest event of each chain that a checkpoint in another file holds, and that is there. */
const heldChains = (passes: readonly Pass[]): readonly HeldChain[] => {
  const held = new Map<string, HeldChain>();
  const byName = new Map(passes.map((one) => [one.file.name, one]));
  for (const { file, seq, hash, from } of passes.flatMap(({ heads }) => heads)) {
    const isThere = from !== file && byName.get(file)?.check.holds(seq, hash) === true;
    if (isThere && seq > (held.get(file)?.seq ?? 0)) held.set(file, { file, seq, by: from });
  }
  return [...held.values()];
};

/**
 * Checks every chain below a study's root: hashes, order, gaps, forks, the side files of free text, the texts of rubrics,
 * and the heads that checkpoints in other files name. Reads every line once; nothing is changed.
 */
export const verifyStudy = async (ports: VerifyPorts, root: string): Promise<Verification> => {
  const passes: Pass[] = [];
  const rubrics = new RubricUse(ports.sha256);
  for (const file of await ports.eventFiles(root)) passes.push(await pass(ports, file, rubrics));
  const erased = new Set(passes.flatMap((one) => one.erased));
  const findings: Finding[] = [];
  let events = 0;
  for (const one of passes) {
    const checked = one.check.finish();
    events += checked.events;
    findings.push(...checked.findings, ...tornEnd(one, checked.findings));
    findings.push(...(await textFindings(ports, root, one, erased)));
  }
  findings.push(...headFindings(passes), ...rubrics.finish(await ports.rubricFiles(root)));
  const held = heldChains(passes);
  return {
    events,
    chains: passes.length,
    erased: erased.size,
    findings,
    held,
    notShown,
    notes: passes.flatMap(({ jumps }) => jumps),
  };
};
