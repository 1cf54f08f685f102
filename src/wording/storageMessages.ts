import type { Problem } from '../core/common/errors';
import { describeRecordCount } from './formats';
import { l10n } from './l10n';

/* The end of each message describes what the user can do, which differs on the command line. */

type DiskProblem = Extract<Problem, { kind: 'disk' }>;
type FieldsProblem = Extract<Problem, { kind: 'datasetFields' }>;

/** Program that shows a message. Only messages in VS Code are translated. */
type MessageHost = 'editor' | 'commandLine';

const disk: Record<DiskProblem['fault'], (path: string, code: string) => string> = {
	full: (path) => l10n.t('The disk is full. Could not write {0}.', path),
	almostFull: (path) =>
		l10n.t('The disk is almost full, and the remaining space is reserved. {0} was not written.', path),
	denied: (path) => l10n.t('Access to {0} was denied. Choose a folder that you can read and write.', path),
	busy: (path) => l10n.t('{0} is open in another program. Close it there.', path),
	missing: (path) => l10n.t('{0} does not exist. Create the folder or choose another one.', path),
	exists: (path) => l10n.t('Another file already exists at {0}. Remove it or choose another folder.', path),
	other: (path, code) => l10n.t('Could not read or write {0} ({1}). Choose another folder.', path, code),
};

export function describeDiskProblem({ fault, path, code, savedRows }: DiskProblem, host: MessageHost): string {
	const onCommandLine = host === 'commandLine';
	const sentence =
		onCommandLine && fault === 'exists'
			? `Another file already exists at ${path}. Remove it or specify another folder.`
			: disk[fault](path, code);
	const lacksRoom = fault === 'full' || fault === 'almostFull';
	if (savedRows === undefined) {
		return lacksRoom
			? l10n.t('{0} Nothing was saved. Free some disk space or choose another folder.', sentence)
			: sentence;
	}
	const saved = describeRecordCount(savedRows);
	if (onCommandLine) {
		return `${sentence} Saved so far: ${saved}. Run the same command again to resume the export.`;
	}
	if (fault === 'busy') {
		return l10n.t('{0} Saved so far: {1}. Resume the export after closing the file.', sentence, saved);
	}
	return lacksRoom
		? l10n.t('{0} Saved so far: {1}. Free some disk space, then resume the export.', sentence, saved)
		: l10n.t('{0} Saved so far: {1}. Resume the export when the folder is available again.', sentence, saved);
}

export function describeFieldsProblem({ dataset, missing, unexpected }: FieldsProblem, host: MessageHost): string {
	return [
		l10n.t('The dataset {0} has different fields.', dataset),
		...(missing.length > 0 ? [l10n.t('Missing from these records: {0}.', missing.join(', '))] : []),
		...(unexpected.length > 0 ? [l10n.t('Missing from the dataset: {0}.', unexpected.join(', '))] : []),
		host === 'commandLine'
			? 'Specify the same fields with --fields, or another --dataset.'
			: l10n.t('Choose the same fields, or load into another dataset.'),
	].join(' ');
}
