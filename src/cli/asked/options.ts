import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from './usageError';

export type OptionSpec = NonNullable<ParseArgsConfig['options']>[string] & {
	/** What stands for the value in the help: `DIR`. */
	readonly value?: string;
	readonly meaning: string;
};

/** Understood by every command. A token is none of them: whoever looks at the list of processes would read it. */
export const commonOptions: Readonly<Record<string, OptionSpec>> = {
	output: { type: 'string', value: 'FORM', meaning: 'table (on a terminal), json, ndjson or markdown' },
	quiet: { type: 'boolean', meaning: 'no progress on standard error' },
	library: {
		type: 'string',
		value: 'DIR',
		meaning: 'where exports are kept; else APP_ERRORS_LIBRARY, else the folder of the editor',
	},
	'base-url': { type: 'string', value: 'URL', meaning: 'address of the service; else APP_ERRORS_BASE_URL' },
	'token-command': {
		type: 'string',
		value: 'CMD',
		meaning: 'prints the token, where APP_ERRORS_TOKEN is not set',
	},
	'token-file': { type: 'string', value: 'FILE', meaning: 'holds the token, and only its owner may read it' },
	workspace: { type: 'string', value: 'DIR', meaning: 'folder of the sources; else the current one' },
	mappings: {
		type: 'string',
		multiple: true,
		value: 'GLOB',
		meaning: 'files that deobfuscate traces, as in the setting appErrors.mappings',
	},
	help: { type: 'boolean', short: 'h', meaning: 'this' },
};

/** What was typed behind the name of a command. */
export class Given {
	constructor(
		readonly operands: readonly string[],
		private readonly values: Readonly<Record<string, unknown>>,
	) {}

	text(name: string): string | undefined {
		const value = this.values[name];
		return typeof value === 'string' ? value : undefined;
	}

	/** Of an option that may be repeated. */
	texts(name: string): readonly string[] {
		const value = this.values[name];
		return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
	}

	isGiven(name: string): boolean {
		return this.values[name] !== undefined;
	}

	has(name: string): boolean {
		return this.values[name] === true;
	}

	/** @throws UsageError for what is none of them */
	oneOf<const T extends string>(name: string, known: readonly T[], otherwise: T): T {
		const typed = this.text(name);
		const found = known.find((one) => one === typed);
		if (typed !== undefined && found === undefined) {
			throw new UsageError(`--${name} is one of ${known.join(', ')}`);
		}
		return found ?? otherwise;
	}

	/** @throws UsageError for what is no number from 1 on */
	count(name: string, otherwise: number): number {
		const typed = this.text(name);
		if (typed !== undefined && !/^[1-9]\d{0,8}$/.test(typed)) {
			throw new UsageError(`--${name} is a number from 1 on`);
		}
		return typed === undefined ? otherwise : Number(typed);
	}
}

/** What may be typed behind the name of a command. */
interface Asking {
	readonly options: Readonly<Record<string, OptionSpec>>;
	/** How many arguments it takes besides. */
	readonly takes: readonly [least: number, most: number];
}

/** @throws UsageError */
export function readGiven(args: readonly string[], { options, takes: [least, most] }: Asking): Given {
	const known = { ...commonOptions, ...options };
	const { values, positionals } = parsed(args, known);
	if (positionals.length < least || positionals.length > most) {
		throw new UsageError(
			positionals.length < least ? 'an argument is missing' : `too many arguments: ${positionals.at(-1)}`,
		);
	}
	return new Given(positionals, values);
}

function parsed(args: readonly string[], options: Readonly<Record<string, OptionSpec>>) {
	try {
		return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
	} catch (error) {
		// Node words what it does not understand for whoever typed it.
		throw new UsageError(error instanceof Error ? error.message : String(error));
	}
}
