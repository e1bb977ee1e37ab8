import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Docker from 'dockerode';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContainerTerminal, openContainerTerminal } from '../../src/app/containerTerminal';
import { openImageWorkspace } from '../../src/app/imageWorkspace';
import { DockerEngine } from '../../src/io/docker/dockerEngine';
import { DockerSessions } from '../../src/io/docker/dockerSessions';
import { gitImageWorkspaces } from '../../src/io/git/imageWorkspaces';
import { gitWorkspaceFiles } from '../../src/io/git/workspaceFiles';
import { gitWorkspaces } from '../../src/io/git/workspaces';
import { sha256 } from '../../src/io/store/sha256';
import { makeInstance } from '../fakes/openRequest';
import { makeTestbedImage, type TestbedImage, testbedScript } from '../fakes/testbedImage';
import { makeContext } from '../fakes/workspaceContext';
import { dockerAnswers } from './engines';

const quiet = { onProgress: () => undefined, confirmPull: async () => false };

/** Everything that the terminal says until its shell ends. */
const readAll = async ({ terminal }: ContainerTerminal): Promise<string> => {
  const chunks: Uint8Array[] = [];
  for await (const bytes of terminal.output) chunks.push(bytes);
  return Buffer.concat(chunks).toString('latin1');
};

const type = ({ terminal }: ContainerTerminal, line: string): void => terminal.write(Buffer.from(`${line}\n`));

describe.skipIf(!dockerAnswers)('a terminal in a container', () => {
  let image: TestbedImage;
  beforeAll(async () => {
    image = await makeTestbedImage(`${testbedScript}echo "$BASE"\n`);
  }, 120_000);
  afterAll(() => image?.remove());

  const setUp = async () => {
    const context = await makeContext();
    const ports = {
      // What other windows left is not this test's to remove.
      engine: Object.assign(new DockerEngine(null), { clean: async () => ({ removed: [], kept: [] }) }),
      sessions: new DockerSessions(null),
      files: gitWorkspaceFiles(context),
    };
    const instance = makeInstance(image.said, { id: `ada__terminal-${image.name.slice(-8)}` });
    const named = { image: image.name, recipe: null, namedByData: false };
    const target = { image: named, repository: null, testbed: '/testbed', env: {} };
    const plain = { studyRoot: null, datasetPath: null, withTestPatch: false, onExisting: 'tell' as const };
    const opening = { instance, image: named, testbed: '/testbed', history: 'scrub' as const, ...plain };
    const make = { ...ports, workspaces: gitWorkspaces(context), trees: gitImageWorkspaces(context), sha256 };
    const { folder } = await openImageWorkspace(make, opening, quiet);
    const label = [`dev.touchstone.instance=${instance.id}`];
    const containers = () => new Docker().listContainers({ all: true, filters: { label } });
    return { ports, folder, containers, request: { instance, target, folder, columns: 90, rows: 33 } };
  };

  it("shows the workspace's files, its own size, and no network; what it says are bytes", async () => {
    const { ports, folder, request, containers } = await setUp();
    await writeFile(join(folder, 'greet.sh'), 'mine() { :; }\n');
    await rm(join(folder, 'src', 'old.txt'));
    const opened = await openContainerTerminal(ports, request, quiet);
    const output = readAll(opened);
    type(
      opened,
      'stty size; pwd; cat greet.sh; ls src; ls /sys/class/net; cat logo.bin; printf "\\033]0;title\\007\\377"',
    );
    type(opened, 'exit 7');
    const text = await output;
    expect(text).toMatch(/33 90\r\n\/testbed\r\nmine\(\) \{ :; \}\r\nrun\.sh\r\nlo\r\n/);
    expect(text).toContain('\u0000\u0001binary\u0002');
    expect(text).toContain('\u001b]0;title\u0007\u00ff');
    expect(await opened.terminal.wait()).toBe(7);
    expect(opened.lines.join(' ')).toMatch(/without network.* with 2 changed files of the workspace/);
    await opened.close();
    expect(await containers()).toEqual([]);
  });

  it('takes another size, and closing it ends whatever runs and the container', async () => {
    const { ports, request, containers } = await setUp();
    const opened = await openContainerTerminal(ports, { ...request, folder: null }, quiet);
    const output = readAll(opened);
    await opened.terminal.resize(100, 20);
    type(opened, "trap '' HUP TERM INT; stty size; sleep 1000");
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(await containers()).toHaveLength(1);
    await opened.close();
    expect(await output).toContain('20 100');
    expect(await containers()).toEqual([]);
  });
});
