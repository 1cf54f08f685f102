import { l10n, window } from 'vscode';
import type { Outcome } from '../../core/export/entry';
import { describeDoubts, describeProof } from '../../vscode/proofWords';
import { nameOf } from '../../vscode/runWords';
import { carryOut } from './carryOut';
import { type ExportOf, type ExportServices, resumeExport } from './runExport';

/** Asks the service for an export's records again, in pieces, compares, and says what came of it. */
export async function verifyExport(services: ExportServices, { account, entry }: ExportOf): Promise<void> {
	const { plan } = entry.stored;
	const ending = await carryOut(services, { account, plan, folder: entry.folder, purpose: 'verify' }, (options) =>
		services.exports.verify({ account, entry, interactive: true }, options),
	);
	if (ending.kind === 'failed') {
		throw ending.error;
	}
	if (ending.kind === 'whole' && ending.entry.outcome) {
		const { outcome, resumable } = ending.entry;
		const words = [l10n.t('{0}: {1}.', nameOf(plan), describeProof(outcome.proof).label), ...sentences(outcome)].join(
			' ',
		);
		if (outcome.proof !== 'cut') {
			void window.showInformationMessage(words);
			return;
		}
		const fetch = l10n.t('Fetch Missing Records');
		const chosen = await window.showWarningMessage(words, ...(resumable ? [fetch] : []));
		if (chosen === fetch) {
			await resumeExport(services, { account, entry: ending.entry });
		}
	}
}

function sentences({ proof, doubts }: Outcome): string[] {
	return [describeProof(proof).meaning, ...describeDoubts(doubts)];
}
