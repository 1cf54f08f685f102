import type { DescribedDay } from '../../../core/sync/model/describedDays';
import { getAvailableFields } from '../../../core/sync/model/newFields';
import type { DescribedSyncedSet } from '../../../engine/protocol';
import type { SyncedRecords } from '../../../services/syncedRecords';
import type { SyncedDaysView, SyncedDayView } from '../../../shared/protocols/resultsProtocol';
import type { FileReading } from '../../../shared/results';
import { type DaySpan, type DaysChoice, getSpan, isDayIn } from '../../../shared/syncedDays';
import { describeReasons } from '../../../wording/syncMessages';
import type { ShownDays } from './shownDays';

export interface SyncedSetInView {
	readonly known: NonNullable<DescribedSyncedSet['known']>;
	readonly choice: DaysChoice;
	readonly span: DaySpan;
	/** Displayed days. Includes days that were synced later if they belong to the selected range. */
	readonly days: readonly DescribedDay[];
	readonly rows: number;
	readonly otherRows: number;
	readonly isUpdated: boolean;
	/** Fields of the displayed days, now (`available`) and when the records were opened (`asOpened`). */
	readonly fields: { readonly available: readonly string[]; readonly asOpened: readonly string[] };
}

export class PageSyncedSet {
	private found: DescribedSyncedSet | undefined;

	constructor(
		private readonly path: string,
		private readonly shown: ShownDays,
		private readonly syncedRecords: Pick<SyncedRecords, 'describe' | 'updateOf'>,
	) {}

	get entry(): DescribedSyncedSet | undefined {
		return this.found;
	}

	get asking(): string | undefined {
		return this.found && this.syncedRecords.updateOf(this.found)?.progress?.day;
	}

	get isUpdated(): boolean {
		return this.found !== undefined && this.syncedRecords.updateOf(this.found) !== undefined;
	}

	async refresh(): Promise<void> {
		this.found = (await this.syncedRecords.describe(this.path)) ?? this.found;
		const { inView } = this;
		if (inView) {
			this.shown.noteFields(inView.fields.available);
		}
	}

	/** Returns the displayed synced set, or undefined for other files and for a synced set without days. */
	get inView(): SyncedSetInView | undefined {
		const { known, days } = this.found ?? { days: [] };
		const [first, last] = [days[0]?.day, days.at(-1)?.day];
		if (!known || first === undefined || last === undefined) {
			return undefined;
		}
		const { chosen, opened } = this.shown;
		const span = opened ?? { first, last };
		const wanted = getSpan(chosen, last)?.last ?? last;
		const grown = { first: span.first, last: wanted > span.last ? wanted : span.last };
		const inView = days.filter(({ day }) => isDayIn(day, grown));
		// If all days are shown, uses the summary, because `days` may include days that are no longer part of the set.
		const rows = opened ? inView.reduce((sum, day) => sum + day.rows, 0) : known.summary.rows;
		const available = getAvailableFields(known.plan.fields, inView);
		const fields = { available, asOpened: this.shown.fieldsAsOpened ?? available };
		const otherRows = known.summary.rows - rows;
		return { known, choice: chosen, span, days: inView, rows, otherRows, isUpdated: this.isUpdated, fields };
	}

	showsNewest(reading: Pick<FileReading, 'progress' | 'done'>): boolean {
		const newest = this.found?.days.findLast(({ asked }) => asked)?.day;
		const view = this.view(reading);
		return newest !== undefined && view?.isAsOpened === true && isDayIn(newest, view.span);
	}

	view({ progress, done }: Pick<FileReading, 'progress' | 'done'>): SyncedDaysView | undefined {
		const { inView, asking } = this;
		if (!inView) {
			return undefined;
		}
		const { choice, span, rows } = inView;
		const days = (this.found?.days ?? []).map(viewOf);
		const shown = days.reduce((sum, day) => (isDayIn(day.day, span) ? sum + day.rows : sum), 0);
		return {
			choice,
			span,
			days,
			isAsOpened: shown === rows && (!done || shown === progress.records),
			...(asking !== undefined && { asking }),
		};
	}
}

function viewOf(described: DescribedDay): SyncedDayView {
	const { day, state, rows, asked } = described;
	const reasons = describeReasons(described);
	return {
		day,
		state,
		rows,
		...(asked && { askedAt: Math.floor(Date.parse(asked.at) / 1000) }),
		...(reasons.length > 0 && { reasons }),
	};
}
