import { dirname, join } from 'node:path';
import { throwIfAborted } from '../../common/cancellation';
import { AppError } from '../../common/errors';
import type { ExportDependencies } from '../../export/library/exportDependencies';
import { foldersIn, removeFolder } from '../../export/library/library';
import type { ExportProgress } from '../../export/model/entry';
import { holding, inTurn } from '../../export/run/exportRun';
import { getFields } from '../../export/run/libraryExport';
import type { Files } from '../../files/durableFile';
import type { Field } from '../../plan/fields';
import { isSameZone, type Zone } from '../../plan/range';
import { getDays, getToday } from '../model/calendar';
import { inZone } from '../model/dayClock';
import { isFinal, lacksFields } from '../model/dayState';
import { type CalendarDay, Calendars, earlier } from '../model/days';
import { dayOfFolder, isAskingFolderName } from '../model/names';
import { dueAt } from '../model/nextUpdate';
import { dayIn, refusals, type SyncedDay, type SyncedSet } from '../model/syncedSet';
import { removeOldDays } from '../store/removeOldDays';
import { type FoundSet, requireSet, writeSet } from '../store/setFolder';
import { findSuperseded } from '../store/supersededPartitions';
import type { DayWork } from './dayWork';
import { withPartitionsOnDisk } from './partitionsOnDisk';
import { requestDay } from './requestDay';
import { serviceTime } from './serviceTime';

interface SetUpdate {
	readonly folder: string;
	readonly zone: Zone;
	readonly additionalFields: readonly Field[];
	readonly isOpen: () => Promise<boolean>;
	/** Days to request (`yyyy-mm-dd`), even if they are final. If undefined, requests all days that are not final. */
	readonly days?: readonly string[] | undefined;
	/** Defined for automatic syncs, which skip synced sets that are paused or were synced within this time. */
	readonly unlessWithinMs?: number | undefined;
}

export interface UpdateProgress {
	readonly set: SyncedSet;
	readonly day: string;
	/** One-based position of the current day among the days to request. */
	readonly place: number;
	readonly days: number;
	readonly step?: ExportProgress;
}

/**
 * Number of consecutive rejected days after which a sync stops. It stops, because the remaining days would probably be
 * rejected too.
 */
const maxRefusedInRow = 3;

/**
 * Updates a synced set day by day. The manifest is written after each day, so an interrupted sync can be resumed. If
 * the service rejects the request for a day, the manifest records this.
 * @throws AppError `unreadable`, `exportRunning`, `disk`, `cancelled`, and any error from `exportErrors`
 */
export async function runIncrementalSync(
	{ zone, unlessWithinMs, ...set }: SetUpdate,
	dependencies: ExportDependencies,
	signal: AbortSignal,
	report: (progress: UpdateProgress) => void,
): Promise<SyncedSet> {
	return holding(set.folder, dependencies, signal, async (ours, files) => {
		const found = await requireSet(set.folder);
		if (unlessWithinMs !== undefined && !isDue(found.set, unlessWithinMs, dependencies)) {
			return found.set;
		}
		const updater = new Updater(set, dependencies, files, ours, report);
		return updater.update(await updater.begin(found, zone));
	});
}

class Updater {
	private readonly calendars = new Calendars();

	constructor(
		private readonly about: Omit<SetUpdate, 'zone' | 'unlessWithinMs'>,
		private readonly dependencies: ExportDependencies,
		private readonly files: Files,
		private readonly signal: AbortSignal,
		private readonly report: (progress: UpdateProgress) => void,
	) {}

	async begin(found: FoundSet, zone: Zone): Promise<SyncedSet> {
		const { files, signal } = this;
		const { folder } = this.about;
		const held = await withPartitionsOnDisk(folder, found.set, files, signal);
		const set = isSameZone(held.zone, zone) ? held : inZone(held, zone);
		if (found.rebuilt || set !== found.set) {
			await writeSet(folder, set, files);
		}
		return set;
	}

