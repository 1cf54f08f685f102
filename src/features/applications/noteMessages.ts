import { l10n } from 'vscode';
import type { Problem } from '../../core/common/errors';
import { formatCount, splitSentence } from '../../wording/formats';
import { explain } from '../../wording/problemMessages';
import type { Note } from './nodes';

interface NoteMessage {
	/** What is the matter, in one line. */
	readonly label: string;
	/** What it means and what to do; may be empty. */
	readonly details: string;
	readonly whole: string;
}

export function describeNote(note: Note): NoteMessage {
	const [label, details = ''] = wordsFor(note);
	return { label, details, whole: details === '' ? label : `${label} ${details}` };
}

function wordsFor(note: Note): readonly [label: string, details?: string] {
	switch (note.about) {
		case 'listingFailure':
			return listingFailure(note.problem);
		case 'exportsFailure':
			return [l10n.t('Past exports cannot be read.'), explain(note.problem).message];
		case 'listingFault':
			return [l10n.t('The list of applications cannot be shown.'), seeLog()];
		case 'exportsFault':
			return [l10n.t('Past exports cannot be shown.'), seeLog()];
		case 'unreadable':
			return note.count === 1
				? [
						l10n.t('1 entry has no ID.'),
						l10n.t('The service lists it in a form that is not known, so it is not shown. Enter its ID by hand.'),
					]
				: [
						l10n.t('{0} entries have no ID.', formatCount(note.count)),
						l10n.t(
							'The service lists them in a form that is not known, so they are not shown. Enter their IDs by hand.',
						),
					];
		case 'unreadableExports':
			return [
				note.count === 1
					? l10n.t('1 past export cannot be read.')
					: l10n.t('{0} past exports cannot be read.', formatCount(note.count)),
				l10n.t('Damaged, or made by a newer version. Nothing was deleted in {0}.', note.library),
			];
		case 'databaseFailure':
			return [l10n.t('The database cannot be read.'), note.problem ? explain(note.problem).message : seeLog()];
		case 'noDatasets':
			return [
				l10n.t('No records yet.'),
				l10n.t('"Map a Table…" in the menu of the database reads a table of it as records.'),
			];
		case 'noApplications':
			return [
				l10n.t('No applications listed.'),
				l10n.t('The service lists none for this account. Enter an application ID, or switch the account.'),
			];
		case 'noMatch':
			return [l10n.t('No application matches "{0}".', note.filter)];
	}
}

/** A sidebar has room for some thirty characters, and the whole explanation follows. */
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
			return l10n.t('Token not accepted.');
		case 'forbidden':
			return l10n.t('Access refused.');
		case 'notFound':
			return l10n.t('Nothing at this address.');
		case 'throttled':
			return l10n.t('Service too busy ({0}).', problem.status);
		case 'serviceFailure':
			return l10n.t('Service failed ({0}).', problem.status);
		case 'unexpectedStatus':
			return l10n.t('Unexpected answer ({0}).', problem.status);
		case 'unexpectedBody':
			return l10n.t('Not a list of applications.');
		case 'brokenBody':
			return l10n.t('Broken answer.');
		case 'network':
			return l10n.t('No connection.');
		case 'certificate':
			return l10n.t('Certificate not trusted.');
		case 'proxy':
			return l10n.t('Refused by the proxy.');
		case 'redirectRefused':
			return l10n.t('Service at another address.');
		case 'unknownShape':
			return l10n.t('List in an unknown form.');
		default:
			return undefined;
	}
}

function seeLog(): string {
	return l10n.t('Something unexpected went wrong; the log tells more.');
}
