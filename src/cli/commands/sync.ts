import { setTimeout as wait } from 'node:timers/promises';
import { AppError, isProblem } from '../../core/common/errors';
import { keyIdFor } from '../../core/export/hashed/deviceHasher';
import { ExportLocks } from '../../core/locks/exportLock';
import { utc, type Zone, zoneName } from '../../core/plan/range';
import type { Application } from '../../core/service/application';
import { daysBefore, getToday } from '../../core/sync/model/calendar';
import { asksTheSame, getSyncPlan, type SyncPlan } from '../../core/sync/model/syncedSet';
import type { KnownSet, SyncedSetEntry } from '../../engine/protocol';
import { formatCivil, parseCivil } from '../../shared/civilTime';
import { explainForCommandLine } from '../../wording/commandLineMessages';
import { formatCount, plural } from '../../wording/formats';
import { applicationName } from '../../wording/planMessages';
import {
	describeCurrencyInZone,
	describeDamage,
	describeDays,
	describeSetFault,
	describeUpdate,
} from '../../wording/syncMessages';
import { knownApplications } from '../account/knownApplications';
import type { CliContext } from '../context/cliContext';
import type { Command } from '../context/command';
import { type ExitCode, exitCodes, getExitCode } from '../options/exitCodes';
import { type ParsedOptions, serviceOptions } from '../options/options';
import { UsageError } from '../options/usageError';
import { waitMinutes, waitOption } from '../options/waiting';
import { line, table, title } from '../output/blocks';
import { lockRequests } from '../records/exportOnce';
import { additionalFields, askedZone, checkDeviceKey, readRequest, requestOptions } from '../records/planFromOptions';

const betweenTriesMs = 1_000;

/** Kinds of problems that end the command, because they affect all applications. */
const stopping = ['cancelled', 'unauthorized', 'signedOut', 'redirectRefused', 'otherDeviceKey'] as const;

interface SyncOutcome {
	readonly entry: SyncedSetEntry;
	/** Number of new records. Undefined if no records were requested. */
	readonly newRecords: number | undefined;
	readonly trouble: { readonly kind: string; readonly text: string; readonly exitCode: ExitCode } | undefined;
}

export const sync: Command = {
	summary: 'Creates synced records and adds new records to them, like the extension.',
	usage: '[--app ID]... [--since DATE | --last 90d]',
	options: {
		app: {
			type: 'string',
			multiple: true,
			value: 'ID',
			meaning: 'application ID (default: all synced records of the service)',
		},
		'all-applications': { type: 'boolean', meaning: 'sync every application of the service' },
		since: {
			type: 'string',
			value: 'DATE',
			meaning: 'first day (YYYY-MM-DD); creates synced records if there are none with the same fields and filters',
		},
		last: { type: 'string', value: 'DAYS', meaning: 'like --since, as a number of days before today, such as 90d' },
		...requestOptions,
		...waitOption,
	},
	uses: ['output', 'library', ...serviceOptions],
	takes: [0, 0],
	async run(given, context) {
		const command = await SyncCommand.open(given, context);
		const outcomes: SyncOutcome[] = [];
		for (const entry of await command.sets()) {
			outcomes.push(await command.sync(entry));
		}
		const rows = outcomes.map(rowOf);
		return {
			data: { syncedRecords: rows },
			rows,
			document: {
				title: 'Synced records',
				language: 'en',
				blocks: [
					title('Synced records'),
					...(outcomes.length === 0
						? [line('No records are synced. To create synced records, use --app and --since.')]
						: []),
					...table(
						['Application', 'Since', 'Records', 'New', 'State'],
						outcomes.map(({ entry: { folder, known }, newRecords, trouble }) => [
							{ foreign: known ? applicationName(known.plan) : folder },
							known?.plan.since ?? '',
							known ? formatCount(known.summary.rows) : '',
							newRecords === undefined ? '' : formatCount(newRecords),
							{ foreign: trouble?.text ?? (known ? describeState(known) : '') },
						]),
					),
				],
			},
			exitCode: outcomes.map(exitCodeOf).find((code) => code !== exitCodes.done) ?? exitCodes.done,
		};
	},
};

