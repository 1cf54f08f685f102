import { TriageJudge } from '../../core/triage/judgeGroup';
import { planTidy, type RenamedFile, usualTidyDays } from '../../core/triage/planTidy';
import { TriageEntries, type TriageFile } from '../../core/triage/triageEntries';
import { plural } from '../../wording/formats';
import type { CliContext } from '../context/cliContext';
import type { ParsedOptions } from '../options/options';
import { line, table } from '../output/blocks';
import type { CommandAnswer } from '../output/result';
import { askedKey } from '../records/viewFromOptions';
import { readEntries, requiredApplication, triagePlace, writableTriage } from './triageOf';

const maxDays = 10_000;

/** Lists triage files to rename or delete. Changes files only with the options `--rename` and `--delete`. */
export async function tidyTriage(given: ParsedOptions, context: CliContext, path: string): Promise<CommandAnswer> {
	const days = given.count('days', usualTidyDays, maxDays);
	await using records = await context.open(path);
	const key = askedKey(given.text('by'), records.info);
	const place = triagePlace(given, context, records);
	const application = requiredApplication(place.application);
	const folder = writableTriage(place);
	const entries = (await readEntries(place, context)) ?? new TriageEntries([]);
	const judge = new TriageJudge(records, records.info, entries, new Date(), context.signal);
	const { filters = [], proof } = records.facts ?? {};
	const isWhole = filters.length === 0 && proof !== 'cut';
	const planned = await planTidy(judge, key, days, isWhole);
	const { unused, isLongEnough } = planned;
	if (!isWhole || !isLongEnough) {
		const period = plural(days, { one: '{0} day', other: '{0} days' });
		const reason = isWhole ? `The records cover less than ${period}` : 'The export has filters or is incomplete';
		context.progress.note(`${reason}, so no file is listed for deletion.`);
	}
	const renames = planned.renames.filter(({ file }) => !given.has('delete') || !unused.includes(file));
	if (given.has('rename')) {
		for (const { file, edit } of renames) {
			await (edit.document && folder.write(edit.id, edit.document));
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
		renames: renames.map(({ file, edit }) => ({ from: file.id, to: edit.id })),
		unused: unused.map(({ id }) => id),
		renamed: isRenamed,
		deleted: isDeleted,
	};
	const rows = [
		...renames.map(({ file, edit: { id } }) => [
			file.id,
			isRenamed ? `renamed to ${id}` : `--rename renames it to ${id}`,
		]),
		...unused.map(({ id }) => [id, isDeleted ? 'deleted' : '--delete deletes it']),
	];
	return {
		data,
		rows: [...data.renames, ...data.unused.map((unusedId) => ({ unused: unusedId }))],
		document: {
			title: 'Triage',
			language: 'en',
			blocks:
				rows.length === 0 ? [line('No triage files need to be renamed or deleted.')] : table(['File', 'Change'], rows),
		},
	};
}
