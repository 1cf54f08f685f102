import { isManifest } from '../../../core/sync/model/names';
import type { SyncedRecords } from '../../../services/syncedRecords';
import { allDays, type DaySpan, type DaysChoice, getSpan } from '../../../shared/syncedDays';

/** Selected days of a synced set, shared by all views of the set. Other files have no days. */
export class ShownDays {
	private openedAs: DaySpan | undefined;
	private fields: readonly string[] | undefined;

	constructor(
		private readonly path: string,
		private readonly syncedRecords: Pick<SyncedRecords, 'describe'>,
		private choice: DaysChoice = allDays,
	) {}

	get chosen(): DaysChoice {
		return this.choice;
	}

	/** Range of days that was opened most recently. Undefined if all days were opened. */
	get opened(): DaySpan | undefined {
		return this.openedAs;
	}

	get fieldsAsOpened(): readonly string[] | undefined {
		return this.fields;
	}

	/**
	 * Stores the fields that were available when the records were opened. Later calls have no effect until the records
	 * are reopened.
	 */
	noteFields(available: readonly string[]): void {
		this.fields ??= available;
	}

	choose(choice: DaysChoice): void {
		this.choice = choice;
	}

	/** Returns the dates of the selected days. Returns undefined immediately if all days are selected. */
	open(): Promise<DaySpan | undefined> | undefined {
		this.openedAs = undefined;
		this.fields = undefined;
		return this.choice.kind === 'all' || !isManifest(this.path) ? undefined : this.openChosen();
	}

	private async openChosen(): Promise<DaySpan | undefined> {
		const today = (await this.syncedRecords.describe(this.path))?.days.at(-1)?.day;
		this.openedAs = today === undefined ? undefined : getSpan(this.choice, today);
		return this.openedAs;
	}
}
