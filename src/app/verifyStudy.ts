import type { ChainToCheck, VerifyPorts } from '../core/review/events/chainFiles';
import { ChainCheck } from '../core/review/events/checkChain';
import type { TouchstoneEvent } from '../core/review/events/event';
import type { Finding } from '../core/review/events/finding';
import { textNamesIn } from '../core/review/events/textNames';

/** The machine contract of `touchstone verify`. */
export interface Verification {
  readonly events: number;
  readonly chains: number;
  readonly findings: readonly Finding[];
  /** What no chain can show, in words. */
  readonly notShown: readonly string[];
}

/** Without a checkpoint in another rater's file nothing shows these. */
const notShown = ['a cut tail', 'a complete rewrite', 'a file that is gone'];

interface Head {
  readonly from: string;
  readonly line: number;
  readonly file: string;
  readonly seq: number;
  readonly hash: string;
}

/** What one pass over a chain gathers beside its findings. */
interface Pass {
  readonly file: ChainToCheck;
  readonly check: ChainCheck;
  readonly texts: readonly { readonly name: string; readonly line: number }[];
  readonly erased: readonly string[];
  readonly heads: readonly Head[];
  readonly endsWhole: boolean;
  readonly lines: number;
}

const headsOf = (event: TouchstoneEvent, from: string, line: number): readonly Head[] => {
  const heads = event.type === 'checkpoint' ? event.body['heads'] : null;
  if (!Array.isArray(heads)) return [];
  return heads.flatMap((head: Partial<Head> | null) =>
    typeof head?.file === 'string' && typeof head.hash === 'string' && typeof head.seq === 'number'
      ? [{ from, line, file: head.file, seq: head.seq, hash: head.hash }]
      : [],
  );
};

const erasedBy = (event: TouchstoneEvent): readonly string[] =>
  event.type === 'erase' && Array.isArray(event.body['texts']) ? event.body['texts'].map(String) : [];

const pass = async (ports: VerifyPorts, file: ChainToCheck): Promise<Pass> => {
  const check = new ChainCheck(
    { file: file.name, study: file.study, rater: file.rater, device: file.device },
    ports.sha256,
  );
  const texts: { name: string; line: number }[] = [];
  const erased: string[] = [];
  const heads: Head[] = [];
  const end = { endsWhole: true };
  let line = 0;
  for await (const text of ports.linesOf(file.path, end)) {
    line++;
    const event = check.add(text);
    if (!event) continue;
    for (const name of textNamesIn(event.body)) texts.push({ name, line });
    erased.push(...erasedBy(event));
    heads.push(...headsOf(event, file.name, line));
  }
  return { file, check, texts, erased, heads, endsWhole: end.endsWhole, lines: line };
};

/** A last line whose write was cut off by one byte is whole, yet says that the writer was stopped. */
const tornEnd = ({ endsWhole, lines, file }: Pass, found: readonly Finding[]): readonly Finding[] => {
  if (endsWhole || found.some(({ event, kind }) => event === lines && kind !== 'edited')) return [];
  return [
    { file: file.name, event: lines, kind: 'torn', text: 'the last line has no line end: a write was interrupted.' },
  ];
};

const textFindings = async (
  ports: VerifyPorts,
  root: string,
  { file, texts }: Pass,
  erased: ReadonlySet<string>,
): Promise<readonly Finding[]> => {
  const findings: Finding[] = [];
  for (const { name, line } of texts) {
    const state = await ports.textState(root, file.study, name);
    const say = (kind: 'text-changed' | 'text-missing', text: string) =>
      findings.push({ file: file.name, event: line, kind, text });
    if (state === 'changed') say('text-changed', `text ${name.slice(0, 12)} was changed.`);
    if (state === 'missing' && !erased.has(name))
      say('text-missing', `text ${name.slice(0, 12)} is missing, and no erase event says why.`);
  }
  return findings;
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

/**
 * Checks every chain below a study's root: hashes, order, gaps, forks, the side files of free text, and the heads that
 * checkpoints in other files name. Reads every line once; nothing is changed.
 */
export const verifyStudy = async (ports: VerifyPorts, root: string): Promise<Verification> => {
  const passes: Pass[] = [];
  for (const file of await ports.eventFiles(root)) passes.push(await pass(ports, file));
  const erased = new Set(passes.flatMap((one) => one.erased));
  const findings: Finding[] = [];
  let events = 0;
  for (const one of passes) {
    const checked = one.check.finish();
    events += checked.events;
    findings.push(...checked.findings, ...tornEnd(one, checked.findings));
    findings.push(...(await textFindings(ports, root, one, erased)));
  }
  findings.push(...headFindings(passes));
  return { events, chains: passes.length, findings, notShown };
};
