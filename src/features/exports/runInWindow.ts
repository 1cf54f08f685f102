import * as vscode from 'vscode';
import { countByCalendar } from '../../core/export/chunks/splitRange';
import type { ExportEntry } from '../../core/export/model/entry';
import { resolveQuestion } from '../../core/plan/plan';
import type { PlannedExport } from '../../services/exportLibrary';
import type { Services } from '../../services/services';
import { formatCount } from '../../wording/formats';
import { describeRange } from '../../wording/planMessages';
import { closeWith, type ExportOf } from './closingMessage';
import { openExport } from './fileActions';
import { describeRetainedData } from './interruptedMessage';
import { type Ending, runWithProgress } from './runWithProgress';

export type ExportServices = Pick<Services, 'exports' | 'log' | 'plans' | 'running'>;

export async function runInWindow(services: ExportServices, order: PlannedExport): Promise<ExportEntry | undefined> {
	const { exports, plans } = services;
	const { account, plan, zone } = order;
	if (!(await confirmManyChunks(order))) {
		return undefined;
	}
	await plans.saveLast(account, plan);
	const ending = await runWithProgress(services, { account, plan, zone, purpose: 'export' }, (options) =>
		exports.run(order, options),
	);
	return close(services, order, ending);
}

/** @param quietly True to resume the export automatically, without prompts and without opening an editor */
export async function resumeInWindow(
	services: ExportServices,
	{ account, entry }: ExportOf,
	quietly = false,
): Promise<ExportEntry | undefined> {
	const { plan, zone } = entry.stored;
	const ending = await runWithProgress(
		services,
		{ account, plan, zone, folder: entry.folder, purpose: 'resume' },
		(options) => services.exports.resume({ account, entry, interactive: !quietly }, options),
		quietly,
	);
	return close(services, { account, plan }, ending, quietly);
}

/**
 * Shows the result of an export.
 * @throws the error that ended the export, unless a message about resuming it was shown
 */
async function close(
	services: ExportServices,
	{ account, plan }: Pick<PlannedExport, 'account' | 'plan'>,
	ending: Ending,
	quietly = false,
): Promise<ExportEntry | undefined> {
	switch (ending.kind) {
		case 'abandoned':
			return undefined;
		case 'stopped':
			await describeRetainedData(services, account, ending.folder);
			return undefined;
		case 'failed':
			if (!(await describeRetainedData(services, account, ending.folder, ending.error))) {
				throw ending.error;
			}
			return undefined;
		case 'whole': {
			const { entry } = ending;
			if (entry.outcome) {
				const { rows, bytes, durationMs, flags, proof } = entry.outcome;
				services.log.info(
					`export: ${rows} records, ${bytes} bytes, ${durationMs} ms, ${proof}, flags: ${flags.join(' ') || 'none'}`,
				);
				// An empty results view explains why it has no records, but a text document can't.
				const opens = !quietly && (rows > 0 || plan.view === 'results');
				if (opens) {
					await openExport(entry);
				}
				// The message is not awaited, because the export must end even if the user leaves the message open.
				void closeWith({ account, entry }, entry.outcome, opens);
			}
			return entry;
		}
	}
}

const { l10n } = vscode;

/** Maximum number of chunks without confirmation: five years of daily chunks or twelve weeks of hourly chunks. */
const maxUnconfirmedChunks = 2000;

async function confirmManyChunks({ plan, zone }: Pick<PlannedExport, 'plan' | 'zone'>): Promise<boolean> {
	const { chunking } = plan;
	const chunks = chunking === undefined ? 1 : countByCalendar(resolveQuestion(plan, new Date(), zone), chunking);
	if (chunks <= maxUnconfirmedChunks) {
		return true;
	}
	const send = l10n.t('Export');
	const chosen = await vscode.window.showWarningMessage(
		l10n.t('Send {0} requests for this export?', formatCount(chunks)),
		{
			modal: true,
			detail: l10n.t(
				'{0}: the export is split into chunks, with one request per chunk. A shorter range or larger chunks need fewer requests.',
				describeRange(plan.range),
			),
		},
		send,
	);
	return chosen === send;
}