class SyncCommand {
	private readonly startedAt = Date.now();
	private readonly locks = new ExportLocks();

	private constructor(
		private readonly given: ParsedOptions,
		private readonly context: CliContext,
		private readonly library: string,
		private readonly applications: readonly Application[],
	) {}

	static async open(given: ParsedOptions, context: CliContext): Promise<SyncCommand> {
		const [library] = context.libraries;
		if (library === undefined) {
			throw new UsageError('No export folder is set. Use --library or APP_ERRORS_LIBRARY.');
		}
		await context.account.open();
		return new SyncCommand(given, context, library, await knownApplications(context));
	}

	/** Returns the synced sets to update, after creating those that don't exist yet. */
	async sets(): Promise<readonly SyncedSetEntry[]> {
		const { given, applications } = this;
		const chosen = given.texts('app');
		if (!given.has('all-applications')) {
			return chosen.length === 0 && this.firstDay(utc) === undefined ? this.list() : this.setsOf(chosen);
		}
		if (chosen.length > 0) {
			throw new UsageError('Use either --app or --all-applications.');
		}
		if (applications.length === 0) {
			throw new UsageError('The service lists no applications. Use --app.');
		}
		return this.setsOf(applications.map(({ id }) => id));
	}

	async sync(entry: SyncedSetEntry): Promise<SyncOutcome> {
		const { fault, known } = entry;
		if (!known) {
			const trouble = fault && { kind: fault, text: describeSetFault(fault).whole, exitCode: exitCodes.incomplete };
			return { entry, newRecords: undefined, trouble };
		}
		if (known.paused) {
			return { entry, newRecords: undefined, trouble: undefined };
		}
		try {
			const updated = await this.update(entry, known);
			const newRecords = (updated.known?.summary.rows ?? 0) - known.summary.rows;
			return { entry: updated, newRecords, trouble: undefined };
		} catch (error) {
			if (!(error instanceof AppError) || stopping.some((kind) => isProblem(error, kind))) {
				throw error;
			}
			const { problem } = error;
			const trouble = { kind: problem.kind, text: explainForCommandLine(problem), exitCode: getExitCode(error) };
			return { entry, newRecords: undefined, trouble };
		}
	}

	private async setsOf(ids: readonly string[]): Promise<readonly SyncedSetEntry[]> {
		if (ids.length === 0) {
			throw new UsageError('No application is specified. Use --app or --all-applications.');
		}
		const sets: SyncedSetEntry[] = [];
		for (const id of new Set(ids)) {
			sets.push(...(await this.setsOfApplication(id)));
		}
		return sets;
	}

	private async setsOfApplication(id: string): Promise<readonly SyncedSetEntry[]> {
		const { context, library, locks } = this;
		const { engine, signal } = context;
		const { service } = context.account.ref;
		const zone = this.zoneOf(id) ?? utc;
		const since = this.firstDay(zone);
		await using _lock = await lockRequests({ library, service, application: id, signal }, locks);
		const existing = (await this.list()).filter(({ known }) => known?.plan.application.id === id);
		if (since === undefined) {
			if (existing.length === 0) {
				throw new UsageError(`Application ${id} has no synced records. To create them, use --since or --last.`);
			}
			return existing;
		}
		const plan = await this.planFor(id, since);
		const same = existing.find(({ known }) => known && asksTheSame(known.plan, plan));
		if (!same?.known) {
			return [await engine.call('createSyncedSet', { library, service, plan, zone }, { signal })];
		}
		if (same.known.plan.since <= since) {
			return [same];
		}
		const order = { libraries: [library], folder: same.folder, change: { since } };
		return [await engine.call('changeSyncedSet', order, { signal })];
	}

	private async planFor(id: string, since: string): Promise<SyncPlan> {
		const { context, given } = this;
		const { env } = context.terminal;
		const secret = env['APP_ERRORS_DEVICE_KEY'] ?? '';
		const plan = getSyncPlan(readRequest(given, this.listed(id) ?? { id }, secret !== ''), since);
		checkDeviceKey(plan, env);
		return { ...plan, deviceKey: await keyIdFor(plan.fields, () => ({ secret })) };
	}

