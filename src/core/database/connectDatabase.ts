import { hostname } from 'node:os';
import { AppError } from '../common/errors';
import { isLoopback } from '../service/address';
import { cuttingSetting } from './askedSettings';
import { type DatabaseAccess, securedUrl } from './databaseAddress';
import { DatabaseClient, type DatabaseParts, type DatabaseServer } from './databaseClient';

/** Far more than any server has. */
const maxSettings = 20_000;

/** Nothing is sent that such a one would have to know. */
const unknownServer: DatabaseServer = {
	version: [],
	values: new Map(),
	fixed: new Set(),
	readonly: 1,
	knownSettings: new Set(),
	isHere: false,
};

/**
 * Reaches a database and learns what it can. No connection stays that would have to be closed.
 * @throws AppError `databaseCutsAnswers` where no answer could be believed, and what questions throw
 */
export async function connectDatabase(
	access: DatabaseAccess,
	parts: DatabaseParts,
	signal: AbortSignal,
): Promise<DatabaseClient> {
	await using first = new DatabaseClient(access, parts, unknownServer);
	const [[versionText = '', host] = []] = await first.rows({ sql: 'SELECT version(), hostName()', maxRows: 1, signal });
	const version = /^\d{1,5}(?:\.\d{1,9}){1,5}/.exec(versionText)?.[0].split('.').map(Number);
	if (!version) {
		throw new AppError({ kind: 'databaseAnswer', fault: 'notDatabase' });
	}
	// Which settings are fixed was not told by the oldest ones.
	const fixed = (version[0] ?? 0) >= 20 ? 'toString(readonly)' : "'0'";
	const sql = `SELECT name, value, ${fixed} FROM system.settings`;
	const rows = await first.rows({ sql, maxRows: maxSettings, signal });
	const values = new Map(rows.map(([name = '', value = '']) => [name, value]));
	const server: DatabaseServer = {
		version,
		values,
		fixed: new Set(rows.filter(([, , fixed]) => fixed === '1').map(([name = '']) => name)),
		readonly: readonlyOf(values.get('readonly')),
		knownSettings: new Set(values.keys()),
		// Behind a port of this machine there may be another one.
		isHere: isLoopback(securedUrl(access).hostname) && host === hostname(),
	};
	const setting = cuttingSetting(server);
	if (setting !== undefined) {
		throw new AppError({ kind: 'databaseCutsAnswers', setting });
	}
	return new DatabaseClient(access, parts, server);
}

function readonlyOf(value: string | undefined): DatabaseServer['readonly'] {
	return value === '1' ? 1 : value === '2' ? 2 : 0;
}