	async update(begun: SyncedSet): Promise<SyncedSet> {
		let set = begun;
		const { days, additionalFields } = this.about;
		const { wanted, ...found } = this.daysToAsk(set);
		const fields = getFields(set.plan, additionalFields);
		let { waiting } = found;
		await this.removeOrphanedPartitions(set, waiting);
		let refused = 0;
		for (const [index, day] of wanted.entries()) {
			throwIfAborted(this.signal);
			const before = set;
			const now = this.now();
			const reportStep = (step?: ExportProgress) =>
				this.report({ set: before, day: day.day, place: index + 1, days: wanted.length, ...(step && { step }) });
			reportStep();
			const known = await this.ask(day, set, { fields, now, report: reportStep });
			refused = known.refused ? refused + 1 : 0;
			set = await this.write(withDay(set, known));
			waiting = waiting.filter((other) => other !== day.day);
			await this.removeOrphanedPartitions(set, waiting);
			if (refused === maxRefusedInRow) {
				break;
			}
		}
		return days ? set : this.removeOld(await this.write({ ...set, updatedAt: this.now().toISOString() }));
	}

	private async ask(
		day: CalendarDay,
		set: SyncedSet,
		work: Pick<DayWork, 'fields' | 'now' | 'report'>,
	): Promise<SyncedDay> {
		const { dependencies, files, signal, calendars } = this;
		const { folder } = this.about;
		const { service, plan } = set;
		const { now, report } = work;
		const turn = { service, applicationId: plan.application.id, folder: dirname(folder) };
		try {
			return await inTurn(turn, dependencies, { signal, report }, () =>
				requestDay(day, set, { ...work, folder, dependencies, files, signal, calendars }),
			);
		} catch (error) {
			const kind = error instanceof AppError ? refusals.find((known) => known === error.problem.kind) : undefined;
			if (!kind) {
				throw error;
			}
			return { ...dayIn(set, day.day), day: day.day, refused: { kind, at: now.toISOString() } };
		}
	}

	/** Deletes old days. If the service's time is unknown, the age of a day is measured from the newest record. */
	private async removeOld(set: SyncedSet): Promise<SyncedSet> {
		const { folder, isOpen } = this.about;
		const today = getToday(this.now(), set.zone);
		const newest = set.days.findLast(({ partition }) => partition && partition.rows > 0)?.day ?? set.plan.since;
		const knowsServiceTime = this.dependencies.clockAhead?.() !== undefined;
		return removeOldDays(set, knowsServiceTime ? today : earlier(today, newest), { folder, isOpen, files: this.files });
	}

	private async write(set: SyncedSet): Promise<SyncedSet> {
		await writeSet(this.about.folder, set, this.files);
		return set;
	}

	private async removeOrphanedPartitions(set: SyncedSet, waiting: readonly string[]): Promise<void> {
		const asked = new Set(waiting);
		const { folder, isOpen } = this.about;
		const superseded = (await isOpen()) ? [] : await findSuperseded(folder, set);
		const finished = await foldersIn(folder, (name) => isAskingFolderName(name) && !asked.has(dayOfFolder(name)));
		for (const name of [...superseded, ...finished]) {
			// If another program is using the folder, the next sync deletes it.
			await removeFolder(join(folder, name), this.files).catch(() => undefined);
		}
	}

	private daysToAsk(set: SyncedSet): { readonly wanted: readonly CalendarDay[]; readonly waiting: readonly string[] } {
		const { calendars } = this;
		const { days } = this.about;
		const now = this.now();
		const known = new Map(set.days.map((day) => [day.day, day]));
		const calendar = getDays(set, now, calendars);
		const provisionalDays = calendar.filter((day) => {
			const found = known.get(day.day);
			const asked = found?.asked;
			return !asked || lacksFields(found, set.plan) || !isFinal(day, asked, now, calendars);
		});
		const wanted = days ? calendar.filter(({ day }) => days.includes(day)) : provisionalDays;
		return { wanted, waiting: [...new Set([...wanted, ...provisionalDays].map(({ day }) => day))] };
	}

	private now(): Date {
		return serviceTime(this.dependencies);
	}
}

function isDue(set: SyncedSet, everyMs: number, dependencies: ExportDependencies): boolean {
	const now = serviceTime(dependencies).getTime();
	return !set.paused && dueAt(set, everyMs, now) <= now;
}

function withDay(set: SyncedSet, known: SyncedDay): SyncedSet {
	const others = set.days.filter(({ day }) => day !== known.day);
	return { ...set, days: [...others, known].sort((a, b) => (a.day < b.day ? -1 : 1)) };
}
