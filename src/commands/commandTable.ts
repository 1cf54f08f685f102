import { accountCommands } from './account';
import { applicationsCommands } from './applications';
import { codeCommands } from './code';
import { compareCommands } from './compare';
import { databasesCommands } from './databases';
import { exportsCommands } from './exports';
import { generalCommands } from './general';
import type { internalCommands } from './internalCommands';
import { resultsCommands } from './results';
import { stackTracesCommands } from './stackTraces';
import { syncCommands } from './sync';

/** Definitions of all commands. `npm run manifest` copies them to package.json, so bundles need only their types. */
export const commandTable = {
	...accountCommands,
	...applicationsCommands,
	...exportsCommands,
	...compareCommands,
	...syncCommands,
	...databasesCommands,
	...resultsCommands,
	...stackTracesCommands,
	...codeCommands,
	...generalCommands,
} as const;

type CommandTable = typeof commandTable;

export type CommandId = keyof CommandTable | keyof typeof internalCommands;

export type ArgumentsOf<K extends CommandId> = K extends keyof typeof internalCommands
	? (typeof internalCommands)[K]
	: K extends keyof CommandTable
		? CommandTable[K] extends { readonly arguments: infer A extends string }
			? A
			: 'none'
		: never;
