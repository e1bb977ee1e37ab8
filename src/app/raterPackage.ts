import type { Sha256 } from '../core/shared/hash';
import { InputFault } from '../core/shared/problem';
import { lettersOf } from '../core/study/blind/letters';
import type { StudyCatalogue } from '../core/study/catalogue';
import { hiddenFromRater } from '../core/study/hiddenFromRater';
import type { InstanceRun } from '../core/study/instanceRuns';
import { raterRow } from '../core/study/package/raterRow';
import { raterStudyFile } from '../core/study/package/raterStudyFile';
import { defaultBlinding } from '../core/study/studyFile';
import { joinPath, nameOf, pathBelow } from '../core/study/studyPath';

export interface PackagePorts {
  readonly sha256: Sha256;
  /** The row of an instance as its file has it; null where the dataset is no file of rows. */
  readonly readRow: (datasetPath: string, instanceId: string) => Promise<Readonly<Record<string, unknown>> | null>;
  readonly readPatch: (predictionsPath: string, instanceId: string) => Promise<string | null>;
  readonly readText: (path: string) => Promise<string>;
}

export interface PackageWish {
  readonly catalogue: StudyCatalogue;
  readonly rater: string;
  /** What waits for the rater. */
  readonly rows: readonly InstanceRun[];
  readonly datasetOf: (instanceId: string) => string | null;
  /** Drawn for this package alone and kept by the owner: with it letters can be told. */
  readonly salt: string;
  /** RFC 3339. */
  readonly now: string;
}

export interface PackageFile {
  /** Below the package's folder. */
  readonly path: string;
  readonly text: string;
}

export interface RaterPackage {
  readonly files: readonly PackageFile[];
  /** Which letter of which instance is which run: never in the package. */
  readonly map: readonly { readonly instanceId: string; readonly letter: string; readonly run: string }[];
  readonly leftOut: readonly string[];
}

const lines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

const group = <T>(map: Map<string, T[]>, key: string, value: T): void => {
  map.set(key, [...(map.get(key) ?? []), value]);
};

/** Only a rubric of the study's own is a file; one that ships is there already. */
const rubricFile = async (ports: PackagePorts, { root, rubric }: StudyCatalogue): Promise<readonly PackageFile[]> => {
  if (/^[a-z0-9-]+$/.test(rubric)) return [];
  const path = joinPath(root, rubric);
  if (pathBelow(root, path) === null) throw new InputFault(`rubric: "${rubric}" leaves the study's folder.`);
  return [{ path: rubric, text: await ports.readText(path) }];
};

/**
 * Everything that a rater needs and nothing that tells: statements, patches under letters, the rubric. No judge's file, no
 * log, no trajectory, no other rater's event, no run's name. Verdicts given there join the study by the hashes of patches.
 * Throws InputFault where nothing waits for the rater.
 */
export const raterPackage = async (ports: PackagePorts, wish: PackageWish): Promise<RaterPackage> => {
  const { catalogue, rater, rows, datasetOf, salt, now } = wish;
  const blinding = catalogue.blinding ?? defaultBlinding;
  const hidden = hiddenFromRater(blinding, { isRating: true, hasVerdict: false });
  const [datasets, predictions] = [new Map<string, unknown[]>(), new Map<string, unknown[]>()];
  const [map, leftOut]: [RaterPackage['map'][number][], string[]] = [[], []];
  for (const instanceId of new Set(rows.map((row) => row.instanceId))) {
    const path = datasetOf(instanceId);
    const row = path === null ? null : await ports.readRow(path, instanceId);
    if (path === null || row === null) {
      leftOut.push(`${instanceId}: its dataset is no file of rows.`);
      continue;
    }
    const own = rows.filter((each) => each.instanceId === instanceId && each.patchKind !== 'code');
    const letters = lettersOf(
      own.map(({ key }) => key),
      { seed: salt, instanceId },
      ports.sha256,
    );
    const id = catalogue.datasets.find((dataset) => dataset.path === path)?.id ?? nameOf(path);
    group(datasets, id, raterRow(row, hidden));
    for (const { key, predictionsPath } of own) {
      const letter = (letters.get(key) ?? '').toLowerCase();
      const patch = predictionsPath === null ? null : await ports.readPatch(predictionsPath, instanceId);
      map.push({ instanceId, letter, run: key });
      group(predictions, letter, { instance_id: instanceId, model_name_or_path: letter, model_patch: patch });
    }
  }
  if (map.length === 0) throw new InputFault(`Nothing waits for ${rater}: there is nothing to package.`);
  const letters = [...predictions.keys()].sort();
  const study = { id: catalogue.studyId, title: null, rater, letters, rubric: catalogue.rubric, blinding };
  const files: readonly PackageFile[] = [
    { path: 'touchstone.yaml', text: raterStudyFile({ ...study, datasets: [...datasets.keys()] }) },
    { path: 'rater.json', text: `${JSON.stringify({ touchstone: 1, study: catalogue.studyId, rater, made: now })}\n` },
    ...[...datasets].map(([id, of]) => ({ path: `datasets/${id}.jsonl`, text: lines(of) })),
    ...letters.map((letter) => ({
      path: `runs/${letter}/predictions.jsonl`,
      text: lines(predictions.get(letter) ?? []),
    })),
    ...(await rubricFile(ports, catalogue)),
  ];
  return { files, map, leftOut };
};
