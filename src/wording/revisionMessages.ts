import * as vscode from 'vscode';
import type { LineNow } from '../core/lines/lineNow';
import type { NoRevisions, NoTag, Unmapped } from '../core/revisions/answers';
import { formatCount } from './formats';

const { l10n } = vscode;

/** Why no tag of a version is known. */
export function describeNoTag(answer: NoTag, version: string): string {
	switch (answer.kind) {
		case 'several':
			return l10n.t('Several tags fit {0}: {1}.', version, answer.tags.join(', '));
		case 'none':
			return l10n.t('No tag fits {0}. Tags here look like {1}.', version, answer.examples.join(', '));
		case 'noTags':
			return l10n.t('The repository has no tags here, so the code of {0} is not known.', version);
		case 'unavailable':
			return noRevisions[answer.reason]();
	}
}

const noRevisions: { readonly [R in NoRevisions]: () => string } = {
	untrusted: () => l10n.t('Git is not asked in a folder that nobody trusts.'),
	absent: () => l10n.t('The Git extension of the editor is turned off.'),
	disabled: () => l10n.t('Git is turned off in the settings, or not installed.'),
	starting: () => l10n.t('Git is still looking for repositories.'),
	virtual: () => l10n.t('The file is not on this machine’s disk, so its revisions are not known.'),
	noRepository: () => l10n.t('The file is in no Git repository that is open.'),
	failed: () => l10n.t('Git did not answer. Its own log may tell why.'),
};

/** What became of a line of a version; undefined where nothing did. */
export function describeLineNow(line: LineNow, told1: number, version: string, tag: string): string | undefined {
	const told = formatCount(told1);
	switch (line.kind) {
		case 'same':
			return undefined;
		case 'shifted':
			return l10n.t('Line {0} in {1} (tag {2}), now line {3}.', told, version, tag, formatCount(line.line1));
		case 'changed':
			return l10n.t('Line {0} in {1} (tag {2}) was changed since; this is in its place.', told, version, tag);
		case 'gone':
			return l10n.t('Line {0} in {1} (tag {2}) is gone; it stood behind this line.', told, version, tag);
		case 'absent':
			return l10n.t('The file has no line {0} in {1} (tag {2}).', told, version, tag);
	}
}

/** Why it is not known where lines of a version are now. */
export function describeUnmapped(reason: Unmapped, version: string): string {
	switch (reason.kind) {
		case 'noFile':
			return l10n.t('{0} (tag {1}) has no such file.', version, reason.tag);
		case 'noText':
			return l10n.t('What {0} (tag {1}) has of the file is no text.', version, reason.tag);
		case 'tooUnlike':
			return l10n.t(
				'The file is too unlike the one of {0} (tag {1}) to tell where its lines are now.',
				version,
				reason.tag,
			);
		default:
			return describeNoTag(reason, version);
	}
}

/** What commits did to files, and not what they are the cause of. */
export function describeTouched(commits: number, touched: number, files: number): string {
	return commits === 1
		? l10n.t('1 commit touched {0} of the {1} files', formatCount(touched), formatCount(files))
		: l10n.t(
				'{0} commits touched {1} of the {2} files',
				formatCount(commits),
				formatCount(touched),
				formatCount(files),
			);
}
