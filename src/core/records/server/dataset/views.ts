import type { RecordFilter, View } from '../../../../shared/results';
import { isProblem } from '../../../common/errors';
import { SharedCache } from '../../query/work/sharedCache';
import { assertWhole, CountedParts, locateRecords, selectAt } from './countedParts';
import type { Dataset } from './dataset';
import { assertOne, Locators } from './locators';
import { type ViewSql, viewSql } from './viewSql';

/** Of views: the last ones are asked about again and again. */
const keptViews = 64;

/** A view, how many records it has, and how these are found by position. */
export interface AskedView extends ViewSql {
	readonly parts: CountedParts;
	readonly records: number;
}

function noViews(): SharedCache<AskedView> {
	return new SharedCache(keptViews, () => 1);
}

/** What the questions about one dataset have in common. */
export class ServerViews {
	readonly locators = new Locators();
	private views = noViews();
	private readonly conditions = new SharedCache<ViewSql>(keptViews, () => 1);

	/** @param sortedAtOnce Records that are put in order for a page of them. */
	constructor(
		readonly dataset: Dataset,
		private readonly sortedAtOnce = 20_000,
	) {}

	async view(view: View, signal: AbortSignal): Promise<AskedView> {
		return this.views.get(
			JSON.stringify(view),
			async (signal) => {
				const asked = await this.sql(view, signal);
				const isWhole = view.filters.length === 0 && !this.dataset.isHashed;
				const records = isWhole ? this.dataset.info.total : await this.count(asked, signal);
				return { ...asked, records, parts: CountedParts.of(this.dataset, asked, records, this.sortedAtOnce) };
			},
			signal,
		);
	}

	/** The same, not counted. */
	sql(view: View, signal: AbortSignal): Promise<ViewSql> {
		return this.conditions.get(JSON.stringify(view), (signal) => viewSql(this.dataset, view, signal), signal);
	}

	/** What the records that pass are read from, with its condition. */
	async scope(filters: readonly RecordFilter[], signal: AbortSignal): Promise<string> {
		const { from, where } = await this.sql({ filters, sort: [] }, signal);
		return `FROM ${from()} WHERE ${where}`;
	}

	/** What was counted is counted anew when it is asked about again. */
	forgetCounts(): void {
		this.views = noViews();
	}

	/** What is selected of the records at some positions of a view. */
	async selectedAt(
		view: AskedView,
		start: number,
		end: number,
		selected: readonly string[],
		signal: AbortSignal,
	): Promise<readonly (readonly string[])[]> {
		const numbers = await this.at(view, start, end, signal);
		try {
			return await this.ofRecords(numbers, selected, signal);
		} catch (error) {
			if (isProblem(error, 'databaseAnswer') && error.problem.fault === 'alike') {
				return selectAt(this.dataset, view, view.parts, { start, end, selected, isExact: true }, signal);
			}
			throw error;
		}
	}

	/** The records at some positions of a view, which are remembered. */
	async at(view: AskedView, start: number, end: number, signal: AbortSignal): Promise<readonly number[]> {
		const found = await locateRecords(this.dataset, view, view.parts, start, end, signal);
		this.locators.note(found);
		return found.map(({ number }) => number);
	}

	/** What is selected of a record; undefined where there is no such record. */
	async ofRecord(
		number: number,
		selected: readonly string[],
		signal: AbortSignal,
	): Promise<readonly string[] | undefined> {
		const [cells] = await this.found([number], selected, signal);
		return cells;
	}

	/**
	 * What is selected of some records, in their order.
	 * @throws AppError `databaseAnswer` where one is no longer there
	 */
	async ofRecords(
		numbers: readonly number[],
		selected: readonly string[],
		signal: AbortSignal,
	): Promise<readonly (readonly string[])[]> {
		const found = await this.found(numbers, selected, signal);
		assertWhole(found.length, numbers.length);
		return found;
	}

	private async found(
		numbers: readonly number[],
		selected: readonly string[],
		signal: AbortSignal,
	): Promise<readonly (readonly string[])[]> {
		const { dataset, locators } = this;
		if (numbers.length === 0) {
			return [];
		}
		const where = `(${locators.conditionOf(numbers)}) AND (${dataset.condition})`;
		const scope = `FROM ${dataset.within(locators.daysOf(numbers))} WHERE ${where}`;
		const all = ['toString(_n)', ...selected].join(', ');
		// Equal records have equal numbers: one of them is enough.
		const sql = dataset.isHashed
			? `SELECT DISTINCT ${all} ${scope} LIMIT ${numbers.length + 1}`
			: `SELECT ${all} ${scope}`;
		const rows = await dataset.rows(sql, numbers.length + 1, signal);
		const byNumber = new Map(rows.map(([number, ...cells]) => [Number(number), cells]));
		assertOne(rows.slice(byNumber.size - 1));
		return numbers.flatMap((number) => {
			const cells = byNumber.get(number);
			return cells ? [cells] : [];
		});
	}

	private async count({ from, where }: ViewSql, signal: AbortSignal): Promise<number> {
		const { dataset } = this;
		const [[count = '0'] = []] = await dataset.rows(
			`SELECT toString(count()) FROM ${from()} WHERE ${where}`,
			1,
			signal,
		);
		return Number(count);
	}
}
