import { existsSync } from 'node:fs';
import path from 'node:path';
import { ownManifestFolder } from './foundManifests';

/** The manifests that ship: `agents` beside the programs' own folder, wherever this file was bundled into. */
const shippedFolder = (): string => {
  let folder = __dirname;
  for (let up = 0; up < 4; up++) {
    const here = path.join(folder, 'agents');
    if (existsSync(path.join(here, 'mini-swe-agent.yaml'))) return here;
    folder = path.dirname(folder);
  }
  return path.join(__dirname, '..', 'agents');
};

/** Where manifests are looked for: `agents` of the study, then a person's own, then what ships. `study`: its folder. */
export const manifestFolders = (study: string | null): readonly string[] => [
  ...(study === null ? [] : [path.join(study, 'agents')]),
  ownManifestFolder(),
  shippedFolder(),
];
