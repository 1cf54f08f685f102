import { apps } from './commands/apps';
import { compare } from './commands/compare';
import { exportErrors } from './commands/exportErrors';
import { groups } from './commands/groups';
import { load } from './commands/load';
import { mcp } from './commands/mcp';
import { report } from './commands/report';
import { sarif } from './commands/sarif';
import { verify } from './commands/verify';
import type { Command } from './world/command';

/** By the names that are typed, in the order of the help. */
export const commands: ReadonlyMap<string, Command> = new Map([
	['apps', apps],
	['export', exportErrors],
	['verify', verify],
	['groups', groups],
	['compare', compare],
	['report', report],
	['load', load],
	['sarif', sarif],
	['mcp', mcp],
]);
