import type * as vscode from 'vscode';

/** The prefix tells our secrets from others of the extension that may come. */
const prefix = 'touchstone.modelKey.';

/** Names only, so that the pick can say what is set: SecretStorage lists nothing in older versions. */
const namesKey = 'touchstone.modelKeyNames';

/** Whether a text can name a key: as environment variables are named. */
export const isKeyName = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]{0,99}$/.test(name);

/** Keys of models, in VS Code's secret storage and nowhere else. What one holds is never logged and never shown. */
export class ModelKeys {
  constructor(private readonly context: Pick<vscode.ExtensionContext, 'secrets' | 'globalState'>) {}

  /** The names of the keys that were set here. */
  get names(): readonly string[] {
    return this.context.globalState.get<readonly string[]>(namesKey, []);
  }

  /** Null: it is not set. */
  async keyOf(name: string): Promise<string | null> {
    return (await this.context.secrets.get(prefix + name)) ?? null;
  }

  async set(name: string, key: string): Promise<void> {
    await this.context.secrets.store(prefix + name, key);
    await this.context.globalState.update(namesKey, [...new Set([...this.names, name])].sort());
  }

  async remove(name: string): Promise<void> {
    await this.context.secrets.delete(prefix + name);
    await this.context.globalState.update(
      namesKey,
      this.names.filter((each) => each !== name),
    );
  }
}
