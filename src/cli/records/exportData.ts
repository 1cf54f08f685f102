import { join } from 'node:path';
import { proofWithFlags } from '../../core/export/library/recordsFacts';
import type { ExportEntry } from '../../core/export/model/entry';
import { describeRecordCount, formatBytes } from '../../wording/formats';
import { describeProof } from '../../wording/outcomeMessages';
import { type ExitCode, exitCodes } from '../options/exitCodes';
import { line, title } from '../output/blocks';
import type { CommandAnswer } from '../output/result';
import { completenessOf, getExportLimits } from './flags';

/** Returns the output for an export. The exit code shows whether records or a required verification are missing. */
export function exportAnswer(entry: ExportEntry, isProofRequired: boolean, isResumed = false): CommandAnswer {
	const { folder, stored, outcome } = entry;
	const { application, since, until } = stored.question;
	const limits = getExportLimits(entry);
	const file = outcome && join(folder, outcome.file);
	const row = {
		folder,
		file: file ?? null,
		application: application.id,
		since,
		until,
		records: outcome?.rows ?? 0,
		bytes: outcome?.bytes ?? 0,
		completeness: completenessOf(outcome?.proof),
		flags: outcome?.flags ?? [],
		limits,
		resumed: isResumed,
	};
	const counts = outcome
		? `${describeRecordCount(outcome.rows)} · ${formatBytes(outcome.bytes)} · ${describeProof(outcome.proof).label}`
		: 'interrupted';
	return {
		data: row,
		rows: [row],
		document: {
			title: 'Export',
			language: 'en',
			blocks: [
				title({ foreign: application.name ?? application.id }, ` · ${since} – ${until}`),
				line(counts),
				...limits.map(({ text }) => line(text)),
				line({ foreign: file ?? folder }),
			],
		},
		exitCode: exitOf(entry, isProofRequired),
	};
}

function exitOf({ outcome }: ExportEntry, isProofRequired: boolean): ExitCode {
	const proof = proofWithFlags(outcome);
	return proof === 'cut' || (isProofRequired && proof !== 'proven') ? exitCodes.incomplete : exitCodes.done;
}
