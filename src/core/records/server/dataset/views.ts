import type { RecordFilter, View } from '../../../../shared/results';
import { isProblem } from '../../../common/errors';
import { SharedCache } from '../../query/work/sharedCache';
import { assertWhole, CountedParts, locateRecords, selectExactly } from './countedParts';
import type { Dataset } from './dataset';
import { assertOne, Locators } from './locators';
import { PartLists } from './partLists';
import { type RankedGroup, weightOfRanks } from './rankedGroup';
import type { SqlColumn } from './sqlColumn';
import { type ViewSql, viewSql } from './viewSql';

/** Of views: the last ones are asked about again and again. */
const keptViews = 64;

/** Bytes of ranked groups. */
const keptRanks = 4_000_000;

/** A view, how many records it has, and how these are found by position. */
export interface AskedView extends ViewSql {
	readonly parts: CountedParts;
	readonly records: number;
}

type VersionTexts = ReadonlyMap<string, string | undefined>;

/** Versions that are remembered; columns with few values hardly have more. */
const maxVersions = 100_000;

async function textsByOrder(dataset: Dataset, { text, order }: SqlColumn, signal: AbortSignal): Promise<VersionTexts> {
	// Of one text there is one order, and by texts alone the server goes through its dictionaries. Those of loads that do not
	// count do no harm.
	const sql = `SELECT any(${order}), ${text} FROM ${dataset.from} GROUP BY ${text} LIMIT ${maxVersions}`;
	const rows = await dataset.rows(sql, maxVersions, signal);
	const texts = new Map<string, string | undefined>();
	// Of too many, those that are left out could have an order in common with others.
	for (const [key = '', value = ''] of rows.length < maxVersions ? rows : []) {
		if (value !== '') {
			texts.set(key, texts.has(key) ? undefined : value);
		}
	}
	return texts;
}

function noViews(): SharedCache<AskedView> {
	return new SharedCache(keptViews, () => 1);
}

/** What the questions about one dataset have in common. */
export class ServerViews {
	readonly locators = new Locators();
	private readonly lists = new PartLists();
	private views = noViews();
	/** The first groups of views, by what ranks them; of views that do not change. */
	readonly ranked = new SharedCache<readonly RankedGroup[]>(keptRanks, weightOfRanks);
	private readonly versionTexts = new SharedCache<VersionTexts>(1, () => 1);
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

	/**
	 * The text of each version by what it is in order by; undefined for an order that several have in common. Undefined where
	 * there are many versions, or others may write to the table meanwhile.
	 */
	async versions(signal: AbortSignal): Promise<VersionTexts | undefined> {
		const { dataset } = this;
		const { versionColumn } = dataset.info;
		const column = versionColumn === undefined ? undefined : dataset.column(versionColumn);
		return column?.few && !dataset.isHashed
			? this.versionTexts.get('', (signal) => textsByOrder(dataset, column, signal), signal)
			: undefined;
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
				return selectExactly(this.dataset, view, view.parts, { start, end, selected }, signal);
			}
			throw error;
		}
	}

	/** The records at some positions of a view, which are remembered. */
	async at(view: AskedView, start: number, end: number, signal: AbortSignal): Promise<readonly number[]> {
		const places = { parts: view.parts, lists: this.lists };
		const found = await locateRecords(this.dataset, view, places, { start, end }, signal);
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

	/** What records are read from by their numbers, with its condition. */
	scopeOf(numbers: readonly number[]): string {
		const { dataset, locators } = this;
		// What was located was counted.
		const isCounted = !dataset.isHashed && locators.knows(numbers);
		const those = locators.conditionOf(numbers);
		const where = isCounted ? those : `(${those}) AND (${dataset.condition})`;
		return `FROM ${dataset.within(locators.daysOf(numbers))} WHERE ${where}`;
	}

	private async found(
		numbers: readonly number[],
		selected: readonly string[],
		signal: AbortSignal,
	): Promise<readonly (readonly string[])[]> {
		const { dataset } = this;
		if (numbers.length === 0) {
			return [];
		}
		const scope = this.scopeOf(numbers);
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
