// Makes the README's pictures in media/readme; arguments pick scenes by name.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../host/root';
import { type Scene, sceneSettings, scenes } from './scenes';
import { Workbench } from './workbench';

const pictures = path.join(root, 'media', 'readme');
const size = { width: 1440, height: 900 };
/** The title bar is left out: it names the browser's VS Code and not the product. */
const titleBar = 30;
/** Time for fonts, icons and scroll bars to come to rest, in milliseconds. */
const restMs = 1500;

const shoot = async ({ name, prepare, arrange }: Scene): Promise<void> => {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'tsp-'));
  const folder = path.join(scratch, prepare ? 'study' : 'quickstart');
  if (prepare) prepare(folder);
  else fs.cpSync(path.join(root, 'samples', 'quickstart'), folder, { recursive: true });
  const window = { width: size.width, height: size.height + titleBar };
  const workbench = await Workbench.open({ folder, settings: sceneSettings, size: window });
  try {
    await arrange(workbench);
    await workbench.page.mouse.move(size.width / 2, size.height + titleBar - 1);
    await workbench.page.waitForTimeout(restMs);
    const clip = { x: 0, y: titleBar, ...size };
    await workbench.page.screenshot({ path: path.join(pictures, `${name}.png`), clip });
    console.log(`media/readme/${name}.png`);
  } catch (error) {
    console.error(`${name}: ${await workbench.screenshot(`scene ${name}`)}`);
    throw error;
  } finally {
    await workbench.close();
    fs.rmSync(scratch, { recursive: true, force: true });
  }
};

const wanted = process.argv.slice(2);
for (const scene of scenes)
  if (wanted.length === 0 || wanted.some((word) => scene.name.includes(word))) await shoot(scene);
