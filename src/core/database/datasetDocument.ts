import { readFile } from 'node:fs/promises';
import { AppError } from '../common/errors';
import { isObject, parseJson } from '../common/parseJson';
import { onDisk } from '../files/diskError';
import { isString } from '../plan/decodePlan';
import { parseAddress } from '../service/address';
import type { DatabaseAddress } from './databaseAddress';
import { columnRoles, type DatabaseColumn, type TableMapping } from './tableMapping';

/** Identifies records on a server, either a dataset (by its database) or another table (by its table mapping). */
export type ServerRecordsName =
	| { readonly kind: 'dataset'; readonly database: string }
	| { readonly kind: 'table'; readonly mapping: TableMapping };

/**
 * Document that describes where records are stored on a server. It can be opened like a file of records and contains no
 * secrets.
 */
export interface DatasetDocument {
	readonly connection: DatabaseAddress;
	readonly of: ServerRecordsName;
}

const ending = '.errors-dataset.json';

export function datasetFileName(name: string): string {
	return `${name}${ending}`;
}

export function isDatasetFile(path: string): boolean {
	return path.endsWith(ending);
}

export function nameOfSource(of: ServerRecordsName): string {
	return of.kind === 'dataset' ? of.database : `${of.mapping.database}.${of.mapping.table}`;
}

export function encodeDatasetDocument({ connection, of }: DatasetDocument): string {
	const { url, user, database } = connection;
	const what = of.kind === 'dataset' ? { dataset: of.database } : { table: of.mapping };
	return `${JSON.stringify({ version: 1, address: url, user, database, ...what }, undefined, '\t')}\n`;
}

/** @throws AppError `disk` or `unreadable` */
export async function readDatasetDocument(path: string): Promise<DatasetDocument> {
	return decodeDatasetDocument(await onDisk(path, () => readFile(path, 'utf8')), path);
}

/**
 * Decodes a document. The document is untrusted, so its server is contacted only if the user has already connected to
 * its database.
 */
function decodeDatasetDocument(text: string, path: string): DatasetDocument {
	const value = parseJson(text);
	if (!isObject(value)) {
		throw new AppError({ kind: 'unreadable', fault: 'notDataset', path, code: '' });
	}
	if (typeof value['version'] === 'number' && value['version'] > 1) {
		throw new AppError({ kind: 'unreadable', fault: 'newerVersion', path, code: '' });
	}
	const { address, user = '', database = '', dataset } = value;
	const url = isString(address) ? parseAddress(address) : undefined;
	const mapping = decodeMapping(value['table']);
	const of: ServerRecordsName | undefined = mapping
		? { kind: 'table', mapping }
		: isString(dataset)
			? { kind: 'dataset', database: dataset }
			: undefined;
	if (value['version'] !== 1 || !url?.ok || !isString(user) || !isString(database) || !of) {
		throw new AppError({ kind: 'unreadable', fault: 'notDataset', path, code: '' });
	}
	return { connection: { url: url.address, user, database }, of };
}

function decodeMapping(value: unknown): TableMapping | undefined {
	if (!isObject(value) || !isObject(value['others'])) {
		return undefined;
	}
	const { database, table, others } = value;
	const time = decodeColumn(value['time']);
	const roles = columnRoles.slice(1).flatMap((role): [string, string][] => {
		const name = others[role];
		return isString(name) ? [[role, name]] : [];
	});
	return isString(database) && isString(table) && time
		? { database, table, time, others: Object.fromEntries(roles) }
		: undefined;
}

function decodeColumn(value: unknown): DatabaseColumn | undefined {
	const { name, type } = isObject(value) ? value : {};
	return isString(name) && isString(type) ? { name, type } : undefined;
}
