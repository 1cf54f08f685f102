import { l10n } from 'vscode';
import type { Problem } from '../../core/common/errors';
import { plural, splitSentence } from '../../wording/formats';
import { explain } from '../../wording/problemMessages';
import type { Note } from './nodes';

interface NoteMessage {
	readonly label: string;
	readonly details: string;
	readonly whole: string;
}

export function describeNote(note: Note): NoteMessage {
	const [label, details = ''] = wordsFor(note);
	return {
		label,
		details,
		whole: details === '' ? label : `${/[.!?…]$/.test(label) ? label : `${label}.`} ${details}`,
	};
}

function wordsFor(note: Note): readonly [label: string, details?: string] {
	switch (note.about) {
		case 'listingFailure':
			return listingFailure(note.problem);
		case 'exportsFailure':
			return [l10n.t("Can't read past exports."), explain(note.problem).message];
		case 'listingFault':
			return [l10n.t("Can't show the list of applications."), seeLog()];
		case 'exportsFault':
			return [l10n.t("Can't show past exports."), seeLog()];
		case 'unreadable':
			return [
				plural(note.count, { one: '{0} application has no ID.', other: '{0} applications have no ID.' }),
				l10n.t('The service listed these applications in an unknown format. Add the applications by ID.'),
			];
		case 'unreadableExports':
			return [
				plural(note.count, { one: "{0} past export can't be read.", other: "{0} past exports can't be read." }),
				l10n.t(
					'The files may be damaged or from a newer version of App Errors. Nothing in {0} was deleted.',
					note.library,
				),
			];
		case 'databaseFailure':
			return [l10n.t("Can't read the database."), note.problem ? explain(note.problem).message : seeLog()];
		case 'noDatasets':
			return [
				l10n.t('No records yet'),
				l10n.t('To read records from a table, select "Use Existing Table…" in the database\'s context menu.'),
			];
		case 'noApplications':
			return [
				l10n.t('No applications found'),
				l10n.t(
					'The service returned no applications for this account. Add an application by its ID, or switch accounts.',
				),
			];
		case 'noMatch':
			return [l10n.t('No application matches "{0}".', note.filter)];
	}
}

/** Returns a short message about a failure. The sidebar has space for about thirty characters. */
function listingFailure(problem: Problem): readonly [label: string, details?: string] {
	const { message } = explain(problem);
	const label = shortWords(problem);
	if (label !== undefined) {
		return [label, message];
	}
	const { first, rest } = splitSentence(message);
	return [first, rest];
}

function shortWords(problem: Problem): string | undefined {
	switch (problem.kind) {
		case 'unauthorized':
			return l10n.t('Token not accepted');
		case 'forbidden':
			return l10n.t('Access denied');
		case 'notFound':
			return l10n.t('Not found at this URL');
		case 'throttled':
			return l10n.t('Service is too busy ({0})', problem.status);
		case 'serviceFailure':
			return l10n.t('Service error ({0})', problem.status);
		case 'unexpectedStatus':
			return l10n.t('Unexpected response ({0})', problem.status);
		case 'unexpectedBody':
			return l10n.t('Not a list of applications');
		case 'brokenBody':
			return l10n.t('Invalid response');
		case 'network':
			return l10n.t('No connection');
		case 'certificate':
			return l10n.t('Certificate not trusted');
		case 'proxy':
			return l10n.t('Rejected by the proxy');
		case 'redirectRefused':
			return l10n.t('The service has moved');
		case 'unknownShape':
			return l10n.t('Unknown list format');
		default:
			return undefined;
	}
}

function seeLog(): string {
	return l10n.t('An unexpected error occurred. See the log for details.');
}
