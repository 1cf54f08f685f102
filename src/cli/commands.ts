import { apps } from './commands/apps';
import type { Command } from './world/command';

/** By the names that are typed, in the order of the help. */
export const commands: ReadonlyMap<string, Command> = new Map([['apps', apps]]);
