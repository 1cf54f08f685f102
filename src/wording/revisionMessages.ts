import { baseName } from '../core/common/baseName';
import type { LineNow } from '../core/lines/lineNow';
import type { NoRevisions, NoTag, Unmapped } from '../core/revisions/results';
import type { SuspectReason, Suspects } from '../core/suspects/suspects';
import { formatCount, formatMoment, plural } from './formats';
import { l10n } from './l10n';

const shortHash = 8;

export function describeNoTag(answer: NoTag, version: string): string {
	switch (answer.kind) {
		case 'several':
			return l10n.t('Several tags match {0}: {1}.', version, answer.tags.join(', '));
		case 'none':
			return l10n.t('No tag matches {0}. Existing tags: {1}.', version, answer.examples.join(', '));
		case 'noTags':
			return l10n.t('The repository has no tags, so the source code of {0} is unknown.', version);
		case 'unavailable':
			return noRevisions[answer.reason]();
	}
}

const noRevisions: { readonly [R in NoRevisions]: () => string } = {
	untrusted: () => l10n.t('Git is not available in untrusted folders.'),
	absent: () => l10n.t('The Git extension is disabled.'),
	disabled: () => l10n.t('Git is disabled in the settings or not installed.'),
	starting: () => l10n.t('Git is still scanning for repositories.'),
	virtual: () => l10n.t('The file is not on a local disk, so its history is unknown.'),
	noRepository: () => l10n.t('The file is not in an open Git repository.'),
	failed: () => l10n.t('Git did not respond. See the Git log for details.'),
};

export function describeLineNow(line: LineNow, told1: number, version: string, tag: string): string | undefined {
	const reported = formatCount(told1);
	switch (line.kind) {
		case 'same':
			return undefined;
		case 'shifted':
			return l10n.t('Line {0} in {1} (tag {2}), now line {3}.', reported, version, tag, formatCount(line.line1));
		case 'changed':
			return l10n.t(
				'Line {0} in {1} (tag {2}) was changed after that version. This is the current text.',
				reported,
				version,
				tag,
			);
		case 'gone':
			return l10n.t('Line {0} in {1} (tag {2}) was deleted. It was after this line.', reported, version, tag);
		case 'absent':
			return l10n.t('The file has no line {0} in {1} (tag {2}).', reported, version, tag);
	}
}

export function describeUnmapped(reason: Unmapped, version: string): string {
	switch (reason.kind) {
		case 'noFile':
			return l10n.t('The file does not exist in {0} (tag {1}).', version, reason.tag);
		case 'noText':
			return l10n.t('The file in {0} (tag {1}) is not a text file.', version, reason.tag);
		case 'tooUnlike':
			return l10n.t('The file has changed too much since {0} (tag {1}) to find the current line.', version, reason.tag);
		default:
			return describeNoTag(reason, version);
	}
}

/** Describes how many commits changed the files, without claiming that a commit caused an error. */
export function describeTouched(commits: number, touched: number, files: number): string {
	return plural(
		commits,
		{ one: '{0} commit changed {1} of {2} files', other: '{0} commits changed {1} of {2} files' },
		formatCount(touched),
		formatCount(files),
	);
}

/**
 * Describes the most likely commit, such as `touched by a1b2c3d4 Ana, Nov 12, 2026 (Cart.kt)`, without claiming that it
 * caused an error. Returns an empty string if there is no such commit. The text contains untrusted names.
 */
export function describeSuspects(found: Extract<Suspects, { kind: 'found' }>, timeZone: string | undefined): string {
	const [first] = found.commits;
	if (!first || first.onlyFormatting) {
		return '';
	}
	const { hash, author, authoredAt, files } = first;
	const [file] = files;
	const date = formatMoment(new Date(authoredAt * 1000), 'date', timeZone);
	const place = [baseName(file?.path ?? ''), ...(file?.owners ?? [])].join(', ');
	const text = l10n.t('touched by {0} {1}, {2} ({3})', hash.slice(0, shortHash), author, date, place);
	const others = found.commits.filter(({ onlyFormatting }) => !onlyFormatting).length - 1;
	return others === 0
		? text
		: plural(others, { one: '{1} and {0} more commit', other: '{1} and {0} more commits' }, text);
}

export function describeSuspectReason(reason: SuspectReason): string {
	switch (reason.kind) {
		case 'noVersions':
			return l10n.t('Inconclusive: no record with this error has a version.');
		case 'noGoodVersion':
			return l10n.t('Inconclusive: the records contain no earlier version without this error.');
		case 'noRise':
			return l10n.t('Inconclusive: the increase did not start with a version.');
		case 'noOwnCode':
			return l10n.t('Inconclusive: no frame of the stack trace was found in the workspace.');
		case 'noGit':
			return l10n.t('Inconclusive: Git is not installed.');
		case 'noRepository':
			return l10n.t('Inconclusive: the source file is not in a Git repository that Git can read.');
		case 'shallow':
			return l10n.t('Inconclusive: the repository is a shallow clone. Fetch its whole history.');
		case 'gitFailed':
			return l10n.t('Inconclusive: Git could not read the history.');
		case 'sameTag':
			return l10n.t('Inconclusive: both versions have the tag {0}.', reason.tag);
		case 'noTag':
			return l10n.t('Inconclusive: {0}', describeNoTag(reason.answer, reason.version));
	}
}
