import type { RecordCut, TrajectoryFolder, TrajectoryPart } from '../../trajectoryFormat';

const roundName = /^(conversation_round|debug_agent_write_patch)_(\d{1,6})\.json$/;
const patchName = /^extracted_patch_(\d{1,6})\.diff$/;

const numberOf = (name: string, pattern: RegExp): number => Number(pattern.exec(name)?.at(-1) ?? -1);

const highest = (names: readonly string[], pattern: RegExp): string | null =>
  names
    .filter((name) => pattern.test(name))
    .reduce<string | null>(
      (best, name) => (best !== null && numberOf(best, pattern) >= numberOf(name, pattern) ? best : name),
      null,
    );

/** Each file of messages holds all those before it; that of the last patch is the longest. */
const conversation = (names: readonly string[]): string | null =>
  highest(names, /^debug_agent_write_patch_(\d{1,6})\.json$/) ?? highest(names, /^conversation_round_(\d{1,6})\.json$/);

const whole: RecordCut = { kind: 'whole' };

/** What stands beside the messages comes first: calls belong to them. Gold patches are left alone. */
const partsOf = (folder: string, names: readonly string[]): readonly TrajectoryPart[] => {
  const before = ['meta.json', 'cost.json', 'extract_status.json', 'tool_call_layers.json'];
  const facts = before.filter((name) => names.includes(name)).map((name) => ({ path: folder + name, cut: whole }));
  const [talk, patch] = [conversation(names), highest(names, patchName)];
  return [
    ...facts,
    ...(talk === null ? [] : [{ path: folder + talk, cut: { kind: 'array' } as const }]),
    ...(patch === null ? [] : [{ path: folder + patch, cut: { kind: 'text' } as const }]),
  ];
};

/** Folders of AutoCodeRover (2024): one for each task, known by its rounds of conversation. */
export const roverFolder = (paths: readonly string[]): TrajectoryFolder | null => {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const at = path.lastIndexOf('/') + 1;
    const names = folders.get(path.slice(0, at)) ?? [];
    names.push(path.slice(at));
    folders.set(path.slice(0, at), names);
  }
  const found = [...folders].filter(([, names]) => names.some((name) => /^conversation_round_\d/.test(name)));
  if (found.length === 0) return null;
  return {
    version: null,
    trajectories: found.map(([root, names]) => ({ id: root.slice(0, -1) || null, parts: partsOf(root, names), root })),
  };
};

export type RoverFile = 'messages' | 'patch' | 'meta' | 'cost' | 'status' | 'layers' | null;

/** Which file of the folder a path names. */
export const roverFile = (path: string): RoverFile => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (roundName.test(name)) return 'messages';
  if (patchName.test(name)) return 'patch';
  const known = { 'meta.json': 'meta', 'cost.json': 'cost', 'extract_status.json': 'status' } as const;
  if (name === 'tool_call_layers.json') return 'layers';
  return Object.hasOwn(known, name) ? known[name as keyof typeof known] : null;
};
