/** The one log channel, as a port. Messages hold no secrets and no file contents. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
