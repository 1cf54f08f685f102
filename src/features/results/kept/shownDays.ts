import { isManifest } from '../../../core/kept/model/names';
import type { KeptRecords } from '../../../services/keptRecords';
import { allDays, type DaySpan, type DaysChoice, spanOf } from '../../../shared/keptDays';

/** Which days of kept records the views of a file show. Any other file has no days. */
export class ShownDays {
	private openedAs: DaySpan | undefined;

	/** @param choice How a person left it. */
	constructor(
		private readonly path: string,
		private readonly kept: Pick<KeptRecords, 'describe'>,
		private choice: DaysChoice = allDays,
	) {}

	get chosen(): DaysChoice {
		return this.choice;
	}

	/** The days that were opened last; undefined for all. */
	get opened(): DaySpan | undefined {
		return this.openedAs;
	}

	choose(choice: DaysChoice): void {
		this.choice = choice;
	}

	/**
	 * The days to open now: a choice that is relative moves on with the set's calendar. Undefined at once where there is
	 * nothing to choose from, so that most files wait for nothing.
	 */
	open(): Promise<DaySpan | undefined> | undefined {
		this.openedAs = undefined;
		return this.choice.kind === 'all' || !isManifest(this.path) ? undefined : this.openChosen();
	}

	private async openChosen(): Promise<DaySpan | undefined> {
		const today = (await this.kept.describe(this.path))?.days.at(-1)?.day;
		this.openedAs = today === undefined ? undefined : spanOf(this.choice, today);
		return this.openedAs;
	}
}
