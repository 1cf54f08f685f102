import { hostname } from 'node:os';
import { AppError } from '../common/errors';
import { isLoopback } from '../service/address';
import { cuttingSetting } from './askedSettings';
import { type DatabaseAccess, securedUrl } from './databaseAddress';
import { DatabaseClient, type DatabaseDependencies, type DatabaseServer } from './databaseClient';

/** Oldest supported server version. The tests are run with this version and the newest version. */
export const oldestVersion = [18, 16] as const;

const maxVersionBytes = 64 * 1024;

const maxSettings = 20_000;
const maxSettingsBytes = 16 * 1024 * 1024;

const unknownServer: DatabaseServer = {
	version: [],
	values: new Map(),
	fixed: new Set(),
	readonly: 1,
	knownSettings: new Set(),
	isHere: false,
};

/** @throws AppError `databaseTooOld`, or `databaseCutsAnswers` if results could be truncated silently */
export async function connectDatabase(
	access: DatabaseAccess,
	dependencies: DatabaseDependencies,
	signal: AbortSignal,
): Promise<DatabaseClient> {
	await using first = new DatabaseClient(access, dependencies, unknownServer);
	const [[versionText = '', host] = []] = await first.rows({
		sql: 'SELECT version(), hostName()',
		maxRows: 1,
		maxBytes: maxVersionBytes,
		signal,
	});
	const version = /^\d{1,5}(?:\.\d{1,9}){1,5}/.exec(versionText)?.[0].split('.').map(Number);
	if (!version) {
		throw new AppError({ kind: 'databaseAnswer', fault: 'notDatabase' });
	}
	const [major = 0, minor = 0] = version;
	if (major < oldestVersion[0] || (major === oldestVersion[0] && minor < oldestVersion[1])) {
		throw new AppError({ kind: 'databaseTooOld', version: version.join('.'), oldest: oldestVersion.join('.') });
	}
	// The oldest servers don't report which settings the user can't change.
	const fixed = major >= 20 ? 'toString(readonly)' : "'0'";
	const sql = `SELECT name, value, ${fixed} FROM system.settings`;
	const rows = await first.rows({ sql, maxRows: maxSettings, maxBytes: maxSettingsBytes, signal });
	const values = new Map(rows.map(([name = '', value = '']) => [name, value]));
	const server: DatabaseServer = {
		version,
		values,
		fixed: new Set(rows.filter(([, , fixed]) => fixed === '1').map(([name = '']) => name)),
		readonly: readonlyOf(values.get('readonly')),
		knownSettings: new Set(values.keys()),
		// A forwarded local port can lead to another computer, so the server's host name is compared as well.
		isHere: isLoopback(securedUrl(access).hostname) && host === hostname(),
	};
	const setting = cuttingSetting(server);
	if (setting !== undefined) {
		throw new AppError({ kind: 'databaseCutsAnswers', setting });
	}
	return new DatabaseClient(access, dependencies, server);
}

function readonlyOf(value: string | undefined): DatabaseServer['readonly'] {
	return value === '1' ? 1 : value === '2' ? 2 : 0;
}
