import { resolve } from 'node:path';
import { isProblem } from '../../core/common/errors';
import type { ExportEntry, ExportProgress } from '../../core/export/model/entry';
import { hashedDevices } from '../../core/plan/fields';
import { askNow, type Plan } from '../../core/plan/plan';
import { utc, type Zone } from '../../core/plan/range';
import { describeProgress } from '../../wording/progressMessages';
import { UsageError } from '../asked/usageError';
import { waitMinutes, waitOption } from '../asked/waiting';
import { planOptions, readPlan } from '../records/askedPlan';
import { exportAnswer } from '../records/exportData';
import type { Command } from '../world/command';
import type { World } from '../world/world';

export const exportErrors: Command = {
	summary: 'Exports records; goes on with the same export where it was interrupted.',
	usage: '[question.json] [--app ID --last 7d] [--out DIR]',
	options: {
		...planOptions,
		out: { type: 'string', value: 'DIR', meaning: 'folder of all exports; that of --library' },
		verify: { type: 'boolean', meaning: 'ask again in pieces until it is known whether records are missing' },
		'require-proof': { type: 'boolean', meaning: 'exit with 4 unless records are known to be complete' },
		...waitOption,
		new: { type: 'boolean', meaning: 'begin anew, whatever was interrupted' },
	},
	takes: [0, 1],
	async run(given, world) {
		const { account, engine, terminal, signal, progress } = world;
		const asked = await readPlan(given, terminal.cwd);
		const out = given.text('out');
		const library = out === undefined ? world.libraries[0] : resolve(terminal.cwd, out);
		if (library === undefined) {
			throw new UsageError('Say where exports are kept: --out, --library or APP_ERRORS_LIBRARY.');
		}
		if (asked.plan.fields.includes(hashedDevices.name) && !terminal.env['APP_ERRORS_DEVICE_KEY']) {
			throw new UsageError(
				'To hash devices, set APP_ERRORS_DEVICE_KEY to 64 hexadecimal digits, the same for each run.',
			);
		}
		const order = {
			account: await account.open(),
			additionalFields: asked.additionalFields,
			waitLimitMinutes: waitMinutes(given),
		};
		const options = {
			signal,
			untilEnded: true,
			onProgress: (state: ExportProgress) => progress.state(describeProgress(state)),
		};
		const past = (folder: string) => ({ ...order, libraries: [library], folder });
		const { plan, zone } = await completed(asked, world);
		const begun = given.has('new') ? undefined : await interrupted(plan, zone, library, world);
		const entry = begun
			? await engine.call('resumeExport', past(begun.folder), options)
			: await engine.call('runExport', { ...order, plan, zone, library }, options);
		const isOpen = entry.outcome?.proof === 'unproven' && given.has('verify');
		const verified = isOpen ? await engine.call('verifyExport', past(entry.folder), options) : entry;
		return exportAnswer(verified, given.has('require-proof'), begun !== undefined);
	},
};

/** With the name and the clock of the application, where the service tells them. */
async function completed({ plan, zone }: Awaited<ReturnType<typeof readPlan>>, { engine, account, signal }: World) {
	const known = await engine.call('listApplications', { account: account.ref }, { signal }).catch((error) => {
		// A token that is refused is refused for records as well; whatever else is wrong is of the list alone.
		if (isProblem(error, 'unauthorized') || isProblem(error, 'signedOut') || isProblem(error, 'cancelled')) {
			throw error;
		}
		return undefined;
	});
	const found = known?.applications.find(({ id }) => id === plan.application.id);
	const name = found?.name ?? plan.application.name;
	return {
		plan: { ...plan, application: { id: plan.application.id, ...(name !== undefined && { name }) } },
		zone: zone ?? found?.zone ?? utc,
	};
}

/** The newest export of the same plan and days that lacks something. */
async function interrupted(
	plan: Plan,
	zone: Zone,
	library: string,
	{ engine, account, signal }: World,
): Promise<ExportEntry | undefined> {
	const { service } = account.ref;
	const { entries } = await engine.call('listExports', { library, service }, { signal });
	const wanted = identityOf(plan, zone);
	return entries.find(
		({ stored, outcome, resumable, runsElsewhere }) =>
			!outcome &&
			resumable &&
			!runsElsewhere &&
			identityOf(stored.plan, stored.zone ?? utc, stored.question) === wanted,
	);
}

/** Equal for what asks about the same records: relative ranges by the days that they are about. */
function identityOf(plan: Plan, zone: Zone, question = askNow(plan, new Date(), zone)): string {
	const { application, view: _, range: __, deviceKey: ___, ...rest } = plan;
	const days = [question.since.slice(0, 10), question.until.slice(0, 10)];
	const members = Object.entries(rest).sort(([one], [other]) => (one < other ? -1 : 1));
	return JSON.stringify([application.id, days, plan.range.kind, members]);
}
