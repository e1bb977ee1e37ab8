import * as vscode from 'vscode';
import type { ContainerTerminalHost } from '../../protocol/containerTerminal';

type Output = Parameters<ContainerTerminalHost['terminalOutput']>[0];
type Ended = Parameters<ContainerTerminalHost['terminalEnded']>[0];

/** Routes what containers print to the terminals that show it. */
export class ContainerTerminals implements vscode.Disposable {
  private readonly outputs = new vscode.EventEmitter<Output>();
  private readonly ends = new vscode.EventEmitter<Ended>();

  readonly onOutput = this.outputs.event;
  readonly onEnded = this.ends.event;

  output(output: Output): void {
    this.outputs.fire(output);
  }

  ended(ended: Ended): void {
    this.ends.fire(ended);
  }

  dispose(): void {
    this.outputs.dispose();
    this.ends.dispose();
  }
}
