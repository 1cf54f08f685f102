import type { ExportEntry } from '../../core/export/model/entry';
import type { PlannedExport } from '../../services/exportLibrary';
import type { Services } from '../../services/services';
import type { ExportNode } from '../../services/treeNodes';
import { closeWith } from './closingMessage';
import { openExport } from './fileActions';
import { tellWhatIsKept } from './interruptedMessage';
import { agreesToSlices } from './manySlices';
import { type Ending, runWithProgress } from './runWithProgress';

export type ExportServices = Pick<Services, 'exports' | 'log' | 'plans' | 'running'>;

/** An export and the account that asks for it. */
export type ExportOf = Pick<ExportNode, 'account' | 'entry'>;

/** Carries out a plan, opens what came of it and says what to know about it. */
export async function runInWindow(services: ExportServices, order: PlannedExport): Promise<ExportEntry | undefined> {
	const { exports, plans } = services;
	const { account, plan } = order;
	if (!(await agreesToSlices(order))) {
		return undefined;
	}
	await plans.saveLast(account, plan);
	const ending = await runWithProgress(services, { account, plan, purpose: 'export' }, (options) =>
		exports.run(order, options),
	);
	return close(services, order, ending);
}

/**
 * Fetches what an interrupted export misses.
 * @param quietly Nobody asked for it just now: nothing is asked in turn, and no editor opens.
 */
export async function resumeInWindow(
	services: ExportServices,
	{ account, entry }: ExportOf,
	quietly = false,
): Promise<ExportEntry | undefined> {
	const { plan } = entry.stored;
	const ending = await runWithProgress(
		services,
		{ account, plan, folder: entry.folder, purpose: 'resume' },
		(options) => services.exports.resume({ account, entry, interactive: !quietly }, options),
		quietly,
	);
	return close(services, { account, plan }, ending, quietly);
}

/** @throws what made the export fail, unless there is something to resume, which is then told with it */
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
			await tellWhatIsKept(services, account, ending.folder);
			return undefined;
		case 'failed':
			if (!(await tellWhatIsKept(services, account, ending.folder, ending.error))) {
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
				// The results view explains why it is empty; a document could not.
				const opens = !quietly && (rows > 0 || plan.view === 'results');
				if (opens) {
					await openExport(entry);
				}
				// Not awaited: the export is over, whenever the person closes the message.
				void closeWith({ account, entry }, entry.outcome, opens);
			}
			return entry;
		}
	}
}
