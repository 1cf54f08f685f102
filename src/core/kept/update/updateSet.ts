import { dirname, join } from 'node:path';
import { throwIfAborted } from '../../common/cancellation';
import { AppError } from '../../common/errors';
import type { ExportParts } from '../../export/library/exportParts';
import { foldersIn, removeFolder } from '../../export/library/library';
import type { ExportProgress } from '../../export/model/entry';
import { holding, inTurn } from '../../export/run/exportRun';
import { fieldsOf } from '../../export/run/libraryExport';
import type { Files } from '../../files/durableFile';
import type { Field } from '../../plan/fields';
import { isSameZone, type Zone } from '../../plan/range';
import { daysOf, todayOf } from '../model/calendar';
import { isSettled, lacksFields } from '../model/dayState';
import { type CalendarDay, Calendars, earlier } from '../model/days';
import { dayIn, type KeptDay, type KeptSet, refusals } from '../model/keptSet';
import { dayOfFolder, isAskingFolderName, isPartFolderName } from '../model/names';
import { dueAt } from '../model/nextUpdate';
import { removeOldDays } from '../store/removeOldDays';
import { type FoundSet, requireSet, writeSet } from '../store/setFolder';
import { askDay } from './askDay';
import type { DayWork } from './dayWork';
import { withPartsOnDisk } from './heldParts';
import { serviceTime } from './serviceTime';

interface SetUpdate {
	/** Of the set. */
	readonly folder: string;
	/** The clock that the application has by now. */
	readonly zone: Zone;
	/** Fields that the service's document does not have. */
	readonly additionalFields: readonly Field[];
	/** Whether somebody has the set open, and reads the parts that it had. */
	readonly isOpen: () => Promise<boolean>;
	/** Asks about these days of the set's calendar alone, also about those that are settled: `yyyy-mm-dd`. */
	readonly days?: readonly string[] | undefined;
	/**
	 * Nobody asked for it: a set that is paused, or was updated less than so many milliseconds ago, stays as it is, whoever
	 * did that meanwhile.
	 */
	readonly unlessWithinMs?: number | undefined;
}

export interface UpdateProgress {
	/** The set as it is on the disk by now. */
	readonly set: KeptSet;
	/** The day that is asked about. */
	readonly day: string;
	/** Which of the days that are asked about, from 1 on, and how many there are. */
	readonly place: number;
	readonly days: number;
	readonly step?: ExportProgress;
}

/** A service that refuses so many days one after another refuses the question. */
const maxRefusedInRow = 3;

/**
 * Asks about the days that are missing or may still grow, newest first, and writes the set after each: whatever an update is
 * stopped by, what is there stays, and the next one goes on. Exports of the application wait for one day at the most.
 * @throws AppError `unreadable` for what is no set, `exportRunning`, `disk`, `cancelled`, and whatever `exportErrors` throws
 * but for days that the service refuses, which the set tells
 */
export async function updateSet(
	{ zone, unlessWithinMs, ...set }: SetUpdate,
	parts: ExportParts,
	signal: AbortSignal,
	report: (progress: UpdateProgress) => void,
): Promise<KeptSet> {
	return holding(set.folder, parts, signal, async (ours, files) => {
		const found = await requireSet(set.folder);
		if (unlessWithinMs !== undefined && !isDue(found.set, unlessWithinMs, parts)) {
			return found.set;
		}
		const updater = new Updater(set, parts, files, ours, report);
		return updater.update(await updater.begin(found, zone));
	});
}

class Updater {
	private readonly calendars = new Calendars();

	constructor(
		private readonly about: Omit<SetUpdate, 'zone' | 'unlessWithinMs'>,
		private readonly parts: ExportParts,
		private readonly files: Files,
		private readonly signal: AbortSignal,
		private readonly report: (progress: UpdateProgress) => void,
	) {}

	async begin(found: FoundSet, zone: Zone): Promise<KeptSet> {
		const { files, signal } = this;
		const { folder } = this.about;
		const held = await withPartsOnDisk(folder, found.set, signal);
		const set = isSameZone(held.zone, zone) ? held : { ...held, zone };
		if (found.rebuilt || set !== found.set) {
			await writeSet(folder, set, files);
		}
		return set;
	}

