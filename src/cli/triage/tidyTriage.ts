import { triagedGroup, triageId, withGroupParts } from '../../core/triage/changeTriage';
import { TriageJudge } from '../../core/triage/judgeGroup';
import { TriageEntries, type TriageFile } from '../../core/triage/triageEntries';
import { plural } from '../../wording/formats';
import type { CliContext } from '../context/cliContext';
import type { ParsedOptions } from '../options/options';
import { line, table } from '../output/blocks';
import type { CommandAnswer } from '../output/result';
import { askedKey } from '../records/viewFromOptions';
import { readEntries, requiredApplication, triagePlace, writableTriage } from './triageOf';

const usualDays = 90;
const maxDays = 10_000;
const daySeconds = 86_400;

interface RenamedFile {
	readonly file: TriageFile;
	readonly id: string;
	readonly document: TriageFile['entry']['document'];
}

/** Files are changed only if the user passes `--rename` or `--delete`. */
export async function tidyTriage(given: ParsedOptions, context: CliContext, path: string): Promise<CommandAnswer> {
	const days = given.count('days', usualDays, maxDays);
	await using records = await context.open(path);
	const key = askedKey(given.text('by'), records.info);
	const place = triagePlace(given, context, records);
	const application = requiredApplication(place.application);
	const folder = writableTriage(place);
	const entries = (await readEntries(place, context)) ?? new TriageEntries([]);
	const judge = new TriageJudge(records, records.info, entries, new Date(), context.signal);
	const groups = await judge.groupsWithFiles(key);
	const renamed = new Map<string, RenamedFile>();
	for (const { group, file } of groups) {
		const id = triageId(key, group.value);
		const parts = triagedGroup(key, group.value);
		// Groups are ordered by records, so a file of a group that was split belongs to its largest part.
		if (parts && id !== file.id && !renamed.has(file.id)) {
			renamed.set(file.id, { file, id, document: withGroupParts(file.entry.document, parts) });
		}
	}
	const span = await judge.timeSpan(key);
	const isLongEnough = span !== undefined && span.until - span.since >= days * daySeconds;
	const { filters = [], proof } = records.facts ?? {};
	const isWhole = filters.length === 0 && proof !== 'cut';
	const recent = new Set(
		groups
			.filter(({ group: { lastSeen } }) => lastSeen === undefined || lastSeen >= (span?.until ?? 0) - days * daySeconds)
			.map(({ file }) => file.id),
	);
	const unused =
		isLongEnough && isWhole
			? entries.files.filter(({ id, entry }) => entry.group.by === key.kind && !recent.has(id))
			: [];
	if (!isWhole || !isLongEnough) {
		const period = plural(days, { one: '{0} day', other: '{0} days' });
		const reason = isWhole ? `The records cover less than ${period}` : 'The export has filters or is incomplete';
		context.progress.note(`${reason}, so no file is listed for deletion.`);
	}
	const renames = [...renamed.values()].filter(({ file }) => !given.has('delete') || !unused.includes(file));
	if (given.has('rename')) {
		for (const { file, id, document } of renames) {
			await folder.write(id, document);
			await folder.delete(file.id);
		}
	}
	if (given.has('delete')) {
		for (const { id } of unused) {
			await folder.delete(id);
		}
	}
	return answerOf(application, { renames, unused, isRenamed: given.has('rename'), isDeleted: given.has('delete') });
}

interface Tidied {
	readonly renames: readonly RenamedFile[];
	readonly unused: readonly TriageFile[];
	readonly isRenamed: boolean;
	readonly isDeleted: boolean;
}

function answerOf(application: string, { renames, unused, isRenamed, isDeleted }: Tidied): CommandAnswer {
	const data = {
		application,
		renames: renames.map(({ file, id }) => ({ from: file.id, to: id })),
		unused: unused.map(({ id }) => id),
		renamed: isRenamed,
		deleted: isDeleted,
	};
	const rows = [
		...renames.map(({ file, id }) => [file.id, isRenamed ? `renamed to ${id}` : `--rename renames it to ${id}`]),
		...unused.map(({ id }) => [id, isDeleted ? 'deleted' : '--delete deletes it']),
	];
	return {
		data,
		rows: [...data.renames, ...data.unused.map((unusedId) => ({ unused: unusedId }))],
		document: {
			title: 'Triage',
			language: 'en',
			blocks: rows.length === 0 ? [line('All triage files are in use.')] : table(['File', 'Change'], rows),
		},
	};
}
