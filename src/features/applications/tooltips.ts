import { l10n } from 'vscode';
import type { ExportEntry } from '../../core/export/entry';
import type { Application } from '../../core/service/application';
import type { ApplicationNode } from '../../services/treeNodes';
import { explain } from '../../vscode/wording';
import {
	describeDateDimension,
	describeFlags,
	describeFormat,
	describeRange,
	formatBytes,
	formatCount,
	formatDuration,
	formatMoment,
} from '../../vscode/words';
import type { Note, TreeNode } from './nodes';

/**
 * Plain text, which the editor shows as it is. In a Markdown tooltip an address in an application's name would become
 * a link even where all else is escaped.
 */
export function tooltipOf(node: TreeNode): string | undefined {
	switch (node.kind) {
		case 'application':
			return describeApplication(node);
		case 'export':
			return describeExport(node.entry);
		case 'note':
			return describeNote(node.note);
		case 'action':
			return undefined;
	}
}

/** The whole of what a row's note has to say. */
export function describeNote(note: Note): string {
	switch (note.about) {
		case 'listingFailure':
			return explain(note.problem).message;
		case 'exportsFailure':
			return l10n.t('Past exports cannot be read. {0}', explain(note.problem).message);
		case 'listingFault':
			return l10n.t('The list of applications cannot be shown. Something unexpected went wrong; the log tells more.');
		case 'exportsFault':
			return l10n.t('Past exports cannot be shown. Something unexpected went wrong; the log tells more.');
		case 'unreadable':
			return note.count === 1
				? l10n.t(
						'1 entry has no ID. The service lists it in a form that is not known, so it is not shown. Enter its ID by hand.',
					)
				: l10n.t(
						'{0} entries have no ID. The service lists them in a form that is not known, so they are not shown. Enter their IDs by hand.',
						formatCount(note.count),
					);
		case 'unreadableExports':
			return note.count === 1
				? l10n.t(
						'1 past export cannot be read. It is damaged or was made by a newer version. Nothing was deleted in {0}.',
						note.library,
					)
				: l10n.t(
						'{0} past exports cannot be read. They are damaged or were made by a newer version. Nothing was deleted in {1}.',
						formatCount(note.count),
						note.library,
					);
		case 'noApplications':
			return l10n.t(
				'No applications. The service lists none for this account. Enter an application ID, or switch the account.',
			);
		case 'noMatch':
			return l10n.t('No application matches "{0}".', note.filter);
	}
}

function describeApplication({ application, pinned, added, listed }: ApplicationNode): string {
	const origin = [
		pinned ? l10n.t('Pinned') : undefined,
		added && !listed ? l10n.t('Entered by ID') : undefined,
		!added && !listed ? l10n.t('Not in the list of the service') : undefined,
	];
	return [
		application.name ?? l10n.t('Application {0}', application.id),
		facts([[l10n.t('ID'), application.id], ...zone(application), ...application.details]),
		...origin,
	]
		.filter((part) => part !== undefined)
		.join('\n');
}

function zone({ zone: told }: Application): [string, string][] {
	return told?.kind === 'named' ? [[l10n.t('Time zone'), told.name]] : [];
}

function describeExport({ stored, outcome, folder }: ExportEntry): string {
	const { plan, question } = stored;
	const lines: [string, string][] = [
		[l10n.t('Range'), describeRange(plan.range)],
		[l10n.t('Dates'), `${question.since} – ${question.until}`],
		[l10n.t('Time basis'), describeDateDimension(question.dateDimension)],
		[l10n.t('Fields'), `${formatCount(question.fields.length)}: ${question.fields.join(', ')}`],
		[l10n.t('Filters'), question.filters.map(({ field, value }) => `${field} = ${value}`).join(', ')],
		[l10n.t('Limit'), question.limit === undefined ? '' : formatCount(question.limit)],
		[l10n.t('Format'), describeFormat(question.format)],
	];
	if (!outcome) {
		return [
			l10n.t('Interrupted before it was whole, so there are no records. Repeat it to have them.'),
			facts([...lines, [l10n.t('Started'), formatMoment(stored.askedAt)]]),
		].join('\n\n');
	}
	return [
		...describeFlags(outcome.flags, question.limit).map(({ meaning }) => meaning),
		facts([
			...lines,
			[l10n.t('Records'), formatCount(outcome.rows)],
			[l10n.t('Size'), formatBytes(outcome.bytes)],
			[l10n.t('Took'), formatDuration(outcome.durationMs)],
			[l10n.t('Finished'), formatMoment(outcome.finishedAt)],
			[l10n.t('Folder'), folder],
		]),
	].join('\n\n');
}

/** One fact a line; those without a value are left out. */
function facts(lines: readonly (readonly [string, string])[]): string {
	return lines
		.filter(([, value]) => value !== '')
		.map(([name, value]) => `${name}: ${value}`)
		.join('\n');
}
