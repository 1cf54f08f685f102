import type { DescribedDay } from '../../../core/kept/model/describedDays';
import type { DescribedKept } from '../../../engine/protocol';
import type { KeptRecords } from '../../../services/keptRecords';
import { type DaySpan, type DaysChoice, isDayIn, spanOf } from '../../../shared/keptDays';
import type { FileReading } from '../../../shared/results';
import type { KeptDaysView, KeptDayView } from '../../../shared/resultsProtocol';
import { describeReasons } from '../../../wording/keptMessages';
import type { ShownDays } from './shownDays';

/** What is known of the days of a set that are shown. */
export interface KeptInView {
	readonly known: NonNullable<DescribedKept['known']>;
	readonly choice: DaysChoice;
	readonly span: DaySpan;
	/** The days that are shown, and those that came meanwhile and would be. */
	readonly days: readonly DescribedDay[];
	/** That these have by now. */
	readonly rows: number;
	/** Records of other days. */
	readonly otherRows: number;
}

/** The set of kept records that a page shows, as it is by now; nothing where the file is none. */
export class PageKept {
	private found: DescribedKept | undefined;

	constructor(
		private readonly path: string,
		private readonly shown: ShownDays,
		private readonly kept: Pick<KeptRecords, 'describe' | 'updateOf'>,
	) {}

	get entry(): DescribedKept | undefined {
		return this.found;
	}

	/** The day that an update of this window asks about. */
	get asking(): string | undefined {
		return this.found && this.kept.updateOf(this.found)?.progress?.day;
	}

	get isUpdated(): boolean {
		return this.found !== undefined && this.kept.updateOf(this.found) !== undefined;
	}

	async look(): Promise<void> {
		this.found = (await this.kept.describe(this.path)) ?? this.found;
	}

	/** Undefined for a file that is no set, and for a set of a calendar without days. */
	get inView(): KeptInView | undefined {
		const { known, days } = this.found ?? { days: [] };
		const [first, last] = [days[0]?.day, days.at(-1)?.day];
		if (!known || first === undefined || last === undefined) {
			return undefined;
		}
		const { chosen, opened } = this.shown;
		const span = opened ?? { first, last };
		const wanted = spanOf(chosen, last)?.last ?? last;
		const grown = { first: span.first, last: wanted > span.last ? wanted : span.last };
		const inView = days.filter(({ day }) => isDayIn(day, grown));
		// Parts may be there of days that are not of the calendar any more.
		const rows = opened ? inView.reduce((sum, day) => sum + day.rows, 0) : known.summary.rows;
		return { known, choice: chosen, span, days: inView, rows, otherRows: known.summary.rows - rows };
	}

	/** Whether all records of the newest day that was asked about are among those that were read. */
	showsNewest(reading: Pick<FileReading, 'progress' | 'done'>): boolean {
		const newest = this.found?.days.findLast(({ asked }) => asked)?.day;
		const view = this.view(reading);
		return newest !== undefined && view?.isAsOpened === true && isDayIn(newest, view.span);
	}

	/** For the page. */
	view({ progress, done }: Pick<FileReading, 'progress' | 'done'>): KeptDaysView | undefined {
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

function viewOf(described: DescribedDay): KeptDayView {
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