	async update(begun: KeptSet): Promise<KeptSet> {
		let set = begun;
		const { days, additionalFields } = this.about;
		const { wanted, ...found } = this.daysToAsk(set);
		const fields = fieldsOf(set.plan, additionalFields);
		let { waiting } = found;
		await this.removeUnused(set, waiting);
		let refused = 0;
		for (const [index, day] of wanted.entries()) {
			throwIfAborted(this.signal);
			const before = set;
			const now = this.now();
			const tell = (step?: ExportProgress) =>
				this.report({ set: before, day: day.day, place: index + 1, days: wanted.length, ...(step && { step }) });
			tell();
			const known = await this.ask(day, set, { fields, now, report: tell });
			refused = known.refused ? refused + 1 : 0;
			set = await this.write(withDay(set, known));
			waiting = waiting.filter((other) => other !== day.day);
			await this.removeUnused(set, waiting);
			if (refused === maxRefusedInRow) {
				break;
			}
		}
		return days ? set : this.removeOld(await this.write({ ...set, updatedAt: this.now().toISOString() }));
	}

	private async ask(
		day: CalendarDay,
		set: KeptSet,
		work: Pick<DayWork, 'fields' | 'now' | 'report'>,
	): Promise<KeptDay> {
		const { parts, files, signal, calendars } = this;
		const { folder } = this.about;
		const { service, plan } = set;
		const { now, report } = work;
		const turn = { service, applicationId: plan.application.id, folder: dirname(folder) };
		try {
			return await inTurn(turn, parts, { signal, report }, () =>
				askDay(day, set, { ...work, folder, parts, files, signal, calendars }),
			);
		} catch (error) {
			const kind = error instanceof AppError ? refusals.find((known) => known === error.problem.kind) : undefined;
			if (!kind) {
				throw error;
			}
			return { ...dayIn(set, day.day), day: day.day, refused: { kind, at: now.toISOString() } };
		}
	}

	/**
	 * The clock of this machine may be far ahead. Where the service has not told what its own shows, days are counted from
	 * the newest record.
	 */
	private async removeOld(set: KeptSet): Promise<KeptSet> {
		const { folder, isOpen } = this.about;
		const today = todayOf(this.now(), set.zone);
		const newest = set.days.findLast(({ part }) => part && part.rows > 0)?.day ?? set.plan.since;
		const isTold = this.parts.clockAhead?.() !== undefined;
		return removeOldDays(set, isTold ? today : earlier(today, newest), { folder, isOpen, files: this.files });
	}

	private async write(set: KeptSet): Promise<KeptSet> {
		await writeSet(this.about.folder, set, this.files);
		return set;
	}

	/** What takes room and belongs to nothing: parts that others took the place of, and answers that nobody waits for. */
	private async removeUnused({ days }: KeptSet, waiting: readonly string[]): Promise<void> {
		const used = new Set(days.map(({ part }) => part?.folder));
		const asked = new Set(waiting);
		const { folder, isOpen } = this.about;
		const isRead = await isOpen();
		for (const name of await foldersIn(folder)) {
			const isUnused = isPartFolderName(name)
				? !used.has(name) && !isRead
				: isAskingFolderName(name) && !asked.has(dayOfFolder(name));
			if (isUnused) {
				// One that is open in another program goes the next time.
				await removeFolder(join(folder, name), this.files).catch(() => undefined);
			}
		}
	}

	/**
	 * Newest first.
	 * @returns the days to ask about, and those whose answers may be on their way: also the ones that others ask about
	 */
	private daysToAsk(set: KeptSet): { readonly wanted: readonly CalendarDay[]; readonly waiting: readonly string[] } {
		const { calendars } = this;
		const { days } = this.about;
		const now = this.now();
		const known = new Map(set.days.map((day) => [day.day, day]));
		const calendar = daysOf(set, now, calendars);
		const unsettled = calendar.filter((day) => {
			const found = known.get(day.day);
			const asked = found?.asked;
			return !asked || lacksFields(found, set.plan) || !isSettled(day, asked, set, now, calendars);
		});
		const wanted = days ? calendar.filter(({ day }) => days.includes(day)) : unsettled;
		return { wanted, waiting: [...new Set([...wanted, ...unsettled].map(({ day }) => day))] };
	}

	private now(): Date {
		return serviceTime(this.parts);
	}
}

function isDue(set: KeptSet, everyMs: number, parts: ExportParts): boolean {
	const now = serviceTime(parts).getTime();
	return !set.paused && dueAt(set, everyMs, now) <= now;
}

function withDay(set: KeptSet, known: KeptDay): KeptSet {
	const others = set.days.filter(({ day }) => day !== known.day);
	return { ...set, days: [...others, known].sort((a, b) => (a.day < b.day ? -1 : 1)) };
}
