import * as z from 'zod/mini';
import type { Instance } from '../../core/instance/instance';
import type { ComparedFile, FileSide } from '../../core/patch/comparison';
import { InputFault } from '../../core/shared/problem';
import { comparePatchTexts } from '../comparePatches';
import type { AssistantDesk } from './assistantDesk';
import { assistantTool } from './assistantTool';
import { datasetOf, rowOf } from './findRuns';
import { outsideNote, outsideText, quoted, shownOf } from './outsideText';
import { instanceField, runField } from './readResult';

const schema = z.strictObject({
  instance: instanceField,
  run: runField,
  texts: z._default(z.boolean().check(z.describe('Whether the patches themselves are told too')), true),
});

const mostFiles = 60;
const mostChars = 12_000;

const sideWords = (side: FileSide | null): string =>
  side === null ? 'not touched' : `+${side.added} -${side.removed} in ${side.hunks} hunks`;

const fileLine = ({ path, class: kind, but, gold, model }: ComparedFile): string =>
  `  ${quoted(path)}: ${kind}${but === null ? '' : ` but for ${but}`}; gold ${sideWords(gold)}; model ${sideWords(model)}`;

const patchText = (label: string, text: string | null): string =>
  text === null ? `There is no ${label}.` : outsideText(label, text, mostChars);

/** With gold: file by file. Without: the model's own files alone. */
const compared = async (instance: Instance, model: string | null, hidesGold: boolean): Promise<readonly string[]> => {
  const gold = hidesGold ? null : instance.goldPatch;
  const testPatch = hidesGold ? null : instance.testPatch;
  const { files, totals, warnings } = await comparePatchTexts({ gold, model, testPatch });
  const shown = files.slice(0, mostFiles);
  return [
    hidesGold
      ? 'The gold patch is hidden until the verdict is given; the model patch stands alone.'
      : `Of gold's ${totals.gold.hunks} hunks the model changes ${totals.goldHunksMet}. Gold +${totals.gold.added} -${totals.gold.removed}, model +${totals.model.added} -${totals.model.removed}.`,
    `${shownOf(shown.length, files.length, 'file')}:`,
    ...shown.map(fileLine),
    ...warnings
      .filter(({ side }) => side === 'model' || !hidesGold)
      .slice(0, 20)
      .map(({ side, line, text }) => `  ${side} patch, line ${line}: ${quoted(text)}`),
  ];
};

const compare = async (desk: AssistantDesk, { instance: id, run, texts }: z.infer<typeof schema>): Promise<string> => {
  const study = await desk.study();
  const datasetPath = datasetOf(study, id);
  const row = rowOf(study, id, run);
  const instance = await desk.readInstance(datasetPath, id);
  if (instance === null) throw new InputFault(`${datasetPath} has no instance ${quoted(id)} any more.`);
  if (row.patchKind === 'code')
    throw new InputFault(`The answer of ${quoted(run)} to ${quoted(id)} is code and no patch.`);
  const model =
    row.kind === 'gold' || row.predictionsPath === null ? null : await desk.readPatch(row.predictionsPath, id);
  const { gold: hidesGold } = await desk.hiddenOf(id);
  return [
    outsideNote,
    `Gold patch and the patch of ${row.key} on ${id}, as written.`,
    ...(await compared(instance, model, hidesGold)),
    ...(texts && !hidesGold ? [patchText('gold patch', instance.goldPatch)] : []),
    ...(texts ? [patchText('model patch', model)] : []),
  ].join('\n');
};

/** The gold patch and a run's, file by file. */
export const comparePatchesTool = assistantTool({
  name: 'compare_patches',
  title: 'Compare patches',
  description:
    "Compares a run's patch on an instance with the gold patch: which files and hunks both change, what only one has, and the texts of both.",
  schema,
  reads: ({ instance, run }) => `The gold patch of ${quoted(instance)} and the patch of run ${quoted(run)}, compared.`,
  call: compare,
});
