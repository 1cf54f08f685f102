import { dirname } from 'node:path';
import { AppError } from '../../common/errors';
import type { Files } from '../../files/durableFile';
import { type Field, FieldTable, serviceFields } from '../../plan/fields';
import type { Question } from '../../plan/plan';
import { readEntry } from '../library/entryFiles';
import type { ExportDependencies } from '../library/exportDependencies';
import { findExport } from '../library/library';
import type { ExportEntry } from '../model/entry';
import { normalizeService } from '../model/names';
import { holding, inTurn, type RunOptions } from './exportRun';

export interface LibraryExport {
	readonly service: string;
	readonly library: string;
	readonly folder: string;
	readonly additionalFields: readonly Field[];
}

/**
 * @param task Receives the current state of the export, and the signal and file functions that `holding` provides.
 * @throws AppError `signedOut`, `exportRunning`, `disk`, `cancelled`
 */
export async function takeUp<T>(
	past: LibraryExport,
	dependencies: ExportDependencies,
	{ signal, report }: RunOptions,
	task: (entry: ExportEntry, signal: AbortSignal, files: Files) => Promise<T>,
): Promise<T> {
	const { stored } = await openExport(past);
	const applicationId = stored.question.application.id;
	const turn = { service: stored.service, applicationId, folder: dirname(past.folder) };
	return inTurn(turn, dependencies, { signal, report }, () =>
		holding(past.folder, dependencies, signal, async (ours, files) => task(await openExport(past), ours, files)),
	);
}

/** Throws `signedOut` if the export isn't from the account's service, which would return unrelated records. */
async function openExport({ service, library, folder }: LibraryExport): Promise<ExportEntry> {
	const found = await findExport(library, folder);
	const entry = found === undefined ? undefined : await readEntry(found);
	if (!entry) {
		throw new AppError({ kind: 'disk', fault: 'denied', path: folder, code: 'EPERM' });
	}
	if (normalizeService(service) !== entry.stored.service) {
		throw new AppError({ kind: 'signedOut' });
	}
	return { ...entry, folder };
}

/** Returns the fields of the original request in their original order, regardless of the current settings. */
export function getFields(question: Pick<Question, 'fields' | 'filters'>, additional: readonly Field[]): FieldTable {
	const known = new Map<string, Field>(additional.map((field) => [field.name, field]));
	const names = [...question.fields, ...question.filters.map(({ field }) => field)];
	const others = [...new Set(names)].filter((name) => !serviceFields.some((field) => field.name === name));
	return new FieldTable(others.map((name) => known.get(name) ?? unknownField(name)));
}

function unknownField(name: string): Field {
	return { name, type: 'string', group: 'error', personal: false, meaning: '' };
}
