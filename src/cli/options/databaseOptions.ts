import { type AddressProblem, parseAddress } from '../../core/service/address';
import type { OptionSpec, ParsedOptions } from './options';
import type { Terminal } from './terminal';
import { UsageError } from './usageError';

export const databaseOptions = {
	database: { type: 'string', value: 'URL', meaning: 'URL of the ClickHouse HTTP interface' },
	user: { type: 'string', value: 'NAME', meaning: 'database user (password: $APP_ERRORS_DATABASE_PASSWORD)' },
	'allow-insecure': {
		type: 'boolean',
		meaning: 'allow an http URL of another machine, although the password and records are not encrypted',
	},
	'query-timeout': { type: 'string', value: 'SECONDS', meaning: 'maximum duration of a query (default: 30)' },
	dataset: { type: 'string', value: 'NAME', meaning: 'name of the dataset (a separate database on the server)' },
} as const satisfies Readonly<Record<string, OptionSpec>>;

const addressProblems: Readonly<Record<AddressProblem, string>> = {
	empty: '--database is required',
	malformed: 'The --database URL is not valid. Use the format https://host:8443.',
	scheme:
		'The --database URL must start with https or http. Specify the HTTP interface, which usually has the port 8443 or 8123.',
	credentials:
		'Remove the user name and password from the --database URL. Use --user and APP_ERRORS_DATABASE_PASSWORD instead.',
	queryOrFragment:
		'Remove everything after "?" or "#" from the --database URL. Use --user and --dataset instead of parameters.',
};

interface ConnectionContext {
	readonly terminal: Pick<Terminal, 'env'>;
	readonly progress: { note(words: string): void };
}

export function getConnection(given: ParsedOptions, { terminal, progress }: ConnectionContext) {
	const parsed = parseAddress(given.text('database') ?? '');
	if (!parsed.ok) {
		throw new UsageError(addressProblems[parsed.problem]);
	}
	const user = required(given, 'user');
	if (terminal.env['APP_ERRORS_DATABASE_PASSWORD'] === undefined) {
		throw new UsageError('Set APP_ERRORS_DATABASE_PASSWORD (it can be empty).');
	}
	const { pathname } = new URL(parsed.address);
	if (pathname !== '/') {
		progress.note(
			`The path ${pathname} of the --database URL is part of each request. It does not select a database; use --dataset.`,
		);
	}
	return { url: parsed.address, database: '', user };
}

export function required(given: ParsedOptions, name: string): string {
	const typed = given.text(name);
	if (!typed) {
		throw new UsageError(`--${name} is required`);
	}
	return typed;
}
