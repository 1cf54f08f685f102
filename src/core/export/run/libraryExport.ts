import { dirname } from 'node:path';
import { AppError } from '../../common/errors';
import type { Files } from '../../files/durableFile';
import { type Field, FieldTable, serviceFields } from '../../plan/fields';
import type { Question } from '../../plan/plan';
import { readEntry } from '../library/entryFiles';
import type { ExportParts } from '../library/exportParts';
import { findExport } from '../library/library';
import type { ExportEntry } from '../model/entry';
import { normalizeService } from '../model/names';
import { holding, inTurn, type RunOptions } from './exportRun';

export interface LibraryExport {
	/** Who is asked: a base address, or `sample`. */
	readonly service: string;
	/** Root of the export library. */
	readonly library: string;
	readonly folder: string;
	/** Fields that the service's document does not have. */
	readonly additionalFields: readonly Field[];
}

/**
 * Does something with a past export when its application has its turn, while nobody else does.
 * @param task Gets the export as it is by then, and the signal and the files of `holding`.
 * @throws AppError `signedOut`, `exportRunning`, `disk`, `cancelled`
 */
export async function takeUp<T>(
	past: LibraryExport,
	parts: ExportParts,
	{ signal, report }: RunOptions,
	task: (entry: ExportEntry, signal: AbortSignal, files: Files) => Promise<T>,
): Promise<T> {
	const { stored } = await openExport(past);
	const applicationId = stored.question.application.id;
	const turn = { service: stored.service, applicationId, folder: dirname(past.folder) };
	return inTurn(turn, parts, { signal, report }, () =>
		holding(past.folder, parts, signal, async (ours, files) => task(await openExport(past), ours, files)),
	);
}

/**
 * @throws AppError `disk` for what is no export of the library, and `signedOut` when it is of another service: its question
 * would get other records there, which would be taken for its own
 */
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

/** The table that gives the question's fields their order, whatever the settings say by now. */
export function fieldsOf(question: Pick<Question, 'fields' | 'filters'>, additional: readonly Field[]): FieldTable {
	const known = new Map<string, Field>(additional.map((field) => [field.name, field]));
	const names = [...question.fields, ...question.filters.map(({ field }) => field)];
	const others = [...new Set(names)].filter((name) => !serviceFields.some((field) => field.name === name));
	return new FieldTable(others.map((name) => known.get(name) ?? unknownField(name)));
}

function unknownField(name: string): Field {
	return { name, type: 'string', group: 'error', personal: false, meaning: '' };
}
