// Makes the README's pictures in media/readme; arguments pick scenes by name.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../host/root';
import { type Scene, scenes } from './scenes';
import { Workbench } from './workbench';

const pictures = path.join(root, 'media', 'readme');
/** Time for fonts, icons and scroll bars to come to rest, in milliseconds. */
const restMs = 800;

const shoot = async ({ name, settings = {}, arrange }: Scene): Promise<void> => {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'tsp-'));
  const folder = path.join(scratch, 'quickstart');
  fs.cpSync(path.join(root, 'samples', 'quickstart'), folder, { recursive: true });
  const workbench = await Workbench.open({ folder, settings, size: { width: 1360, height: 850 } });
  try {
    await arrange(workbench);
    await workbench.page.mouse.move(680, 849);
    await workbench.page.waitForTimeout(restMs);
    await workbench.page.screenshot({ path: path.join(pictures, `${name}.png`) });
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
