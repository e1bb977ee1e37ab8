import { setTimeout as sleep } from 'node:timers/promises';
import { type ContainerTerminal, openContainerTerminal } from '../app/containerTerminal';
import { instanceTarget } from '../app/instanceTarget';
import { studyOfDataset } from '../app/openInstanceStudy';
import type { FilePort } from '../core/shared/files';
import { InputFault } from '../core/shared/problem';
import { gitWorkspaceFiles } from '../io/git/workspaceFiles';
import { openEngine } from '../io/jobs/openEngine';
import { openSessions } from '../io/jobs/openSessions';
import type { HostApi } from '../protocol/app';
import type { ContainerTerminalApi, TerminalRequest } from '../protocol/containerTerminal';
import type { Remote } from '../protocol/rpc';
import type { ReadingApi } from '../protocol/worker';
import { imageHooks } from './imageHooks';
import type { Tasks } from './tasks';

/** What the editor is sent at most, so that a flood of output can't bury the window. */
const bytesPerMs = 4096;

/** Shells in containers: opened, fed, sized and closed by the names that the editor gave them. */
export const containerTerminals = (
  files: FilePort,
  reading: Pick<ReadingApi, 'readInstance'>,
  tasks: Tasks,
  host: () => Remote<HostApi>,
): ContainerTerminalApi => {
  const open = new Map<string, ContainerTerminal>();
  const end = async (name: string): Promise<void> => {
    const found = open.get(name);
    open.delete(name);
    await found?.close();
  };
  const pump = async (name: string, { terminal }: ContainerTerminal): Promise<void> => {
    for await (const bytes of terminal.output) {
      await host().terminalOutput({ terminal: name, bytes });
      if (bytes.length > bytesPerMs) await sleep(bytes.length / bytesPerMs);
    }
    const exitCode = await terminal.wait();
    await end(name);
    await host().terminalEnded({ terminal: name, exitCode });
  };
  return {
    openTerminal: (q) =>
      tasks.run(q.terminal, async (signal) => {
        const { request, ports } = await prepare(q, files, reading);
        const opened = await openContainerTerminal(ports, request, imageHooks(q.terminal, host, q), signal);
        open.set(q.terminal, opened);
        void pump(q.terminal, opened).catch((error: unknown) => {
          void end(q.terminal);
          void host().log({ level: 'warn', text: `container terminal: ${String(error)}` });
          void host().terminalEnded({ terminal: q.terminal, exitCode: null });
        });
        return opened.lines;
      }),
    terminalInput: async ({ terminal, bytes }) => open.get(terminal)?.terminal.write(bytes),
    terminalSize: async ({ terminal, columns, rows }) => open.get(terminal)?.terminal.resize(columns, rows),
    closeTerminal: async ({ terminal }) => {
      tasks.cancel(terminal);
      await end(terminal);
    },
  };
};

const prepare = async (q: TerminalRequest, files: FilePort, reading: Pick<ReadingApi, 'readInstance'>) => {
  const instance = await reading.readInstance(q);
  if (!instance) throw new InputFault(`${q.datasetPath} has no instance ${q.instanceId}.`);
  const { images, repositories } = q;
  const study = await studyOfDataset(files, q.datasetPath);
  const target = await instanceTarget(files, q.datasetPath, instance, study, { images, repositories });
  const ports = {
    engine: await openEngine('docker', q.endpoint),
    sessions: await openSessions('docker', q.endpoint),
    files: gitWorkspaceFiles(),
  };
  const { folder, columns, rows } = q;
  return { ports, request: { instance, target, folder, columns, rows } };
};
