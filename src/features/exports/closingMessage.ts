import { l10n, window } from 'vscode';
import type { ExportEntry, Outcome } from '../../core/export/entry';
import { runCommand } from '../../vscode/commands';
import { describeDoubts, describeProof, isAlarming } from '../../vscode/proofWords';
import { nameOf } from '../../vscode/runWords';
import {
	describeDateDimension,
	describeDates,
	describeFlags,
	describeRecordCount,
	formatBytes,
	formatDuration,
	withoutIcons,
} from '../../vscode/words';
import type { ExportOf } from './runExport';

/** How long a word in the status bar stays (milliseconds). */
const statusDuration = 10_000;

/**
 * Says what came and what to know about it; something to know makes it a warning. The results view says all of that
 * itself, so beside it a word in the status bar is enough.
 */
export async function closeWith({ account, entry }: ExportOf, outcome: Outcome): Promise<void> {
	const { plan } = entry.stored;
	const name = nameOf(plan);
	const counts = [
		describeRecordCount(outcome.rows),
		formatBytes(outcome.bytes),
		formatDuration(outcome.durationMs),
		describeProof(outcome.proof).label,
	].join(' · ');
	const summary = l10n.t('Exported {0}: {1}.', name, counts);
	if (plan.view === 'results') {
		window.setStatusBarMessage(`$(check) ${withoutIcons(summary)}`, statusDuration);
		return;
	}
	const notes = describeFlags(outcome.flags, plan.limit).filter(({ flag }) => flag !== 'empty');
	if (outcome.rows === 0) {
		await offerChange([
			l10n.t('No records of {0}.', name),
			...likelyReasons(entry),
			...notes.map(({ meaning }) => meaning),
		]);
		return;
	}
	const doubts = describeDoubts(outcome.doubts.filter(isAlarming));
	if (notes.length > 0) {
		await offerChange([summary, ...notes.map(({ meaning }) => meaning), ...doubts]);
	} else if (doubts.length > 0) {
		const verify = l10n.t('Verify');
		if ((await window.showWarningMessage([summary, ...doubts].join(' '), verify)) === verify) {
			await runCommand('appErrors.verifyExport', { kind: 'export', account, entry });
		}
	} else {
		void window.showInformationMessage(summary);
	}
}

async function offerChange(sentences: readonly string[]): Promise<void> {
	const change = l10n.t('Change the Export');
	if ((await window.showWarningMessage(sentences.join(' '), change)) === change) {
		await runCommand('appErrors.exportErrors');
	}
}

/** Why an export may be empty, the likeliest first; only what this one's choices make possible. */
function likelyReasons({ stored: { plan, question } }: ExportEntry): string[] {
	const range = l10n.t(
		'Nothing matched {0} ({1}).',
		describeDates(question.since, question.until),
		describeDateDimension(question.dateDimension),
	);
	const reasons = [
		plan.filters.length > 0
			? l10n.t('the filters ({0})', plan.filters.map(({ field, value }) => `${field} = ${value}`).join(', '))
			: undefined,
		l10n.t('a range without errors'),
		plan.dateDimension === 'receive'
			? l10n.t('the time basis: errors may have happened then but been received later')
			: l10n.t('the time basis: errors may have been received then but happened earlier'),
		l10n.t('another application'),
	];
	return [range, l10n.t('Likely reasons: {0}.', reasons.filter((reason) => reason !== undefined).join('; '))];
}