	/**
	 * Syncs a set. If another process is syncing it, waits for that sync to end and then syncs only the remaining days.
	 */
	private async update({ folder }: SyncedSetEntry, { plan, zone }: KnownSet): Promise<SyncedSetEntry> {
		const { context, given, library, startedAt } = this;
		const { account, engine, progress, signal } = context;
		const order = {
			account: account.ref,
			libraries: [library],
			folder,
			zone: this.zoneOf(plan.application.id) ?? zone,
			additionalFields: additionalFields(given),
			waitLimitMinutes: waitMinutes(given),
		};
		const name = applicationName(plan);
		let unlessWithinMs: number | undefined;
		for (;;) {
			try {
				return await engine.call(
					'updateSyncedSet',
					{ ...order, unlessWithinMs },
					{ signal, untilEnded: true, onProgress: (update) => progress.state(`${name} · ${describeUpdate(update)}`) },
				);
			} catch (error) {
				if (!isProblem(error, 'exportRunning')) {
					throw error;
				}
				progress.state(`${name} · waiting for another process that is syncing these records`);
				await wait(betweenTriesMs, undefined, { signal });
				unlessWithinMs = Date.now() - startedAt;
			}
		}
	}

	private list(): Promise<readonly SyncedSetEntry[]> {
		const { context, library } = this;
		return context.engine.call('listSyncedSets', { library, service: context.account.ref.service });
	}

	private zoneOf(id: string): Zone | undefined {
		return askedZone(this.given.text('time-zone')) ?? this.listed(id)?.zone;
	}

	private listed(id: string): Application | undefined {
		return this.applications.find((application) => application.id === id);
	}

	/** Returns the first day to sync as `yyyy-mm-dd`, or undefined if no option specifies it. */
	private firstDay(zone: Zone): string | undefined {
		const { given } = this;
		const [since, last] = [given.text('since'), given.text('last')];
		if (since !== undefined && last !== undefined) {
			throw new UsageError('Use either --since or --last.');
		}
		if (since !== undefined) {
			const day = parseCivil(since, 'start');
			if (!day.ok) {
				throw new UsageError('--since must be a date, such as 2026-08-30.');
			}
			return formatCivil(day.time).slice(0, 10);
		}
		if (last === undefined) {
			return undefined;
		}
		const [, days] = /^([1-9]\d{0,3})d$/.exec(last) ?? [];
		if (days === undefined) {
			throw new UsageError('--last must be a number of days, such as 90d.');
		}
		return daysBefore(getToday(new Date(), zone), Number(days));
	}
}

function rowOf({ entry: { folder, known }, newRecords, trouble }: SyncOutcome) {
	return {
		application: known?.plan.application.id ?? null,
		name: known?.plan.application.name ?? null,
		folder,
		file: known?.manifest ?? null,
		since: known?.plan.since ?? null,
		records: known?.summary.rows ?? null,
		newRecords: newRecords ?? null,
		days: known ? { ...known.summary.days } : null,
		syncedAt: known?.summary.currentTo ?? null,
		paused: known?.paused ?? false,
		problem: trouble ? { kind: trouble.kind, text: trouble.text } : null,
	};
}

function describeState({ paused, summary, zone }: KnownSet): string {
	const { final } = summary.days;
	return [
		...(paused ? ['paused'] : []),
		describeCurrencyInZone(summary, zoneName(zone)),
		plural(final, { one: '{0} day is final', other: '{0} days are final' }),
		...describeDays(summary),
		...describeDamage(summary),
	].join(' · ');
}

/** Returns the exit code for a synced set: `incomplete` if days are missing, were rejected, or can't be verified. */
function exitCodeOf({ entry: { known }, trouble }: SyncOutcome): ExitCode {
	const { missing = 0, refused = 0, inDoubt = 0 } = known?.summary.days ?? {};
	return (
		trouble?.exitCode ?? (!known?.paused && missing + refused + inDoubt > 0 ? exitCodes.incomplete : exitCodes.done)
	);
}
