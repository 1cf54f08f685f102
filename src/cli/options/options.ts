import { type ParseArgsConfig, parseArgs } from 'node:util';
import { didYouMean } from './suggest';
import { UsageError } from './usageError';

export type OptionSpec = NonNullable<ParseArgsConfig['options']>[string] & {
	readonly value?: string;
	readonly meaning: string;
};

const commonOptions = {
	output: {
		type: 'string',
		value: 'FORMAT',
		meaning: 'output format: table, json, ndjson, or markdown (default: table on a terminal, else json)',
	},
	quiet: { type: 'boolean', meaning: 'hide progress messages' },
	library: {
		type: 'string',
		value: 'DIR',
		meaning: "folder of all exports (default: $APP_ERRORS_LIBRARY, else the extension's export folder)",
	},
	'base-url': { type: 'string', value: 'URL', meaning: 'URL of the service (default: $APP_ERRORS_BASE_URL)' },
	'token-command': {
		type: 'string',
		value: 'CMD',
		meaning: 'command that prints the token (if APP_ERRORS_TOKEN is not set)',
	},
	'token-file': {
		type: 'string',
		value: 'FILE',
		meaning: 'file that contains the token; must be readable only by its owner',
	},
	workspace: { type: 'string', value: 'DIR', meaning: 'folder with the source files (default: current folder)' },
	mappings: {
		type: 'string',
		multiple: true,
		value: 'GLOB',
		meaning: 'mapping files for deobfuscation, as in the appErrors.mappings setting',
	},
	'version-tags': {
		type: 'string',
		multiple: true,
		value: 'PATTERN',
		meaning: 'Git tags of app versions, as in the appErrors.versionTags setting, such as shop-v{version}',
	},
	help: { type: 'boolean', short: 'h', meaning: 'show this help' },
} as const satisfies Readonly<Record<string, OptionSpec>>;

export type CommonOption = keyof typeof commonOptions;

export function commonOptionsOf(uses: readonly CommonOption[]): Readonly<Record<string, OptionSpec>> {
	const always: readonly string[] = ['quiet', 'help'];
	return Object.fromEntries(
		Object.entries(commonOptions).filter(([name]) => always.includes(name) || uses.some((used) => used === name)),
	);
}

export const serviceOptions = ['base-url', 'token-command', 'token-file'] as const satisfies readonly CommonOption[];

export const sourceOptions = ['workspace', 'mappings'] as const satisfies readonly CommonOption[];

export class ParsedOptions {
	constructor(
		readonly operands: readonly string[],
		private readonly values: Readonly<Record<string, unknown>>,
	) {}

	text(name: string): string | undefined {
		const value = this.values[name];
		return typeof value === 'string' ? value : undefined;
	}

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

	oneOf<const T extends string>(name: string, known: readonly T[], otherwise: T): T {
		const typed = this.text(name);
		const found = known.find((one) => one === typed);
		if (typed !== undefined && found === undefined) {
			throw new UsageError(`--${name} must be one of ${known.join(', ')}.${didYouMean(typed, known)}`);
		}
		return found ?? otherwise;
	}

	count(name: string, otherwise: number, most = 999_999_999): number {
		const typed = this.text(name);
		if (typed !== undefined && !(/^[1-9]\d{0,8}$/.test(typed) && Number(typed) <= most)) {
			throw new UsageError(`--${name} must be a number from 1 to ${most}`);
		}
		return typed === undefined ? otherwise : Number(typed);
	}
}

interface Asking {
	readonly options: Readonly<Record<string, OptionSpec>>;
	readonly takes: readonly [least: number, most: number];
}

export function readGiven(args: readonly string[], { options, takes: [least, most] }: Asking): ParsedOptions {
	const known: Readonly<Record<string, OptionSpec>> = { ...commonOptions, ...options };
	const { values, positionals } = parsed(args, known);
	if (positionals.length < least || positionals.length > most) {
		throw new UsageError(positionals.length < least ? 'missing argument' : `too many arguments: ${positionals.at(-1)}`);
	}
	return new ParsedOptions(positionals, values);
}

function parsed(args: readonly string[], options: Readonly<Record<string, OptionSpec>>) {
	try {
		return parseArgs({ args: joinValues(args, options), options, allowPositionals: true, strict: true });
	} catch (error) {
		throw new UsageError(messageOf(error, args, options));
	}
}

function messageOf(error: unknown, args: readonly string[], options: Readonly<Record<string, OptionSpec>>): string {
	const message = error instanceof Error ? error.message : `${error}`;
	const [, unknown] = /^Unknown option '--?([^']{1,64})'/.exec(message) ?? [];
	const [, ambiguous] = /^Option '(--[\w-]{1,64})' argument is ambiguous/.exec(message) ?? [];
	// `parseArgs` treats `-output` as several one-letter options, so its error message contains only one letter.
	const [word] = args.filter((arg) => /^-[a-z-]{2,}$/i.test(arg) && arg[1] === unknown);
	if (word !== undefined) {
		return `Unknown option ${word}.${didYouMean(word.slice(1), Object.keys(options), '--')}`;
	}
	if (unknown !== undefined) {
		return `Unknown option --${unknown}.${didYouMean(unknown, Object.keys(options), '--')}`;
	}
	return ambiguous === undefined ? message : `Option '${ambiguous} <value>' argument missing`;
}

/** Joins an option to a value that starts with a hyphen by `=`, because `parseArgs` rejects `--query -os:ios`. */
function joinValues(args: readonly string[], options: Readonly<Record<string, OptionSpec>>): string[] {
	const joined: string[] = [];
	for (let at = 0; at < args.length; at++) {
		const [arg = '', value = ''] = [args[at], args[at + 1]];
		if (arg === '--') {
			return [...joined, ...args.slice(at)];
		}
		const isValue = /^-[^-]/.test(value) && value !== '-h';
		if (isValue && arg.startsWith('--') && options[arg.slice(2)]?.type === 'string') {
			joined.push(`${arg}=${value}`);
			at++;
		} else {
			joined.push(arg);
		}
	}
	return joined;
}
