import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../errors';
import { type Field, FieldTable, serviceFields } from '../service/fields';
import { onDisk } from './diskError';
import { assertRoom, leastRoom } from './diskSpace';
import { nodeFiles } from './durableFile';
import type { ExportEntry, ExportProgress } from './entry';
import { outcomeFileName, readEntry } from './entryFiles';
import { clearUnfinished, type ExportParts, holding, inTurn, workIn } from './exportRun';
import { findExport } from './library';
import { normalizeService, recordsFileName } from './names';
import type { Question } from './plan';
import { carryOut } from './slices/carryOut';

export interface PastExport {
	/** Who is asked: a base address, or `sample`. */
	readonly service: string;
	/** Root of the export library. */
	readonly library: string;
	readonly folder: string;
	/** Fields that the service's document does not have. */
	readonly additionalFields: readonly Field[];
}

/**
 * Goes on with an export that was interrupted, or was found to be cut. Only what is missing is asked for, with the very
 * questions that were asked before: an answer that the service has prepared meanwhile is there at once. What is on the
 * disk is checked first. An export that is whole is given as it is.
 *
 * Stopped again, it keeps what it has.
 * @throws AppError `signedOut`, `exportRunning`, `disk`, `cancelled`, and whatever `exportErrors` throws
 */
export async function resumeExport(
	past: PastExport,
	parts: ExportParts,
	signal: AbortSignal,
	report: (progress: ExportProgress) => void,
): Promise<ExportEntry> {
	const { stored } = await openExport(past);
	const applicationId = stored.question.application.id;
	const turn = { service: stored.service, applicationId, folder: dirname(past.folder) };
	return inTurn(turn, parts, { signal, report }, () =>
		holding(past.folder, parts, signal, async (ours) => {
			const entry = await openExport(past);
			if (entry.outcome && !entry.resumable) {
				return entry;
			}
			await clearUnfinished(entry.folder);
			await assertRoom(entry.folder, leastRoom, parts.files ?? nodeFiles);
			if (!entry.outcome) {
				await removeDisowned(entry);
			}
			report({ state: 'begun', folder: entry.folder });
			const fields = fieldsOf(stored.question, past.additionalFields);
			const outcome = await carryOut(workIn(entry.folder, stored, fields, parts, { signal: ours, report }));
			return { folder: entry.folder, stored, outcome };
		}),
	);
}

/**
 * @throws AppError `disk` for what is no export of the library, and `signedOut` when it is of another service: its question
 * would get other records there, which would be taken for its own
 */
export async function openExport({ service, library, folder }: PastExport): Promise<ExportEntry> {
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
export function fieldsOf(question: Question, additional: readonly Field[]): FieldTable {
	const known = new Map<string, Field>(additional.map((field) => [field.name, field]));
	const names = [...question.fields, ...question.filters.map(({ field }) => field)];
	const others = [...new Set(names)].filter((name) => !serviceFields.some((field) => field.name === name));
	return new FieldTable(others.map((name) => known.get(name) ?? unknownField(name)));
}

function unknownField(name: string): Field {
	return { name, type: 'string', group: 'error', personal: false, meaning: '' };
}

/** Records that an outcome tells of and that have changed since are nobody's any more. */
async function removeDisowned({ folder, stored }: ExportEntry): Promise<void> {
	await onDisk(folder, async () => {
		const told = await rm(join(folder, outcomeFileName)).then(
			() => true,
			() => false,
		);
		if (told) {
			await rm(join(folder, recordsFileName(stored.question)), { force: true });
		}
	});
}
