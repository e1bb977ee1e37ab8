import type { KeySource, ModelEntry } from '../core/run/model/modelEntry';
import { modelLack } from '../core/run/model/modelLack';
import { modelText } from '../core/run/model/modelText';
import type { HostApi } from '../protocol/app';
import type { EditorModel, RunChoices } from '../protocol/modelRuns';
import type { Remote } from '../protocol/rpc';

type Host = () => Remote<HostApi>;
type ShownModel = RunChoices['models'][number];

/** Keys come from the editor's secret storage, each time they are needed, and are kept nowhere. */
export const keysOf = (host: Host): KeySource => ({ keyOf: (name) => host().modelKey({ name }) });

export const editorPrefix = 'vscode:';

export const editorEntry = ({ id, maxInputTokens }: EditorModel): ModelEntry => ({
  ...{ id: `${editorPrefix}${id}`, protocol: 'vscode', model: id, baseUrl: null, file: null, keyName: null },
  ...{ contextTokens: maxInputTokens, maxOutputTokens: null, prices: null, params: {}, alsoSpeaks: [] },
});

export const editorModels = (host: Host): Promise<readonly EditorModel[]> =>
  host()
    .editorModels({})
    .catch(() => []);

/** A model of the models file as it is offered. */
export const shownEntry = async (entry: ModelEntry, keys: KeySource): Promise<ShownModel> => {
  const lack = await modelLack(entry, keys, true);
  return {
    id: entry.id,
    description: modelText(entry),
    hasPrice: entry.prices !== null,
    lack: lack?.text ?? null,
    missingKey: lack?.missingKey ?? null,
  };
};

export const shownEditorModel = ({ id, vendor, name }: EditorModel): ShownModel => ({
  id: `${editorPrefix}${id}`,
  description: `${name} of ${vendor} in VS Code, price unknown`,
  hasPrice: false,
  lack: null,
  missingKey: null,
});
