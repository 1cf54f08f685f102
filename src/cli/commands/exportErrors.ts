import { resolve } from 'node:path';
import { requestsSameRecords } from '../../core/export/library/sameRecords';
import type { ExportEntry, ExportProgress } from '../../core/export/model/entry';
import type { Plan } from '../../core/plan/plan';
import { utc, type Zone } from '../../core/plan/range';
import { describeProgress } from '../../wording/progressMessages';
import { knownApplications } from '../account/knownApplications';
import type { CliContext } from '../context/cliContext';
import type { Command } from '../context/command';
import { serviceOptions } from '../options/options';
import { UsageError } from '../options/usageError';
import { waitMinutes, waitOption } from '../options/waiting';
import { exportAnswer } from '../records/exportData';
import { exportOnce } from '../records/exportOnce';
import { checkDeviceKey, planOptions, readPlan } from '../records/planFromOptions';
import { findByBundle } from '../records/savedExportFile';

export const exportErrors: Command = {
	summary: 'Exports records. Resumes the same export if it was interrupted.',
	usage: '[file.json] [--app ID --last 7d] [--out DIR]',
	options: {
		...planOptions,
		out: { type: 'string', value: 'DIR', meaning: 'folder of all exports (default: the value of --library)' },
		verify: { type: 'boolean', meaning: 'verify the export after it finishes (checks for missing records)' },
		'require-complete': { type: 'boolean', meaning: 'exit with code 4 unless the export is complete (verified)' },
		...waitOption,
		'no-resume': { type: 'boolean', meaning: 'start a new export instead of resuming an interrupted one' },
	},
	uses: ['output', 'library', ...serviceOptions],
	takes: [0, 1],
	async run(given, context) {
		const { account, engine, terminal, signal, progress } = context;
		const startedAt = new Date();
		const asked = await readPlan(given, terminal.cwd, Boolean(terminal.env['APP_ERRORS_DEVICE_KEY']));
		const out = given.text('out');
		const library = out === undefined ? context.libraries[0] : resolve(terminal.cwd, out);
		if (library === undefined) {
			throw new UsageError('No export folder is set. Use --out, --library, or APP_ERRORS_LIBRARY.');
		}
		checkDeviceKey(asked.plan, terminal.env);
		for (const note of asked.notes ?? []) {
			progress.note(note);
		}
		const order = {
			account: await account.open(),
			additionalFields: asked.additionalFields,
			waitLimitMinutes: waitMinutes(given),
		};
		const report = (state: ExportProgress, onBegun?: () => void) => {
			onBegun?.();
			progress.state(describeProgress(state));
		};
		const options = { signal, untilEnded: true, onProgress: (state: ExportProgress) => report(state) };
		const past = (folder: string) => ({ ...order, libraries: [library], folder });
		const { plan, zone } = await completed(asked, context);
		const run = (onBegun: () => void) =>
			engine.call(
				'runExport',
				{ ...order, plan, zone, library },
				{ ...options, onProgress: (state) => report(state, state.state === 'begun' ? onBegun : undefined) },
			);
		const once = {
			library,
			service: order.account.service,
			application: plan.application.id,
			startedAt,
			signal,
			listEqual: () => equalExports(plan, zone, library, context),
			start: (begun: ExportEntry | undefined, onBegun: () => void) =>
				begun
					? engine.call('resumeExport', past(begun.folder), {
							...options,
							onProgress: (state) => report(state, onBegun),
						})
					: run(onBegun),
			onWaiting: () => progress.state('waiting for the same export, which another process is running'),
		};
		const { entry, isResumed } = given.has('no-resume')
			? { entry: await run(() => undefined), isResumed: false }
			: await exportOnce(once);
		const isOpen = entry.outcome?.proof === 'unproven' && given.has('verify');
		const verified = isOpen ? await engine.call('verifyExport', past(entry.folder), options) : entry;
		return exportAnswer(verified, given.has('require-complete'), isResumed);
	},
};

async function completed(
	{ plan, zone, bundle }: Awaited<ReturnType<typeof readPlan>>,
	{ engine, account, signal }: CliContext,
) {
	const known = await knownApplications({ engine, account, signal });
	const found = bundle === undefined ? known.find(({ id }) => id === plan.application.id) : findByBundle(known, bundle);
	const name = found?.name ?? plan.application.name;
	return {
		plan: { ...plan, application: { id: found?.id ?? plan.application.id, ...(name !== undefined && { name }) } },
		zone: zone ?? found?.zone ?? utc,
	};
}

async function equalExports(
	plan: Plan,
	zone: Zone,
	library: string,
	{ engine, account, signal }: CliContext,
): Promise<readonly ExportEntry[]> {
	const { service } = account.ref;
	const { entries } = await engine.call('listExports', { library, service }, { signal });
	return entries.filter(requestsSameRecords(plan, zone));
}
