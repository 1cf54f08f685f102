import { apps } from './commands/apps';
import { compare } from './commands/compare';
import { completion } from './commands/completion';
import { digest } from './commands/digest';
import { exportErrors } from './commands/exportErrors';
import { fixed } from './commands/fixed';
import { groups } from './commands/groups';
import { load } from './commands/load';
import { mcp } from './commands/mcp';
import { report } from './commands/report';
import { sarif } from './commands/sarif';
import { sync } from './commands/sync';
import { trace } from './commands/trace';
import { triage } from './commands/triage';
import { unload } from './commands/unload';
import { verify } from './commands/verify';
import type { Command } from './context/command';

export const commands: ReadonlyMap<string, Command> = new Map([
	['apps', apps],
	['export', exportErrors],
	['verify', verify],
	['sync', sync],
	['groups', groups],
	['trace', trace],
	['triage', triage],
	['fixed', fixed],
	['compare', compare],
	['digest', digest],
	['report', report],
	['load', load],
	['unload', unload],
	['sarif', sarif],
	['mcp', mcp],
	['completion', completion(() => commands)],
]);
